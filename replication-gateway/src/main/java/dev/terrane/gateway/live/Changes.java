package dev.terrane.gateway.live;

import dev.terrane.core.entity.AddRowResult;
import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Creation.Argument;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.KernelLimits;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Row;
import dev.terrane.core.entity.SetResult;
import dev.terrane.core.entity.Table;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.core.schema.ScalarType;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Changes of entities from outside: the whole batch is judged against the state it would meet, then
 * applied. Owned by the stage's thread.
 */
final class Changes {
    private static final KernelLimits LIMITS = KernelLimits.defaults();

    private final StageSchema schema;
    private final Catalog catalog;
    private final SnapshotLimits shown;
    private final Kernel kernel;
    private final BodyBinding bodies;
    private final Map<Integer, Peer> peers;
    private final StageIo io;

    /**
     * @param shown what a stream shows of an entity at most: no change makes it more
     */
    Changes(
            StageSchema schema,
            SnapshotLimits shown,
            Kernel kernel,
            BodyBinding bodies,
            Map<Integer, Peer> peers,
            StageIo io) {
        this.schema = schema;
        this.catalog = schema.catalog();
        this.shown = shown;
        this.kernel = kernel;
        this.bodies = bodies;
        this.peers = peers;
        this.io = io;
    }

    /**
     * Applies a batch in order.
     *
     * @param create makes an entity that was judged here
     * @throws TerraneException CHANGE_INVALID or FIELD_BOUND, naming the change; nothing was
     *     applied
     */
    void apply(List<StageChange> batch, Consumer<Creation> create) {
        Plan plan = new Plan();
        for (int i = 0; i < batch.size(); i++) {
            plan.judge(batch.get(i), "changes[" + i + "]");
        }
        for (StageChange change : batch) {
            perform(change, create);
        }
    }

    /** Destroys an entity with its body; nothing when it is gone already. */
    void destroy(Guid guid) {
        bodies.findBody(guid).ifPresent(io::removeBody);
        bodies.unbind(guid);
        peers.values().forEach(peer -> peer.owned().remove(guid));
        kernel.destroy(guid);
    }

    private void perform(StageChange change, Consumer<Creation> create) {
        switch (change) {
            case StageChange.SetField(Guid guid, long index, Value value) ->
                    require(entity(guid).set(index, value));
            case StageChange.PutRow(Guid guid, long tableIndex, long number, var columns) -> {
                Table table = entity(guid).findTable(tableIndex).orElseThrow();
                table.removeRow(number);
                Row row =
                        switch (number == 0 ? table.addRow() : table.addRow(number)) {
                            case AddRowResult.Added(Row added) -> added;
                            case AddRowResult.Refused(var refusal) ->
                                    throw new IllegalStateException(refusal.toString());
                        };
                for (Argument column : columns) {
                    require(row.set(column.index(), column.value()));
                }
            }
            case StageChange.RemoveRow(Guid guid, long tableIndex, long number) ->
                    entity(guid).findTable(tableIndex).orElseThrow().removeRow(number);
            case StageChange.Create(Creation creation) -> create.accept(creation);
            case StageChange.Destroy(Guid guid) -> destroy(guid);
        }
    }

    private Entity entity(Guid guid) {
        return kernel.find(guid).orElseThrow();
    }

    private static void require(SetResult result) {
        if (result instanceof SetResult.Refused(var refusal)) {
            throw new IllegalStateException("judged before: " + refusal);
        }
    }

    private static TerraneException invalid(String place, String text) {
        return TerraneException.of(StageError.CHANGE_INVALID, place + ": " + text)
                .field(place)
                .toException();
    }

    /** The state a batch would lead to, as far as later changes of it depend on earlier ones. */
    private final class Plan {
        private final Map<Long, EntityLayout> created = new HashMap<>();
        private final Set<Long> destroyed = new HashSet<>();
        private final Map<Guid, StateSize> sizes = new HashMap<>();

        private void judge(StageChange change, String place) {
            switch (change) {
                case StageChange.SetField(Guid guid, long index, Value value) -> {
                    EntityLayout layout = layout(guid, place);
                    if (bodies.isBound(layout.name(), index)) {
                        throw TerraneException.of(
                                        StageError.FIELD_BOUND,
                                        place
                                                + ": the session writes "
                                                + layout.name()
                                                + "."
                                                + index)
                                .field(place)
                                .toException();
                    }
                    judgeValue(layout.fields(), new Argument(index, value), layout.name(), place);
                    if (value.type() == ScalarType.STRING) {
                        StateSize size = size(guid);
                        size.set(index, value);
                        requireShown(size, place);
                    }
                }
                case StageChange.PutRow(Guid guid, long index, long number, var columns) -> {
                    TableLayout table = table(guid, index, place);
                    judgeColumns(table, columns, place);
                    if (number > IndexMap.KEY_MAX || number < 0) {
                        throw invalid(place, "row numbers are 1..4294967295");
                    }
                    StateSize size = size(guid);
                    size.putRow(index, number, columns);
                    if (size.rowCount(index) > LIMITS.tableRowsMax()) {
                        throw invalid(place, "the table is full");
                    }
                    requireShown(size, place);
                }
                case StageChange.RemoveRow(Guid guid, long index, long number) -> {
                    table(guid, index, place);
                    if (!size(guid).removeRow(index, number)) {
                        throw invalid(place, "there is no row " + number);
                    }
                }
                case StageChange.Create(Creation creation) -> judgeCreation(creation, place);
                case StageChange.Destroy(Guid guid) -> {
                    layout(guid, place);
                    destroyed.add(guid.value());
                }
            }
        }

        private void judgeCreation(Creation creation, String place) {
            EntityLayout layout =
                    catalog.findClass(creation.className())
                            .orElseThrow(
                                    () ->
                                            invalid(
                                                    place,
                                                    "there is no class " + creation.className()));
            if (bodies.find(layout.name()).isPresent()) {
                throw invalid(
                        place, layout.name() + " has bodies; such entities come by joining only");
            }
            if (creation.profileId() != 0
                    && catalog.findProfile(creation.profileId())
                            .filter(profile -> profile.className().equals(layout.name()))
                            .isEmpty()) {
                throw invalid(place, "there is no configuration row " + creation.profileId());
            }
            for (Argument argument : creation.arguments()) {
                judgeValue(layout.fields(), argument, layout.name(), place);
            }
            if (kernel.entities().size() + created.size() >= LIMITS.entitiesMax()) {
                throw invalid(place, "the stage is full");
            }
            StateSize size = StateSize.of(schema.schemaId(), catalog, creation);
            requireShown(size, place);
            Guid guid = creation.guid();
            if (guid != null) {
                created.put(guid.value(), layout);
                sizes.put(guid, size);
            }
        }

        private void judgeColumns(TableLayout table, List<Argument> columns, String place) {
            Set<Long> distinct = columns.stream().map(Argument::index).collect(Collectors.toSet());
            if (distinct.size() != columns.size()) {
                throw invalid(place, "a column is given twice");
            }
            for (Argument column : columns) {
                judgeValue(table.columns(), column, table.name(), place);
            }
        }

        private void judgeValue(
                IndexMap<FieldLayout> fields, Argument argument, String owner, String place) {
            FieldLayout field =
                    fields.find(argument.index())
                            .orElseThrow(
                                    () ->
                                            invalid(
                                                    place,
                                                    "there is no field "
                                                            + owner
                                                            + "."
                                                            + argument.index()));
            Value value = argument.value();
            if (value.type() != field.type()) {
                throw invalid(place, owner + "." + field.name() + " takes " + field.type());
            }
            if (!value.isFinite() || value.textBytes() > LIMITS.valueBytesMax()) {
                throw invalid(place, owner + "." + field.name() + " cannot hold this value");
            }
        }

        private EntityLayout layout(Guid guid, String place) {
            EntityLayout fresh = created.get(guid.value());
            if (fresh != null && !destroyed.contains(guid.value())) {
                return fresh;
            }
            if (destroyed.contains(guid.value())) {
                throw invalid(place, "entity " + guid + " is destroyed by the batch");
            }
            return kernel.find(guid)
                    .map(Entity::layout)
                    .orElseThrow(() -> invalid(place, "there is no entity " + guid));
        }

        private TableLayout table(Guid guid, long index, String place) {
            EntityLayout layout = layout(guid, place);
            return layout.tables()
                    .find(index)
                    .orElseThrow(
                            () ->
                                    invalid(
                                            place,
                                            "there is no table " + layout.name() + "." + index));
        }

        /** How much of an entity is to be shown; one that was created is noted already. */
        private StateSize size(Guid guid) {
            return sizes.computeIfAbsent(
                    guid, _ -> StateSize.of(schema.schemaId(), kernel.find(guid).orElseThrow()));
        }

        private void requireShown(StateSize size, String place) {
            Refusal.OverLimit over = size.over(shown).orElse(null);
            if (over != null) {
                throw TerraneException.of(
                                StageError.CHANGE_INVALID,
                                place
                                        + ": "
                                        + over.location()
                                        + " would be more than a stream shows")
                        .field(place)
                        .limit(over.limit().name(), over.max(), over.actual())
                        .toException();
            }
        }
    }
}
