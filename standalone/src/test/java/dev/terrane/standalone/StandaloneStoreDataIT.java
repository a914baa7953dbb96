package dev.terrane.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.terrane.cli.ExitCode;
import dev.terrane.cli.Main;
import dev.terrane.cli.services.RunRequest;
import dev.terrane.cli.services.ServiceAddress;
import dev.terrane.cli.services.ServiceName;
import dev.terrane.cli.services.ServiceRunner;
import dev.terrane.cli.services.StoreData;
import dev.terrane.cli.services.WorldData;
import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.store.DataFolderLock;
import dev.terrane.world.backups.Backups;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Services whose database is gone, and the ways out of the command line. */
class StandaloneStoreDataIT {
    private static final ServiceRunner.Progress SILENT =
            new ServiceRunner.Progress() {
                @Override
                public void up(ServiceAddress address, Duration took) {}

                @Override
                public void down(ServiceName service, Duration took) {}
            };

    @TempDir Path folder;
    private Path data;
    private WorldData.Place place;
    private final StoreData stores = StoreData.find().orElseThrow();

    @BeforeEach
    void configure() throws IOException {
        data = folder.resolve("data");
        Path config =
                Files.writeString(
                        folder.resolve("plain.yaml"),
                        "common:\n  data-dir: \"%s\"\n".formatted(data));
        place = new WorldData.Place(Optional.of(data), Optional.of(config));
    }

    private Contexts start(ServiceName service) {
        RunRequest request =
                new RunRequest(
                        Optional.of(data),
                        place.config(),
                        List.of(service),
                        Map.of(service, 0),
                        true);
        StandaloneRunner runner = new StandaloneRunner();
        return (Contexts) runner.start(request, runner.plan(request), SILENT);
    }

    private TerraneException refusal(ServiceName service) {
        return catchThrowableOfType(TerraneException.class, () -> start(service).close());
    }

    private ErrorCode anew(ServiceName service, String world) {
        return catchThrowableOfType(
                        TerraneException.class, () -> stores.beginAnew(place, service, world))
                .code();
    }

    /** Runs a command of the command line on the folder. */
    private String command(@Nullable Integer expected, String... words) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text, true);
        int exit =
                Main.run(
                        out,
                        out,
                        Stream.concat(Stream.of(words), Stream.of("--data", data.toString()))
                                .toArray(String[]::new));
        if (expected != null) {
            assertThat(exit).as(text.toString()).isEqualTo(expected);
        }
        return text.toString();
    }

    private Path database(ServiceName service) {
        return data.resolve(service.id()).resolve(service.id() + ".db");
    }

    @ParameterizedTest
    @EnumSource
    void aServiceWhoseDatabaseIsGoneDoesNotStart(ServiceName service) throws IOException {
        Path file = database(service);
        Files.createDirectories(file.getParent());
        Files.writeString(file.resolveSibling(service.id() + ".db.made"), "made");
        TerraneException refused = refusal(service);
        assertThat(refused.code()).as(refused.getMessage()).isEqualTo(CommonError.STORE_MISSING);
        assertThat(refused)
                .hasMessageContainingAll(
                        file.toString(), service.id() + ".db.made", "begin-anew " + service.id());
        assertThat(file).doesNotExist();
        assertThat(stores.findLost(data, service))
                .hasValueSatisfying(
                        lost -> assertThat(lost.refusal()).isEqualTo(refused.getMessage()));

        Files.writeString(file, "no database");
        TerraneException malformed = refusal(service);
        assertThat(malformed.code()).isEqualTo(CommonError.STORE_UNFIT);
        assertThat(malformed).hasMessageContaining(file.toString());
        assertThat(stores.findLost(data, service)).as("it is there").isEmpty();
    }

    /**
     * Reproduced: the framework's report, with its trace, stood on the console before the reason.
     */
    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void aStartThatIsRefusedSaysItsReasonAlone(CapturedOutput console) throws IOException {
        Path file = database(ServiceName.SCHEMA);
        Files.createDirectories(file.getParent());
        Files.writeString(file.resolveSibling("schema.db.made"), "made");

        String missing = command(ExitCode.NOT_STARTED, "up", "--port", "0");
        Files.writeString(file, "no database");
        String unfit = command(ExitCode.NOT_STARTED, "up", "--port", "0");

        assertThat(console.getAll()).isEmpty();
        assertThat(missing).contains("terrane: STORE_MISSING: " + file).contains("  fix:  ");
        assertThat(unfit).contains("terrane: STORE_UNFIT: " + file).contains("  fix:  ");
        assertThat(missing + unfit).doesNotContain("\tat ").doesNotContain("Exception");
        assertThat(data.resolve("logs/terrane.log"))
                .content()
                .contains("UnfitStoreException", "STORE_MISSING", "STORE_UNFIT", "\tat ");

        String shown = command(ExitCode.NOT_STARTED, "up", "--port", "0", "--verbose");

        assertThat(shown).contains("terrane: STORE_UNFIT: " + file);
        assertThat(console.getAll()).contains("UnfitStoreException").contains("\tat ");
    }

    @Test
    void aLostDatabaseIsRestoredOrGivenUp() throws IOException {
        Path file = database(ServiceName.WORLD);
        assertThat(anew(ServiceName.WORLD, "")).isEqualTo(CommonError.INVALID_ARGUMENT);
        try (Contexts contexts = start(ServiceName.WORLD)) {
            contexts.get(ServiceName.WORLD).getBean(Backups.class).create("monday");
        }
        assertThat(anew(ServiceName.WORLD, ""))
                .as("it is there")
                .isEqualTo(CommonError.INVALID_ARGUMENT);
        Files.write(file, new byte[0]);
        assertThat(refusal(ServiceName.WORLD).code()).isEqualTo(CommonError.STORE_MISSING);
        WorldData.load()
                .restore(
                        place,
                        new WorldData.Order(
                                file.resolveSibling("backups/monday.db"), "", false, "", false));
        start(ServiceName.WORLD).close();

        Files.delete(file);
        Files.writeString(file.resolveSibling("world.db-wal"), "a log");
        assertThat(anew(ServiceName.WORLD, ""))
                .as("its log is there")
                .isEqualTo(CommonError.INVALID_ARGUMENT);
        Files.delete(file.resolveSibling("world.db-wal"));
        try (DataFolderLock _ = DataFolderLock.acquire(file.getParent())) {
            assertThat(anew(ServiceName.WORLD, "")).isEqualTo(CliError.DATA_LOCKED);
        }
        assertThat(command(ExitCode.NO, "doctor"))
                .contains("fail  databases     " + file + " is gone");
        assertThat(command(ExitCode.OK, "store", "begin-anew", "world"))
                .contains("the next start makes an empty " + file);
        assertThat(command(null, "doctor")).contains("ok    databases     no service's is missing");
        start(ServiceName.WORLD).close();
        assertThat(file).isNotEmptyFile();
        assertThat(file.resolveSibling("backups/monday.db")).exists();

        Path isle = file.resolveSibling("worlds/isle/world.db");
        Files.createDirectories(isle.getParent());
        Files.createFile(isle);
        assertThat(stores.beginAnew(place, ServiceName.WORLD, "isle")).isEqualTo(isle);
        assertThat(isle).doesNotExist();
    }
}
