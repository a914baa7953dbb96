package dev.terrane.standalone;

import dev.terrane.cli.services.ServiceName;
import dev.terrane.cli.services.WorldData;
import dev.terrane.core.chunk.Texts;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.config.TerraneConfig;
import dev.terrane.support.store.FileSight;
import dev.terrane.support.store.UnfitStoreException;
import dev.terrane.world.WorldApp;
import dev.terrane.world.backups.BackendMigration;
import dev.terrane.world.backups.BackupRestore;
import dev.terrane.world.backups.RestoredFlags;
import dev.terrane.world.backups.WorldFolders;
import dev.terrane.world.backups.WorldMoves;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;

/** World-service's own restore and move, for the command line. */
public final class StandaloneWorldData implements WorldData {
    private static final String STORE_URL = "world.store.url";

    @Override
    public Restored restore(Place place, Order order) {
        Path shared = database(place);
        quiet();
        BackupRestore restore = new BackupRestore(InstantSource.system());
        Optional<WorldId> world =
                order.world().isEmpty() ? Optional.empty() : Optional.of(world(order.world()));
        Path database = world.map(id -> new WorldFolders(shared).file(id)).orElse(shared);
        BackupRestore.Order what =
                new BackupRestore.Order(
                        order.backup(),
                        database,
                        order.digest(),
                        order.keepDamaged(),
                        world,
                        order.flagsOfBackup()
                                ? RestoredFlags.Rule.BACKUP
                                : RestoredFlags.Rule.STRICTER);
        BackupRestore.Restored restored =
                told(
                        () ->
                                world.isPresent()
                                        ? restore.restoreOwn(shared, what)
                                        : restore.restore(what));
        RestoredFlags flags = restored.flags();
        return new Restored(
                database,
                restored.bytes(),
                restored.chunks(),
                restored.revisions(),
                restored.digest(),
                restored.schemaVersion(),
                restored.damaged(),
                restored.replaced(),
                new Flags(
                        flags.compared(),
                        flags.kept(),
                        flags.lowered(),
                        flags.raised(),
                        flags.earlier().map(Path::toString).orElse("")));
    }

    @Override
    public Relocated moveToOwnFile(Place place, String world) {
        return told(() -> relocated(moves(place).toOwn(world(world))));
    }

    @Override
    public Relocated moveToShared(Place place, String world) {
        return told(() -> relocated(moves(place).toShared(world(world))));
    }

    /** A file that may not be used is no defect: it is named. */
    static <T> T told(Supplier<T> work) {
        try {
            return work.get();
        } catch (UnfitStoreException e) {
            throw e.toRefusal();
        } catch (UncheckedIOException | DataAccessException e) {
            throw FileSight.findDenied(e)
                    .<RuntimeException>map(UnfitStoreException::toRefusal)
                    .orElse(e);
        }
    }

    private static WorldMoves moves(Place place) {
        Path shared = database(place);
        quiet();
        return new WorldMoves(shared, InstantSource.system());
    }

    private static Relocated relocated(WorldMoves.Moved moved) {
        return new Relocated(moved.file(), moved.chunks(), moved.revisions(), moved.digest());
    }

    /**
     * Nothing starts that would set up logging: what the libraries say would stand in the answer.
     */
    private static void quiet() {
        LoggingSystem.get(StandaloneWorldData.class.getClassLoader()).beforeInitialize();
    }

    static WorldId world(String id) {
        String fault = Texts.idFault(id);
        if (fault != null) {
            throw TerraneException.of(CommonError.INVALID_ARGUMENT, fault)
                    .field("--world")
                    .toException();
        }
        return new WorldId(id);
    }

    private static Path database(Place place) {
        return StorePlaces.database(place, ServiceName.WORLD);
    }

    @Override
    public Optional<Moved> migrateBackend(Place place, Path file) {
        TerraneConfig config = TerraneConfigSource.read(place.config());
        config.requireValid();
        if (config.find(STORE_URL).filter(url -> !StorePlaces.isFile(url.value())).isEmpty()) {
            throw TerraneException.of(
                            CommonError.INVALID_ARGUMENT,
                            "world.store.url names no PostgreSQL to copy into")
                    .field(STORE_URL)
                    .toException();
        }
        try (ConfigurableApplicationContext context = start(place, config, file)) {
            return context.getBean(BackendMigration.class)
                    .result()
                    .map(moved -> new Moved(moved.chunks(), moved.revisions(), moved.digest()));
        }
    }

    /** The service itself, reachable by nobody: it copies at its start, before anything else. */
    private static ConfigurableApplicationContext start(
            Place place, TerraneConfig config, Path file) {
        SpringApplication application = new SpringApplication(WorldApp.class);
        application.setMainApplicationClass(WorldApp.class);
        application.setRegisterShutdownHook(false);
        application.setEnvironment(new ServiceEnvironment());
        List<String> arguments =
                new ArrayList<>(
                        List.of(
                                "--spring.config.name=terrane-world",
                                "--spring.main.banner-mode=off",
                                "--logging.register-shutdown-hook=false",
                                "--logging.threshold.console=WARN",
                                // A failed start is told as this command's refusal.
                                "--logging.level.org.springframework.boot.SpringApplication=OFF",
                                "--logging.level.org.springframework.boot.diagnostics=OFF",
                                "--server.port=0",
                                "--server.address=127.0.0.1",
                                "--terrane.common.data-dir=" + TerraneConfigSource.data(config),
                                "--terrane.world.backups.migrate-from=" + file.toAbsolutePath()));
        place.config().ifPresent(path -> arguments.add("--terrane.config=" + path));
        try {
            return application.run(arguments.toArray(String[]::new));
        } catch (RuntimeException e) {
            throw refusal(e);
        }
    }

    private static TerraneException refusal(RuntimeException failure) {
        StartFailure found = StartFailure.of(failure);
        return found.refusal()
                .orElseGet(
                        () ->
                                TerraneException.of(
                                                CliError.START_FAILED,
                                                "the database was not moved: " + found.text())
                                        .cause(failure)
                                        .toException());
    }
}
