package dev.terrane.support.store;

import java.util.Locale;

/** Which of the two supported databases a store is opened on. */
public enum DatabaseKind {
    SQLITE("jdbc:sqlite:"),
    POSTGRESQL("jdbc:postgresql:");

    private final String urlPrefix;

    DatabaseKind(String urlPrefix) {
        this.urlPrefix = urlPrefix;
    }

    /**
     * The kind a JDBC url names; any other url is refused with {@link IllegalArgumentException}.
     */
    public static DatabaseKind of(String url) {
        for (DatabaseKind kind : values()) {
            if (url.startsWith(kind.urlPrefix)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "not a database Terrane runs on: "
                        + url
                        + " (expected jdbc:sqlite:FILE or jdbc:postgresql://HOST/NAME)");
    }

    /** Last folder of this kind's migrations, {@code db/migration/SERVICE/folder}. */
    public String folder() {
        return name().toLowerCase(Locale.ROOT);
    }
}
