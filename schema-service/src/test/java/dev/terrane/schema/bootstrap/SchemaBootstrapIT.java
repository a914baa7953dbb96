package dev.terrane.schema.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.schema.SchemaServer;
import dev.terrane.schema.registry.SampleSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaBootstrapIT {
    @TempDir Path data;
    @TempDir Path folder;

    @Test
    void aStartedServiceHasTheFoldersDocuments() throws IOException {
        Files.writeString(folder.resolve("room.schema.json"), SampleSchemas.text(1));
        String setting = "terrane.schema.bootstrap=" + folder;
        for (int start = 0; start < 2; start++) {
            try (SchemaServer server = SchemaServer.start(data, setting)) {
                assertThat(server.get("/api/v1/schemas/room", "viewer").text("id"))
                        .isEqualTo("room@1");
            }
        }
    }

    @Test
    void anInvalidDocumentStopsTheStart() throws IOException {
        Path file = folder.resolve("room.json");
        Files.writeString(file, "{\"format\": \"ark.entity-schema\", \"version\": 2}");
        assertThatThrownBy(
                        () ->
                                SchemaServer.start(data, "terrane.schema.bootstrap=" + folder)
                                        .close())
                .hasStackTraceContaining(file + ":1:44 /version [format-version]");
        assertThatThrownBy(
                        () -> SchemaServer.start(data, "terrane.schema.bootstrap=" + file).close())
                .hasStackTraceContaining("is no folder");
        try (SchemaServer server = SchemaServer.start(data)) {
            assertThat(server.get("/api/v1/schemas", "viewer").json().path("schemas").size())
                    .isZero();
        }
    }
}
