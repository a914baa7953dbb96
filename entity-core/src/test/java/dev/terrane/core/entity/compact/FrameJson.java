package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.ByteText;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot;
import dev.terrane.core.entity.stream.FixedPoint;
import dev.terrane.core.entity.stream.ProjectionClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.Assertions;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** How golden vectors show frames, states and layouts. */
final class FrameJson {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private FrameJson() {}

    /** Compares frames and what a receiver that knows the layouts shows with NAME.hex and .json. */
    static void compare(
            Path folder, String name, List<byte[]> frames, List<ProjectionClass> layouts)
            throws IOException {
        var receiver = new CompactReceiver(Compacts.LIMITS, 0);
        int number = 0;
        for (ProjectionClass projection : layouts) {
            number++;
            Assertions.assertThat(receiver.addLayout(number, projection)).isEmpty();
        }
        var digits = new StringBuilder();
        List<Object> results = new ArrayList<>();
        for (byte[] frame : frames) {
            digits.append(HexFormat.of().formatHex(frame)).append('\n');
            results.add(result(receiver, receiver.receive(frame)));
        }
        same(folder.resolve(name + ".hex"), digits.toString());
        same(folder.resolve(name + ".json"), JSON.writeValueAsString(results) + "\n");
    }

    /** Compares the layouts with layouts.json. */
    static void compare(Path folder, List<ProjectionClass> layouts) throws IOException {
        List<Object> json = new ArrayList<>();
        for (ProjectionClass projection : layouts) {
            json.add(layout(json.size() + 1, projection, layouts));
        }
        same(folder.resolve("layouts.json"), JSON.writeValueAsString(json) + "\n");
    }

    /** The names of the recorded sequences. */
    static List<String> recorded(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".hex"))
                    .map(name -> name.substring(0, name.length() - 4))
                    .toList();
        }
    }

    private static void same(Path file, String text) throws IOException {
        if (Boolean.getBoolean("terrane.golden.record")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        }
        Assertions.assertThat(text).isEqualTo(Files.readString(file));
    }

    private static Map<String, Object> result(CompactReceiver receiver, FrameResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        switch (result) {
            case FrameResult.Applied(FrameHead head, var _) -> head(json, head);
            case FrameResult.Collected(FrameHead head) -> {
                head(json, head);
                json.put("collected", true);
            }
            case FrameResult.Duplicate _, FrameResult.Refused _ ->
                    throw new AssertionError(result.toString());
        }
        List<Object> streams = new ArrayList<>();
        for (BoundStream stream : receiver.streams()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("handle", stream.bind().handle());
            one.put("layout", stream.bind().layout());
            one.put("networkId", Integer.toUnsignedLong(stream.bind().networkId()));
            one.put("generation", stream.replica().binding().generation());
            one.put("revision", stream.replica().revision());
            state(one, stream.replica().state().orElseThrow().root(), stream.children());
            streams.add(one);
        }
        json.put("streams", streams);
        return json;
    }

    private static void head(Map<String, Object> json, FrameHead head) {
        json.put("number", head.number());
        json.put("tick", head.tick());
        json.put("last", head.last());
        json.put("realTime", head.realTime());
        head.processed().ifPresent(value -> json.put("processed", Long.toString(value)));
        head.durableThrough().ifPresent(value -> json.put("durableThrough", Long.toString(value)));
    }

    private static void state(
            Map<String, Object> json, EntitySnapshot root, Map<Guid, BindChild> children) {
        json.put("guid", root.guid().toString());
        json.put("incarnation", root.incarnation());
        json.put("class", root.className());
        json.put("fields", values(root.fields()));
        Map<String, Object> tables = new LinkedHashMap<>();
        root.tables()
                .forEach(
                        (table, index) -> {
                            Map<String, Object> rows = new LinkedHashMap<>();
                            table.rows()
                                    .forEach(
                                            (row, number) ->
                                                    rows.put(Long.toString(number), row(row)));
                            tables.put(Long.toString(index), rows);
                        });
        json.put("tables", tables);
        Map<String, Object> containers = new LinkedHashMap<>();
        root.containers()
                .forEach(
                        (container, index) -> {
                            Map<String, Object> slots = new LinkedHashMap<>();
                            container
                                    .slots()
                                    .forEach(
                                            (child, slot) ->
                                                    slots.put(
                                                            Long.toString(slot),
                                                            child(child, children)));
                            containers.put(Long.toString(index), slots);
                        });
        if (!containers.isEmpty()) {
            json.put("containers", containers);
        }
    }

    private static Map<String, Object> child(EntitySnapshot child, Map<Guid, BindChild> children) {
        BindChild bind = children.get(child.guid());
        if (bind == null) {
            throw new AssertionError("nobody named " + child.guid());
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("layout", bind.layout());
        json.put("networkId", Integer.toUnsignedLong(bind.networkId()));
        state(json, child, children);
        return json;
    }

    private static Map<String, Object> row(EntitySnapshot.RowSnapshot row) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("incarnation", row.incarnation());
        json.put("columns", values(row.columns()));
        return json;
    }

    /** Numbers beyond what JSON readers keep exactly, and floating values, are text. */
    private static Map<String, Object> values(IndexMap<Value> values) {
        Map<String, Object> json = new LinkedHashMap<>();
        values.forEach(
                (value, index) ->
                        json.put(
                                Long.toString(index),
                                switch (value) {
                                    case Value.Bool(boolean v) -> v;
                                    case Value.Int32(int v) -> v;
                                    case Value.UInt32(long v) -> v;
                                    case Value.Int64(long v) -> Long.toString(v);
                                    case Value.UInt64(long v) -> Long.toUnsignedString(v);
                                    case Value.Float32(float v) ->
                                            "0x"
                                                    + HexFormat.of()
                                                            .toHexDigits(
                                                                    Float.floatToRawIntBits(v));
                                    case Value.Float64(double v) ->
                                            "0x"
                                                    + HexFormat.of()
                                                            .toHexDigits(
                                                                    Double.doubleToRawLongBits(v));
                                    case Value.Text(ByteText v) ->
                                            HexFormat.of().formatHex(v.toByteArray());
                                    case Value.GuidRef(long v) -> Long.toString(v);
                                }));
        return json;
    }

    private static Map<String, Object> layout(
            int number, ProjectionClass projection, List<ProjectionClass> all) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("number", number);
        json.put("schemaId", projection.schemaId());
        json.put("hash", projection.hash());
        json.put("class", projection.layout().name());
        json.put(
                "fields", fields(projection.layout().fields(), projection.quantisation().fields()));
        List<Object> tables = new ArrayList<>();
        projection
                .layout()
                .tables()
                .forEach(
                        (table, index) -> {
                            Map<String, Object> one = new LinkedHashMap<>();
                            one.put("index", index);
                            one.put("name", table.name());
                            one.put("rowClass", table.rowClass());
                            one.put(
                                    "columns",
                                    fields(
                                            table.columns(),
                                            projection.quantisation().columns(index)));
                            tables.add(one);
                        });
        json.put("tables", tables);
        List<Object> containers = new ArrayList<>();
        projection
                .children()
                .forEach((rule, index) -> containers.add(rule(projection, index, rule, all)));
        if (!containers.isEmpty()) {
            json.put("containers", containers);
        }
        return json;
    }

    /** A container with the layout numbers of its children. */
    private static Map<String, Object> rule(
            ProjectionClass owner,
            long index,
            ProjectionClass.ChildClasses rule,
            List<ProjectionClass> all) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("index", index);
        json.put("name", owner.layout().containers().get(index).name());
        json.put("childClass", owner.layout().containers().get(index).childClass());
        ProjectionClass every = rule.every();
        if (every != null) {
            json.put("every", all.indexOf(every) + 1);
        }
        Map<String, Object> named = new LinkedHashMap<>();
        new TreeMap<>(rule.named())
                .forEach((guid, child) -> named.put(guid.toString(), all.indexOf(child) + 1));
        json.put("named", named);
        return json;
    }

    private static List<Object> fields(
            IndexMap<FieldLayout> fields, IndexMap<FixedPoint> precision) {
        List<Object> json = new ArrayList<>();
        fields.forEach(
                (field, index) -> {
                    Map<String, Object> one = new LinkedHashMap<>();
                    one.put("index", index);
                    one.put("name", field.name());
                    one.put("type", field.type().name());
                    precision
                            .find(index)
                            .ifPresent(fixed -> one.put("fractionBits", fixed.fractionBits()));
                    json.add(one);
                });
        return json;
    }
}
