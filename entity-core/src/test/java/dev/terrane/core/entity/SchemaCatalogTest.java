package dev.terrane.core.entity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.ScalarType;
import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaCatalogTest {
    private static final String DOCUMENT =
            """
            {"format": "ark.entity-schema", "version": 1,
             "classes": [
              {"name": "Chest",
               "fields": [{"name": "id", "index": 99, "type": "uint32"},
                          {"name": "owner", "index": 7, "type": "guid"}],
               "tables": [{"name": "inside", "index": 200, "class": "Item"}],
               "containers": [{"name": "secret", "index": 201, "class": "Item"}]},
              {"name": "Item", "fields": [{"name": "count", "index": 1, "type": "uint32"}],
               "tables": [], "containers": []}],
             "configs": [{"class": "Chest", "rows": [{"id": 5, "owner": "-12"}]}]}
            """;

    @Test
    void aDocumentBecomesLayoutsAndProfiles() {
        var catalog = SchemaCatalog.of(document());
        var chest = catalog.findClass("Chest").orElseThrow();
        assertThat(chest.fields().get(7)).isEqualTo(new FieldLayout("owner", ScalarType.GUID));
        assertThat(chest.tables().get(200).columns().get(1))
                .isEqualTo(new FieldLayout("count", ScalarType.UINT32));
        assertThat(chest.containers().get(201)).isEqualTo(new ContainerLayout("secret", "Item"));
        assertThat(chest.findIndex("inside")).contains(200L);
        var kernel = new Kernel(catalog, () -> new Guid(1), KernelLimits.defaults());
        var made = GuestRoom.created(kernel.create(new Creation("Chest", null, 5, List.of())));
        assertThat(made.get(99)).isEqualTo(new Value.UInt32(5));
        assertThat(made.get(7)).isEqualTo(new Value.GuidRef(-12));
    }

    private static SchemaDocument document() {
        return switch (SchemaReader.read(DOCUMENT.getBytes(StandardCharsets.UTF_8))) {
            case SchemaResult.Ok(SchemaDocument document) -> document;
            case SchemaResult.Rejected rejected -> throw new AssertionError(rejected.toString());
        };
    }
}
