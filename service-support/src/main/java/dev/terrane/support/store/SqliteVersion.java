package dev.terrane.support.store;

import java.util.Arrays;

/** The SQLite library's version, as {@code sqlite_version()} gives it. */
record SqliteVersion(int major, int minor, int patch) implements Comparable<SqliteVersion> {
    /**
     * Older libraries have a defect in the WAL reset that can corrupt a database (sqlite.org,
     * "WAL-reset bug", fixed in 3.51.3).
     */
    static final SqliteVersion OLDEST = new SqliteVersion(3, 51, 3);

    static SqliteVersion parse(String text) {
        int[] parts = Arrays.stream(text.split("\\.")).mapToInt(Integer::parseInt).toArray();
        if (parts.length < 3) {
            throw new IllegalArgumentException("not an SQLite version: " + text);
        }
        return new SqliteVersion(parts[0], parts[1], parts[2]);
    }

    /** Refuses a library older than {@link #OLDEST}. */
    void requireSupported() {
        if (compareTo(OLDEST) < 0) {
            throw new IllegalStateException(
                    "the SQLite library is " + this + ", Terrane needs " + OLDEST + " or newer");
        }
    }

    @Override
    public int compareTo(SqliteVersion other) {
        int byMajor = Integer.compare(major, other.major);
        int byMinor = Integer.compare(minor, other.minor);
        return byMajor != 0
                ? byMajor
                : byMinor != 0 ? byMinor : Integer.compare(patch, other.patch);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
