package dev.terrane.core.entity;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Judges exported data as a whole before anything of it is made again. One check each. */
final class RestoreCheck {
    private final Map<String, ClassShape> shapes;
    private final KernelLimits limits;
    private final Set<Guid> taken;
    private final Set<Guid> seen = new HashSet<>();

    RestoreCheck(Map<String, ClassShape> shapes, KernelLimits limits, Set<Guid> taken) {
        this.shapes = shapes;
        this.limits = limits;
        this.taken = taken;
    }

    /** Why the data cannot be restored, or null when it can. */
    @Nullable Refusal refuse(EntityData data) {
        try {
            check(data, 0);
            return null;
        } catch (Unfit e) {
            return e.refusal;
        }
    }

    private void check(EntityData data, int depth) {
        String name = data.className();
        if (depth > limits.containerDepthMax()) {
            throw over(Refusal.Limit.CONTAINER_DEPTH, limits.containerDepthMax(), depth, name);
        }
        ClassShape shape = shapes.get(name);
        if (shape == null) {
            throw rejected(Reason.UNKNOWN_CLASS, name);
        }
        checkIdentity(data.guid(), name);
        EntityLayout layout = shape.layout();
        checkValues(layout.fields(), data.fields(), name);
        for (int i = 0; i < data.tables().size(); i++) {
            TableLayout table = find(layout.tables(), data.tables().keyAt(i), name);
            IndexMap<IndexMap<Value>> rows = data.tables().valueAt(i);
            String location = name + "." + table.name();
            if (rows.size() > limits.tableRowsMax()) {
                throw over(Refusal.Limit.TABLE_ROWS, limits.tableRowsMax(), rows.size(), location);
            }
            rows.forEach(
                    (columns, number) ->
                            checkValues(table.columns(), columns, location + "[" + number + "]"));
        }
        for (int i = 0; i < data.containers().size(); i++) {
            ContainerLayout container = find(layout.containers(), data.containers().keyAt(i), name);
            data.containers()
                    .valueAt(i)
                    .forEach(
                            (child, slot) -> {
                                if (!child.className().equals(container.childClass())) {
                                    throw rejected(
                                            Reason.CLASS_MISMATCH,
                                            name + "." + container.name() + "[" + slot + "]");
                                }
                                check(child, depth + 1);
                            });
        }
    }

    private void checkIdentity(Guid guid, String className) {
        if (!limits.guidWidth().holds(guid.value())) {
            throw rejected(Reason.GUID_RANGE, guid.toString());
        }
        if (taken.contains(guid)) {
            throw rejected(Reason.GUID_IN_USE, guid.toString());
        }
        if (!seen.add(guid)) {
            throw rejected(Reason.DUPLICATE, guid.toString());
        }
        long entities = (long) taken.size() + seen.size();
        if (entities > limits.entitiesMax()) {
            throw over(Refusal.Limit.ENTITIES, limits.entitiesMax(), entities, className);
        }
    }

    private void checkValues(
            IndexMap<FieldLayout> fields, IndexMap<Value> values, String location) {
        values.forEach(
                (value, index) -> {
                    FieldLayout field = find(fields, index, location);
                    Refusal refusal =
                            ValueCheck.refusal(field, value, limits, location + "." + field.name());
                    if (refusal != null) {
                        throw new Unfit(refusal);
                    }
                });
    }

    private static <V> V find(IndexMap<V> members, long index, String location) {
        return members.find(index)
                .orElseThrow(() -> rejected(Reason.UNKNOWN_MEMBER, location + "." + index));
    }

    private static Unfit rejected(Reason reason, String location) {
        return new Unfit(new Refusal.Rejected(reason, location));
    }

    private static Unfit over(Refusal.Limit limit, long max, long actual, String location) {
        return new Unfit(new Refusal.OverLimit(limit, max, actual, location));
    }

    /** Unwinds the check. */
    private static final class Unfit extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Refusal refusal;

        private Unfit(Refusal refusal) {
            super(refusal.toString(), null, false, false);
            this.refusal = refusal;
        }
    }
}
