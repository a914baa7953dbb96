package dev.terrane.support.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.testing.Provokes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that is gone is not taken for one that was never made. */
class StoreTracesTest {
    @TempDir Path folder;
    private Path file;
    private Path mark;

    @BeforeEach
    void name() {
        file = folder.resolve("probe.db");
        mark = folder.resolve("probe.db.made");
    }

    private StoreFixture open() {
        return StoreFixture.open("probe", "jdbc:sqlite:" + file);
    }

    private void write() {
        try (StoreFixture store = open()) {
            store.threads()
                    .run(
                            () ->
                                    store.template()
                                            .update(
                                                    "INSERT INTO probe (id, name) VALUES (1, 'a')"));
        }
    }

    private long rows() {
        try (StoreFixture store = open()) {
            return store.threads()
                    .read(
                            () ->
                                    store.client()
                                            .sql("SELECT count(*) FROM probe")
                                            .query(Long.class)
                                            .single());
        }
    }

    private UnfitStoreException refusal() {
        return catchThrowableOfType(UnfitStoreException.class, this::open);
    }

    @Test
    void theFirstStartInAnEmptyFolderMakesTheDatabaseAndItsMark() throws IOException {
        write();
        assertThat(mark).content().startsWith("made").contains("probe.db");
        assertThat(rows()).isEqualTo(1);

        Files.delete(file);
        Files.delete(mark);
        assertThat(rows()).as("the folder is like a new one").isZero();
    }

    @Test
    @Provokes("STORE_MISSING")
    void aDatabaseThatIsGoneOrEmptyAfterACleanStopIsNotMadeAnew() throws IOException {
        write();
        byte[] whole = Files.readAllBytes(file);
        for (boolean empty : new boolean[] {false, true}) {
            Files.delete(file);
            if (empty) {
                Files.createFile(file);
            }
            for (int start = 0; start < 2; start++) {
                UnfitStoreException refused = refusal();
                assertThat(refused.code()).isEqualTo(CommonError.STORE_MISSING);
                assertThat(refused)
                        .hasMessageContainingAll(
                                file.toString(),
                                empty ? "has 0 bytes" : "is gone",
                                "found probe.db.made",
                                "restore a backup",
                                "`terrane store begin-anew probe`");
                assertThat(refused.toRefusal().code()).isEqualTo(CommonError.STORE_MISSING);
            }
            assertThat(StoreTraces.isGone(file)).as("left as it was").isTrue();
            assertThat(Files.exists(file)).isEqualTo(empty);
            Files.write(file, whole);
            assertThat(rows()).as("put back").isEqualTo(1);
        }
    }

    @Test
    void whatElseAStoreLeavesSaysItOfADatabaseWithoutAMark() throws IOException {
        for (String trace :
                List.of(
                        "backups/monday.db",
                        "replaced/probe.db.20260101T000000",
                        "worlds/isle/world.db")) {
            Path left = folder.resolve(trace);
            Files.createDirectories(left.getParent());
            Files.writeString(left, "x");
            assertThat(refusal()).as(trace).hasMessageContaining("found " + trace);
            Files.delete(left);
        }
        Files.writeString(folder.resolve("backups/monday.part"), "what a kill left");
        for (int i = 0; i < 5; i++) {
            Files.writeString(folder.resolve("backups/" + i + ".db"), "x");
        }
        assertThat(refusal())
                .hasMessageContaining("backups/0.db, backups/1.db, backups/2.db and 2 more");
    }

    @Test
    void aMarkThatCannotBeReadIsOneAllTheSame() throws IOException {
        write();
        byte[] whole = Files.readAllBytes(file);
        Files.delete(file);
        Files.delete(mark);
        Files.createDirectory(mark);

        assertThat(refusal())
                .hasMessageContainingAll(file.toString(), "is gone", "found probe.db.made");
        assertThatThrownBy(() -> StoreTraces.allowAnew(file))
                .isInstanceOf(UnfitStoreException.class)
                .hasMessageContainingAll(mark.toString(), "is a folder");
        assertThat(folder.resolve("probe.db.made.part")).as("nothing is half done").doesNotExist();
        Files.write(file, whole);
        assertThat(rows()).as("put back").isEqualTo(1);
    }

    @Test
    void aFolderInThePlaceOfADatabaseIsNone() throws IOException {
        Files.createDirectory(file);

        UnfitStoreException refused = refusal();

        assertThat(refused.code()).isEqualTo(CommonError.STORE_UNFIT);
        assertThat(refused).hasMessageContainingAll(file.toString(), "is a folder");
        assertThat(file).isEmptyDirectory();
    }

    @Test
    void aDatabaseOfAVersionWithoutMarksGetsOne() throws IOException {
        write();
        Files.delete(mark);
        assertThat(rows()).isEqualTo(1);
        assertThat(mark).exists();
    }

    @Test
    void anOperatorMayGiveUpADatabaseThatIsGoneOnceForAll() throws IOException {
        write();
        assertThatThrownBy(() -> StoreTraces.allowAnew(file))
                .isInstanceOf(IllegalArgumentException.class);
        for (boolean empty : new boolean[] {false, true}) {
            Files.delete(file);
            if (empty) {
                Files.createFile(file);
            }
            Files.createDirectories(folder.resolve("backups"));
            Files.writeString(folder.resolve("backups/monday.db"), "x");
            assertThat(refusal()).isNotNull();

            StoreTraces.allowAnew(file);
            assertThat(StoreTraces.of(file)).isEmpty();
            assertThat(rows()).isZero();
            assertThat(mark).content().startsWith("made");
            assertThat(folder.resolve("backups/monday.db")).exists();
        }
        Files.delete(file);
        assertThat(refusal()).as("the next one is not given up").isNotNull();
        for (String strange : List.of("", "new", "\u0000\u0001")) {
            Files.writeString(mark, strange);
            assertThat(refusal()).as("a mark nobody wrote so").isNotNull();
        }
    }

    @Test
    @Provokes("STORE_UNFIT")
    void aFileThatIsNoDatabaseIsRefusedByNameAndLeftAsItWas() throws IOException {
        for (String content : List.of("x", "no database\n".repeat(2_000))) {
            Files.writeString(file, content);
            UnfitStoreException refused = refusal();
            assertThat(refused.code()).isEqualTo(CommonError.STORE_UNFIT);
            assertThat(refused)
                    .hasMessageContainingAll(
                            file.toString(), "damaged, or no SQLite database", "restore a backup");
            assertThat(file).hasContent(content);
            assertThat(mark).doesNotExist();
        }
    }

    @Test
    void aDatabaseWhoseFirstPagesAreDamagedIsRefusedByName() throws IOException {
        write();
        byte[] bytes = Files.readAllBytes(file);
        for (int at : new int[] {0, 100}) {
            byte[] damaged = bytes.clone();
            for (int i = at; i < Math.min(at + 4_000, damaged.length); i++) {
                damaged[i] = (byte) (i * 31);
            }
            Files.write(file, damaged);
            assertThat(refusal())
                    .as("from byte " + at)
                    .satisfies(e -> assertThat(e.code()).isEqualTo(CommonError.STORE_UNFIT))
                    .hasMessageContaining(file.toString());
        }
        Files.write(file, bytes);
        assertThat(rows()).isEqualTo(1);
    }
}
