package dev.terrane.schema.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.terrane.rpc.error.SchemaError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.registry.MemorySchemaStore;
import dev.terrane.schema.registry.SampleSchemas;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.SchemaVersion;
import dev.terrane.schema.registry.TestRegistry;
import dev.terrane.testing.Provokes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaBootstrapTest {
    @TempDir Path folder;

    private final MemorySchemaStore store = new MemorySchemaStore();
    private final TestRegistry whole = TestRegistry.on(store);
    private final SchemaRegistry registry = whole.registry();

    private void start(Path bootstrap) {
        new SchemaBootstrap(new BootstrapProperties(bootstrap), registry, whole.publisher())
                .afterSingletonsInstantiated();
    }

    private TerraneException failure(Path bootstrap) {
        TerraneException refusal =
                catchThrowableOfType(TerraneException.class, () -> start(bootstrap));
        assertThat(refusal).as("the start must fail").isNotNull();
        assertThat(refusal.code()).isEqualTo(SchemaError.SCHEMA_BOOTSTRAP_FAILED);
        return refusal;
    }

    private List<String> ids() {
        return registry.list(null, null, 100, true).versions().stream()
                .map(SchemaVersion::id)
                .map(Object::toString)
                .toList();
    }

    @Test
    void everyDocumentIsPublishedOnceUnderItsFilesName() throws IOException {
        Files.writeString(folder.resolve("a-room.json"), SampleSchemas.text(1));
        Files.writeString(folder.resolve("b-room.schema.json"), SampleSchemas.text(2));
        start(folder);
        start(folder);
        assertThat(ids()).containsExactly("a-room@1", "b-room@1");
        assertThat(registry.find(new SchemaReference.Latest(new SchemaName("a-room"))))
                .hasValueSatisfying(
                        schema ->
                                assertThat(schema.version().publishedBy()).isEqualTo("bootstrap"));
        Files.writeString(folder.resolve("a-room.json"), SampleSchemas.text(3));
        start(folder);
        assertThat(ids()).containsExactly("a-room@1", "b-room@1", "a-room@2");
    }

    @Test
    void whatWasPublishedSinceIsNotTakenBackByARestart() throws IOException {
        Files.writeString(folder.resolve("a-room.json"), SampleSchemas.text(1));
        start(folder);
        whole.create(new SchemaName("a-room"), SampleSchemas.bytes(2));
        start(folder);
        assertThat(ids()).containsExactly("a-room@1", "a-room@2");
    }

    @Test
    void anXmlFileBesideAndHintsAreNeverRead() throws IOException {
        Files.writeString(folder.resolve("a-room.json"), SampleSchemas.text(1));
        Files.createDirectory(folder.resolve("entity.xml"));
        Files.createDirectory(folder.resolve("a-room.hints.json"));
        Files.writeString(folder.resolve("Broken Name.xml"), "<not even xml");
        start(folder);
        assertThat(ids()).containsExactly("a-room@1");
    }

    @Test
    @Provokes("SCHEMA_BOOTSTRAP_FAILED")
    void anInvalidDocumentStopsTheStartWithPathAndPointerAndPublishesNothing() throws IOException {
        Files.writeString(folder.resolve("a-room.json"), SampleSchemas.text(1));
        Path broken = folder.resolve("b-room.json");
        Files.writeString(broken, SampleSchemas.text(1).replace("\"index\": 2", "\"index\": 0"));
        TerraneException refusal = failure(folder);
        assertThat(refusal)
                .hasMessageContaining(broken.toString())
                .hasMessageContaining("/classes/0/fields/1/index")
                .hasMessageContaining("member-index-range");
        assertThat(refusal.info().getField()).isEqualTo(broken.toString());
        assertThat(refusal.info().getPointer()).isEqualTo("/classes/0/fields/1/index");
        assertThat(refusal.info().getLine()).isEqualTo(3);
        assertThat(ids()).isEmpty();
    }

    @Test
    void aDocumentThatBreaksEarlierVersionsStopsTheStartWithTheReason() throws IOException {
        Path file = folder.resolve("a-room.json");
        Files.write(file, SampleSchemas.fields(SampleSchemas.field("x", 1, "double")));
        start(folder);
        Files.write(file, SampleSchemas.fields(SampleSchemas.field("x", 1, "string")));
        assertThat(failure(folder))
                .hasMessageContaining(file.toString())
                .hasMessageContaining("type-changed against a-room@1")
                .hasMessageContaining("/classes/0/fields/0/type");
        assertThat(ids()).containsExactly("a-room@1");
    }

    @Test
    void aMissingFolderStopsTheStartWithItsPath() throws IOException {
        Path missing = folder.resolve("nowhere");
        assertThat(failure(missing)).hasMessageContaining(missing.toString());
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(failure(file)).hasMessageContaining(file.toString());
    }

    @Test
    void aFileThatCannotBeReadOrNamedStopsTheStart() throws IOException {
        Path unreadable = Files.createDirectory(folder.resolve("room.json"));
        assertThat(failure(folder)).hasMessageContaining(unreadable.toString());
        Files.delete(unreadable);
        Path named = Files.writeString(folder.resolve("Guest Room.json"), SampleSchemas.text(1));
        assertThat(failure(folder)).hasMessageContaining(named.toString());
        Files.delete(named);
        Files.writeString(folder.resolve("room.json"), SampleSchemas.text(1));
        Files.writeString(folder.resolve("room.schema.json"), SampleSchemas.text(2));
        assertThat(failure(folder)).hasMessageContaining("same schema name");
        assertThat(ids()).isEmpty();
    }

    @Test
    void withoutTheSettingNothingIsRead() {
        start(null);
        assertThat(ids()).isEmpty();
        byte[] bytes = SampleSchemas.text(1).getBytes(StandardCharsets.UTF_8);
        assertThat(bytes).isEqualTo(SampleSchemas.bytes(1));
    }
}
