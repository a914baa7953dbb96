package dev.terrane.standalone;

import dev.terrane.cli.services.ServiceName;
import dev.terrane.cli.services.WorldData.Place;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import dev.terrane.support.config.TerraneConfig;
import java.nio.file.Path;

/** Where services' SQLite files are, by the configuration. */
final class StorePlaces {
    private static final String SQLITE = "jdbc:sqlite:";

    private StorePlaces() {}

    /** Whether a JDBC URL is of a file. */
    static boolean isFile(String url) {
        return url.startsWith(SQLITE);
    }

    /** The file where nothing else is configured. */
    static Path usual(Path data, ServiceName service) {
        return data.resolve(service.id()).resolve(service.id() + ".db");
    }

    /**
     * A service's file.
     *
     * @throws TerraneException SQLITE_ONLY when PostgreSQL is configured
     */
    static Path database(Place place, ServiceName service) {
        TerraneConfig config = TerraneConfigSource.read(place.config());
        config.requireValid();
        Path data = place.data().orElseGet(() -> TerraneConfigSource.data(config));
        String setting = service.id() + ".store.url";
        String url = config.find(setting).map(value -> value.value()).orElse("");
        if (!url.isEmpty() && !isFile(url)) {
            throw TerraneException.of(
                            WorldError.SQLITE_ONLY,
                            setting
                                    + " names PostgreSQL, which is restored with pg_restore or psql")
                    .field(setting)
                    .toException();
        }
        return url.isEmpty() || place.data().isPresent()
                ? usual(data, service)
                : Path.of(url.substring(SQLITE.length()));
    }
}
