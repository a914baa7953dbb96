package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.stream.ProjectionClass;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A projection class unrolled over the columns of the whole class it selects from, its children's
 * too. A member is a place in the whole class and a position in the selection.
 */
final class ColumnPlan {
    /** Something changed that no mask says. */
    static final long UNKNOWN = -1;

    private final ProjectionClass projection;
    private final CompactLimits limits;
    private final BitScalars fields;
    private final BitScalars[] tables;
    private final int[] tablePlaces;

    /** Position in the selection of a table by its place in the whole class, or -1. */
    private final int[] tablePositions;

    private final List<Children<ColumnPlan>> containers = new ArrayList<>();
    private final int[] containerPlaces;
    private final int[] containerPositions;
    private final int height;
    private final long nameBytes;
    private final long schemaBytes;
    private final boolean fitsWord;
    private final long fixedFields;
    private final long varintFields;
    private final int shortValuesMax;
    private int users;

    ColumnPlan(ProjectionClass projection, Catalog catalog, CompactLimits limits) {
        EntityLayout selected = projection.layout();
        EntityLayout whole =
                catalog.findClass(selected.name())
                        .orElseThrow(
                                () -> new IllegalArgumentException("no class " + selected.name()));
        this.projection = projection;
        this.limits = limits;
        this.fields =
                new BitScalars(
                        selected.name(),
                        whole.fields(),
                        selected.fields(),
                        projection.quantisation().fields());
        this.tables = new BitScalars[selected.tables().size()];
        this.tablePlaces = new int[tables.length];
        this.tablePositions = new int[whole.tables().size()];
        Arrays.fill(tablePositions, -1);
        long names = utf8(projection.schemaId()) + utf8(selected.name());
        for (int i = 0; i < tables.length; i++) {
            long index = selected.tables().keyAt(i);
            TableLayout table = selected.tables().valueAt(i);
            tablePlaces[i] = whole.tables().positionOf(index);
            tablePositions[tablePlaces[i]] = i;
            tables[i] =
                    new BitScalars(
                            selected.name() + "." + table.name(),
                            whole.tables().get(index).columns(),
                            table.columns(),
                            projection.quantisation().columns(index));
            names += utf8(table.rowClass());
        }
        this.nameBytes = names;
        projection
                .children()
                .values()
                .forEach(
                        rule ->
                                containers.add(
                                        new Children<>(
                                                rule,
                                                child -> new ColumnPlan(child, catalog, limits))));
        this.containerPlaces = new int[containers.size()];
        this.containerPositions = new int[whole.containers().size()];
        Arrays.fill(containerPositions, -1);
        for (int i = 0; i < containerPlaces.length; i++) {
            containerPlaces[i] = whole.containers().positionOf(projection.children().keyAt(i));
            containerPositions[containerPlaces[i]] = i;
        }
        this.height = height(projection);
        this.fitsWord = members() < Long.SIZE;
        this.fixedFields = fitsWord ? fields.fixed() : 0;
        this.varintFields = fitsWord ? fields.varints() : 0;
        this.schemaBytes = utf8(projection.schemaId());
        var stream = limits.stream();
        boolean any =
                stream.patchOperationsMax() >= 1 && schemaBytes <= stream.patchStringBytesMax();
        boolean fits = limits.frameBytesMax() >= FrameWriter.bytes(Long.BYTES, 0);
        this.shortValuesMax =
                any && fits ? Math.min(stream.patchValuesMax(), limits.frameWorkMax()) : 0;
    }

    void use() {
        users++;
    }

    /** Returns whether no root uses it any more. */
    boolean release() {
        users--;
        return users == 0;
    }

    ProjectionClass projection() {
        return projection;
    }

    CompactLimits limits() {
        return limits;
    }

    /** Number of members a mask covers. */
    int members() {
        return fields.size() + tables.length + containers.size();
    }

    BitScalars fields() {
        return fields;
    }

    int tableCount() {
        return tables.length;
    }

    BitScalars table(int position) {
        return tables[position];
    }

    long tableIndex(int position) {
        return projection.layout().tables().keyAt(position);
    }

    String rowClass(int position) {
        return projection.layout().tables().valueAt(position).rowClass();
    }

    /** Place in the whole class of a selected table. */
    int tablePlace(int position) {
        return tablePlaces[position];
    }

    /** Whether there can be children. */
    boolean isNested() {
        return !containers.isEmpty();
    }

    int containerCount() {
        return containers.size();
    }

    long containerIndex(int position) {
        return projection.children().keyAt(position);
    }

    /** Place in the whole class of a selected container. */
    int containerPlace(int position) {
        return containerPlaces[position];
    }

    /** Position in the selection of a container by its place in the whole class, or -1. */
    int containerPosition(int place) {
        return containerPositions[place];
    }

    /** Place of a container among the members. */
    int containerMember(int position) {
        return fields.size() + tables.length + position;
    }

    /** How a child in the container at a position is seen; null when it is hidden. */
    @Nullable ColumnPlan findChild(int position, Guid child) {
        return containers.get(position).find(child);
    }

    /**
     * Fields that changed since an entry as the class shows them, one bit each in projection order;
     * {@link #UNKNOWN} when the changes do not fit one word or are not of fields alone.
     */
    long shown(PublishedEntity root, int begin) {
        if (!fitsWord) {
            return shows(root, begin) ? UNKNOWN : 0;
        }
        History history = root.history();
        Line line = root.fields();
        long shown = 0;
        for (int entry = begin; entry < history.size(); entry++) {
            int member = history.memberAt(entry);
            if (member < 0) {
                return shows(root, begin) ? UNKNOWN : 0;
            }
            int position = fields.positionOf(member);
            // Its entry says that it changed; only fixed point may hide that.
            if (position >= 0
                    && ((fixedFields & 1L << position) == 0
                            || fields.differ(position, history.keyAt(entry), line.bits(member)))) {
                shown |= 1L << position;
            }
        }
        return shown;
    }

    /** Whether all fields of a set, as {@link #shown} gives it, are written as varints. */
    boolean areVarints(long shown) {
        return (shown & ~varintFields) == 0;
    }

    /** Whether any change of an entity since an entry of its history shows in this class. */
    boolean shows(PublishedEntity entity, int begin) {
        boolean shows = false;
        for (int entry = begin; entry < entity.history().size() && !shows; entry++) {
            shows = showsOne(entity, entry);
        }
        return shows;
    }

    /** Whether a change of one member, told by its state before, shows in this class. */
    private boolean showsOne(PublishedEntity entity, int entry) {
        History history = entity.history();
        int member = history.memberAt(entry);
        if (member >= 0) {
            int position = fields.positionOf(member);
            return position >= 0
                    && (fields.isText(position)
                            || fields.differ(
                                    position, history.keyAt(entry), entity.fields().bits(member)));
        }
        if (~member < tablePositions.length) {
            int position = tablePositions[~member];
            return position >= 0
                    && tables[position].differ(
                            (PublishedRow) history.oldAt(entry),
                            entity.table(~member).find(history.keyAt(entry)));
        }
        int place = ~member - tablePositions.length;
        int position = containerPositions[place];
        return position >= 0
                && (isShown(position, (PublishedChild) history.oldAt(entry))
                        || isShown(position, entity.container(place).find(history.keyAt(entry))));
    }

    private boolean isShown(int position, @Nullable PublishedChild child) {
        return child != null && findChild(position, child.entity().guid()) != null;
    }

    /**
     * Whether a state may be over a limit of captures; what is not selected counts too, so it may
     * also be within.
     */
    boolean mayExceed(PublishedRoot root) {
        return isNested() ? mayExceed(root.tree().total()) : mayExceedAlone(root);
    }

    private boolean mayExceed(Weight total) {
        var bounds = limits.stream().snapshot();
        return height > bounds.depthMax()
                || total.entities() > bounds.entitiesMax()
                || total.rows() > bounds.rowsMax()
                || total.members() > bounds.membersMax()
                || total.textBytes() + schemaBytes > bounds.stringBytesMax()
                || total.hasLongTexts()
                // Entities, tables and rows are remembered; tables are members.
                || total.entities() + total.members() + total.rows()
                        > limits.stream().lifetimeEntriesMax();
    }

    private boolean mayExceedAlone(PublishedRoot root) {
        var bounds = limits.stream().snapshot();
        long rows = 0;
        long members = fields.size() + (long) tables.length;
        long text = nameBytes;
        boolean longText = false;
        for (int i = 0; i < fields.size(); i++) {
            if (fields.isText(i)) {
                int bytes = root.fields().text(fields.placeAt(i)).size();
                longText |= bytes > bounds.valueBytesMax();
                text += bytes;
            }
        }
        for (int i = 0; i < tables.length; i++) {
            PublishedTable table = root.table(tablePlaces[i]);
            rows += table.size();
            members += (long) table.size() * tables[i].size();
            text += table.textBytes();
            longText |= table.textBytes() > bounds.valueBytesMax();
        }
        return longText
                || rows > bounds.rowsMax()
                || members > bounds.membersMax()
                || text > bounds.stringBytesMax()
                || rows + tables.length + 1 > limits.stream().lifetimeEntriesMax();
    }

    /** Values a patch of fields without texts may have. */
    int shortValuesMax() {
        return shortValuesMax;
    }

    /** Bytes of the schema id. */
    long schemaBytes() {
        return schemaBytes;
    }

    private static int height(ProjectionClass projection) {
        int height = 0;
        for (ProjectionClass.ChildClasses rule : projection.children().values()) {
            for (ProjectionClass child : rule.named().values()) {
                height = Math.max(height, 1 + height(child));
            }
            ProjectionClass every = rule.every();
            height = every == null ? height : Math.max(height, 1 + height(every));
        }
        return height;
    }

    private static long utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
