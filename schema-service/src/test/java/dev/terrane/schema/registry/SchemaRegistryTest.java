package dev.terrane.schema.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaHash;
import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import dev.terrane.core.schema.SchemaWriter;
import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.schema.registry.plan.PublishResult;
import dev.terrane.testing.SimClock;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class SchemaRegistryTest {
    private static final SchemaName ROOM = new SchemaName("guest-room");

    private final MemorySchemaStore store = new MemorySchemaStore();
    private final TestRegistry whole = TestRegistry.on(store);
    private final SchemaRegistry registry = whole.registry();

    private SchemaRegistry registry(long cacheCharacters) {
        return TestRegistry.on(store, store, cacheCharacters).registry();
    }

    private PublishedSchema publish(int number) {
        return whole.create(ROOM, SampleSchemas.bytes(number));
    }

    @Test
    void theCanonicalExportIsPublishedWithItsHashes() {
        PublishedSchema schema = publish(1);
        SchemaDocument document =
                ((SchemaResult.Ok) SchemaReader.read(SampleSchemas.bytes(1))).document();
        assertThat(schema.document()).isEqualTo(SchemaWriter.writeText(document));
        assertThat(schema.version())
                .isEqualTo(
                        new SchemaVersion(
                                new SchemaId(ROOM, 1),
                                SchemaHash.ofContent(document),
                                SchemaHash.ofWire(document),
                                SimClock.START,
                                "studio",
                                false));
    }

    @Test
    void anotherLayoutOfTheSameDocumentIsTheSameVersion() {
        PublishedSchema schema = publish(1);
        byte[] canonical = schema.document().getBytes(StandardCharsets.UTF_8);
        PublishResult again = whole.publish(ROOM, canonical);
        PublishResult.Item item = ((PublishResult.Published) again).items().getFirst();
        assertThat(item.isCreated()).isFalse();
        assertThat(item.schema()).isEqualTo(schema);
        assertThat(whole.events()).containsExactly("published guest-room@1");
    }

    @Test
    void anInvalidDocumentIsRefusedWithAllItsProblemsAndNothingStored() {
        byte[] broken =
                SampleSchemas.text(1)
                        .replace("\"index\": 2", "\"index\": 1")
                        .replace("double", "vector3d")
                        .getBytes(StandardCharsets.UTF_8);
        PublishResult result = whole.publish(ROOM, broken);
        assertThat(((PublishResult.Invalid) result).invalid().getFirst().problems())
                .extracting(DocumentProblem::rule)
                .containsExactly("member-index-duplicate", "type-unknown");
        assertThat(registry.list(null, null, 10, true).versions()).isEmpty();
        assertThat(whole.events()).isEmpty();
    }

    @Test
    void publishedVersionsAreServedFromMemory() {
        PublishedSchema first = publish(1);
        PublishedSchema second = publish(2);
        for (int i = 0; i < 10; i++) {
            assertThat(registry.find(new SchemaReference.Pinned(first.id()))).contains(first);
            assertThat(registry.find(new SchemaReference.Latest(ROOM))).contains(second);
        }
        assertThat(store.reads()).isZero();
    }

    @Test
    void aVersionNotInMemoryIsReadOnce() {
        PublishedSchema first = publish(1);
        SchemaRegistry restarted = registry(1 << 20);
        SchemaReference byContent = new SchemaReference.Content(first.version().contentHash());
        for (int i = 0; i < 10; i++) {
            assertThat(restarted.find(new SchemaReference.Pinned(first.id()))).contains(first);
            assertThat(restarted.find(byContent)).contains(first);
        }
        assertThat(store.reads()).isEqualTo(1);
    }

    @Test
    void memoryIsBoundedAndTheLeastUsedGoFirst() {
        int length = publish(1).document().length();
        SchemaRegistry small = registry(2L * length + 10);
        for (int number = 2; number <= 5; number++) {
            publish(number);
        }
        for (int version : new int[] {1, 2, 1, 3, 1, 4, 1}) {
            assertThat(small.find(new SchemaReference.Pinned(new SchemaId(ROOM, version))))
                    .isPresent();
        }
        assertThat(store.reads()).isEqualTo(4);
        assertThat(small.find(new SchemaReference.Pinned(new SchemaId(ROOM, 2)))).isPresent();
        assertThat(store.reads()).isEqualTo(5);
        SchemaRegistry none = registry(0);
        assertThat(none.find(new SchemaReference.Latest(ROOM))).isPresent();
        assertThat(none.find(new SchemaReference.Latest(ROOM))).isPresent();
        assertThat(store.reads()).isEqualTo(7);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThat(registry.find(new SchemaReference.Latest(ROOM))).isEmpty();
        assertThat(registry.find(new SchemaReference.Pinned(new SchemaId(ROOM, 1)))).isEmpty();
        assertThat(registry.find(new SchemaReference.Content(new SchemaHash("0".repeat(64)))))
                .isEmpty();
    }

    @Test
    void referencesHaveFourForms() {
        assertThat(SchemaReference.find("guest-room")).contains(new SchemaReference.Latest(ROOM));
        assertThat(SchemaReference.find("guest-room@12"))
                .contains(new SchemaReference.Pinned(new SchemaId(ROOM, 12)));
        assertThat(SchemaReference.find("guest-room@prod"))
                .contains(new SchemaReference.Channel(ROOM, new ChannelName("prod")));
        assertThat(SchemaReference.find("sha256:" + "a".repeat(64)))
                .contains(new SchemaReference.Content(new SchemaHash("a".repeat(64))));
        for (String text :
                List.of(
                        "",
                        "Guest",
                        "-a",
                        "a@0",
                        "a@01",
                        "a@-1",
                        "a@",
                        "@1",
                        "a@1@2",
                        "a@9999999999",
                        "a".repeat(64),
                        "sha256:ABC",
                        "sha256:" + "A".repeat(64))) {
            assertThat(SchemaReference.find(text)).as(text).isEmpty();
        }
        assertThat(SchemaName.find("a".repeat(63))).isPresent();
        assertThat(new SchemaReference.Pinned(new SchemaId(ROOM, 12))).hasToString("guest-room@12");
    }

    @Test
    void pageSizesAreBounded() {
        for (int limit : new int[] {0, -1, 1001}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> registry.list(null, null, limit, false));
        }
    }

    private static SchemaProperties properties(
            DataSize document, DataSize cache, List<String> channels, int references) {
        return new SchemaProperties(document, cache, channels, references);
    }

    @Test
    void settingsHaveDefaultsInTheCoreAndBounds() {
        DataSize fine = DataSize.ofMegabytes(4);
        List<String> channels = List.of("dev", "prod");
        assertThat(properties(fine, fine, channels, 1).toLimits()).isEqualTo(SchemaLimits.DEFAULT);
        assertThat(properties(DataSize.ofBytes(10), DataSize.ofBytes(0), List.of(), 1).toLimits())
                .extracting(SchemaLimits::documentBytesMax)
                .isEqualTo(10);
        for (DataSize size : List.of(DataSize.ofBytes(0), DataSize.ofMegabytes(5))) {
            refuses("document-bytes-max", () -> properties(size, fine, channels, 1));
        }
        refuses("cache-bytes-max", () -> properties(fine, DataSize.ofBytes(-1), channels, 1));
        for (List<String> names : List.of(List.of("Dev"), List.of("1"), List.of("a", "a"))) {
            refuses("channels", () -> properties(fine, fine, names, 1));
        }
        for (int references : new int[] {0, 1_000_001}) {
            refuses("references-max", () -> properties(fine, fine, channels, references));
        }
    }

    private static void refuses(String setting, ThrowingCallable make) {
        assertThatIllegalArgumentException()
                .isThrownBy(make)
                .withMessageStartingWith("schema." + setting);
    }
}
