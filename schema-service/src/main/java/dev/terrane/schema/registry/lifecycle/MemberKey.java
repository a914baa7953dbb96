package dev.terrane.schema.registry.lifecycle;

/**
 * A member of a class for ever, whatever it is called.
 *
 * @param className the class
 * @param index the member's index, 1..2³²−1
 */
public record MemberKey(String className, long index) {
    private static final long INDEX_MAX = 0xFFFF_FFFFL;

    public MemberKey {
        if (className.isEmpty() || index < 1 || index > INDEX_MAX) {
            throw new IllegalArgumentException("no member: " + className + "/" + index);
        }
    }

    @Override
    public String toString() {
        return className + "/" + index;
    }
}
