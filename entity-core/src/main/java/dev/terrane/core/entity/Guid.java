package dev.terrane.core.entity;

/**
 * Identity of an entity: a signed 64-bit number that is not 0. A {@code guid} <em>value</em> may be
 * 0 and is a {@link Value.GuidRef}.
 *
 * @param value the number
 */
public record Guid(long value) implements Comparable<Guid> {
    public Guid {
        if (value == 0) {
            throw new IllegalArgumentException("a guid is not 0");
        }
    }

    @Override
    public int compareTo(Guid other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
