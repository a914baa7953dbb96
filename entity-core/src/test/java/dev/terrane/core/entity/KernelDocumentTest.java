package dev.terrane.core.entity;

import static dev.terrane.core.entity.GuestRoom.added;
import static dev.terrane.core.entity.GuestRoom.created;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.terrane.core.schema.SchemaDocument;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the kernel document shows and says of creation, with classes like its own. */
class KernelDocumentTest {
    private static final String DOCUMENT =
            """
            {"format": "ark.entity-schema", "version": 1,
             "classes": [
              {"name": "GuestPlayer", "description": "A visitor",
               "fields": [
                {"name": "id", "index": 99, "type": "uint32"},
                {"name": "name", "index": 100, "type": "string", "mask": ["sync_view", "sync_self"]},
                {"name": "x", "index": 101, "type": "double"},
                {"name": "hp", "index": 104, "type": "uint32", "mask": ["save", "real_time"]},
                {"name": "link", "index": 109, "type": "guid"}],
               "tables": [{"name": "inventory", "index": 200, "class": "Item", "mask": ["save"]}],
               "containers": [{"name": "bag", "index": 201, "class": "Item", "mask": ["save"]}]},
              {"name": "Item", "fields": [{"name": "count", "index": 1, "type": "uint32"}],
               "tables": [], "containers": []}],
             "configs": [{"class": "GuestPlayer", "rows": [
               {"id": 1, "name": "Guest", "x": 80.0, "hp": 100, "link": "4294967296"}]}]}
            """;

    private final Kernel kernel = kernel(GuidWidth.BITS_64);

    @Test
    void aConfiguredEntityTakesFieldsAndRowsLikeAnyOther() {
        var player = created(kernel.create(new Creation("GuestPlayer", null, 1, List.of())));
        var fields = player.fields();
        fields.setUInt32(104, fields.getUInt32(104) > 0 ? fields.getUInt32(104) - 1 : 0);
        var row = added(player.findTable(200).orElseThrow().addRow());
        assertThat(row.columns().setUInt32(1, 3)).isTrue();
        var item = created(player.findContainer(201).orElseThrow().create(1, 0));
        assertThat(fields.getUInt32(104)).isEqualTo(99);
        assertThat(row.columns().getUInt32(1)).isEqualTo(3);
        assertThat(item.findParent()).containsSame(player);
        assertThat(fields.getUInt32(99)).isEqualTo(1);
        assertThat(player.profileId()).isEqualTo(1);
        var profile = kernel.catalog().findProfile(1).orElseThrow();
        assertThat(profile.values().get(104)).isEqualTo(new Value.UInt32(100));
        var next = created(kernel.create(new Creation("GuestPlayer", null, 1, List.of())));
        assertThat(next.fields().getUInt32(104)).isEqualTo(100);
    }

    @Test
    void argumentsBeatTheRowAndTheLastOneWins() {
        var player =
                created(
                        kernel.create(
                                new Creation(
                                        "GuestPlayer",
                                        null,
                                        1,
                                        List.of(
                                                new Creation.Argument(104, new Value.UInt32(7)),
                                                new Creation.Argument(100, Value.Text.of("")),
                                                new Creation.Argument(104, new Value.UInt32(0))))));
        assertThat(player.fields().getUInt32(104)).isZero();
        assertThat(player.fields().getText(100)).isEqualTo(ByteText.EMPTY);
        assertThat(player.fields().getDouble(101)).isEqualTo(80.0);
    }

    @Test
    void aRowOutsideTheGuidWidthStopsTheStart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> kernel(GuidWidth.BITS_32))
                .withMessageContaining("GUID_RANGE")
                .withMessageContaining("profile 1.link");
    }

    private static Kernel kernel(GuidWidth width) {
        var last = new long[1];
        return new Kernel(
                switch (SchemaReader.read(DOCUMENT.getBytes(StandardCharsets.UTF_8))) {
                    case SchemaResult.Ok(SchemaDocument document) -> SchemaCatalog.of(document);
                    case SchemaResult.Rejected rejected ->
                            throw new AssertionError(rejected.toString());
                },
                () -> new Guid(++last[0]),
                new KernelLimits(100, 100, 100, 65_536, width));
    }
}
