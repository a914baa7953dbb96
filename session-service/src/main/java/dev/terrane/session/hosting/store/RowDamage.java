package dev.terrane.session.hosting.store;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The first column of a row that could not be read, while the others are read on. */
final class RowDamage {
    private @Nullable String found;

    /** The column's value, or the one in its place. */
    <T> T read(String column, Supplier<T> value, T otherwise) {
        T read = readOrNull(column, value);
        return read == null ? otherwise : read;
    }

    /** The column's value, or null. */
    <T> @Nullable T readOrNull(String column, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException | IllegalStateException e) {
            if (found == null) {
                found = "the stored " + column + " cannot be read: " + e.getMessage();
            }
            return null;
        }
    }

    /** What to tell of the row; null if it is sound. */
    @Nullable String found() {
        return found;
    }
}
