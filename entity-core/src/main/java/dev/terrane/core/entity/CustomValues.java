package dev.terrane.core.entity;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Named values an application keeps with one entity at run time. They are no members: neither
 * replicated nor exported. The first value of a name fixes its type. Belongs to the kernel's owner
 * thread.
 */
public final class CustomValues {
    private static final int NAME_CHARS_MAX = 256;

    private final Entity entity;
    private final Map<String, Value> values = new LinkedHashMap<>();

    CustomValues(Entity entity) {
        this.entity = entity;
    }

    /** Adds a value under a name of 1..256 characters that is free. */
    public ChangeResult add(String name, Value value) {
        if (!entity.isLive()) {
            return ChangeResult.rejected(Reason.STALE, name);
        }
        if (name.isEmpty() || name.length() > NAME_CHARS_MAX) {
            return ChangeResult.rejected(Reason.CUSTOM_NAME, entity.layout().name());
        }
        if (values.containsKey(name)) {
            return ChangeResult.rejected(Reason.DUPLICATE, name);
        }
        int max = entity.limits().customValuesMax();
        if (values.size() >= max) {
            return new ChangeResult.Refused(
                    new Refusal.OverLimit(
                            Refusal.Limit.CUSTOM_VALUES, max, values.size() + 1L, name));
        }
        Refusal refusal = judge(name, value);
        if (refusal != null) {
            return new ChangeResult.Refused(refusal);
        }
        values.put(name, value);
        return new ChangeResult.Done();
    }

    /** Replaces a value by one of the same type; never creates a name. */
    public SetResult set(String name, Value value) {
        if (!entity.isLive()) {
            return new SetResult.Refused(new Refusal.Rejected(Reason.STALE, name));
        }
        Value old = values.get(name);
        if (old == null) {
            return new SetResult.Refused(new Refusal.Rejected(Reason.UNKNOWN_MEMBER, name));
        }
        if (old.type() != value.type()) {
            return new SetResult.Refused(new Refusal.Rejected(Reason.VALUE_TYPE, name));
        }
        Refusal refusal = judge(name, value);
        if (refusal != null) {
            return new SetResult.Refused(refusal);
        }
        if (old.equals(value)) {
            return new SetResult.Unchanged();
        }
        values.put(name, value);
        return new SetResult.Changed(old);
    }

    /** The value of a name; a stored zero is a value. */
    public Optional<Value> find(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** All names in the order they were added. */
    public Set<String> names() {
        return Collections.unmodifiableSet(values.keySet());
    }

    private @Nullable Refusal judge(String name, Value value) {
        return ValueCheck.refusal(
                new FieldLayout(name, value.type()), value, entity.limits(), name);
    }
}
