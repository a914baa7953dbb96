package dev.terrane.gateway.stages;

import dev.terrane.gateway.live.StageSpec;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.support.web.JsonMistakes;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * The stage document: the JSON form of a {@link StageSpec}, as REST reads it and the store keeps
 * it. Strict: unknown and duplicate keys, wrong types and unknown words are refused with their
 * pointer.
 *
 * <p>Null and absent mean the same for every member.
 */
public record StageDocument(
        @Nullable String id,
        @Nullable String schema,
        @Nullable String world,
        @Nullable String room,
        @Nullable String session,
        @Nullable String mode,
        @Nullable Integer tickRateHertz,
        @Nullable Integer slots,
        @Nullable List<String> allowedRoles,
        @Nullable List<String> deniedSubjects,
        @Nullable List<View> views,
        @Nullable List<Body> bodies,
        @Nullable Join join,
        @Nullable List<MapObject> objects) {

    private static final JsonMapper MAPPER =
            JsonMapper.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                    .propertyNamingStrategy(new ClassNaming())
                    .build();

    /** Reads a document; what it says is not checked beyond its form. */
    public static StageSpec read(byte[] json) {
        try {
            StageDocument document = MAPPER.readValue(json, StageDocument.class);
            if (document == null) {
                throw invalid("", "the document is null");
            }
            return document.toSpec();
        } catch (JacksonException e) {
            var location = e.getLocation();
            throw TerraneException.of(
                            StageError.STAGE_INVALID,
                            "the stage document does not read: " + JsonMistakes.text(e))
                    .pointer(pointer(e))
                    .position(
                            location == null ? 0 : Math.max(0, location.getLineNr()),
                            location == null ? 0 : Math.max(0, location.getColumnNr()))
                    .cause(e)
                    .toException();
        }
    }

    /** The document of a specification, with defaults filled in and lists sorted. */
    public static byte[] write(StageSpec spec) {
        return writeAny(of(spec));
    }

    /** Any value that holds documents, as JSON with the document's names. */
    public static byte[] writeAny(Object value) {
        return MAPPER.writeValueAsBytes(value);
    }

    /** The document's members of a specification. */
    public static StageDocument of(StageSpec spec) {
        StageSpec.JoinRule join = spec.join();
        return new StageDocument(
                spec.id(),
                spec.schemaId(),
                none(spec.world()),
                none(spec.room()),
                none(spec.session()),
                spec.mode().name().toLowerCase(Locale.ROOT),
                spec.tickRateHertz(),
                spec.slots(),
                List.copyOf(new TreeSet<>(spec.allowedRoles())),
                List.copyOf(new TreeSet<>(spec.deniedSubjects())),
                spec.views().stream()
                        .map(
                                v ->
                                        new View(
                                                v.className(),
                                                none(v.role()),
                                                v.ownerOnly(),
                                                v.members()))
                        .toList(),
                spec.bodies().stream().map(StageDocument::body).toList(),
                join.spawns()
                        ? new Join(
                                none(join.role()),
                                join.className(),
                                none(join.at()),
                                "peer",
                                join.keepOnLeave() ? "keep" : "destroy",
                                join.configId(),
                                none(join.nameField()))
                        : null,
                spec.objects().stream()
                        .map(
                                o ->
                                        new MapObject(
                                                o.objectType(),
                                                o.className(),
                                                none(o.x()),
                                                none(o.y()),
                                                o.configId()))
                        .toList());
    }

    private static Body body(StageSpec.BodyRule rule) {
        return new Body(
                rule.className(),
                rule.x(),
                rule.y(),
                none(rule.angle()),
                rule.radius(),
                rule.kind(),
                rule.mass(),
                rule.restitution());
    }

    private StageSpec toSpec() {
        return new StageSpec(
                text(id),
                text(schema),
                text(world),
                text(room),
                text(session),
                modeOf(text(mode)),
                count("/tickRateHertz", tickRateHertz),
                count("/slots", slots),
                Set.copyOf(entries("/allowedRoles", allowedRoles)),
                Set.copyOf(entries("/deniedSubjects", deniedSubjects)),
                entries("/views", views).stream().map(View::toRule).toList(),
                entries("/bodies", bodies).stream().map(Body::toRule).toList(),
                join == null ? StageSpec.JoinRule.NONE : join.toRule(),
                entries("/objects", objects).stream().map(MapObject::toRule).toList());
    }

    /** Nothing given means the default; a given 0 is no default, as it would be in Protobuf. */
    private static int count(String pointer, @Nullable Integer value) {
        if (value != null && value == 0) {
            throw invalid(pointer, "is at least 1, not 0; left out it is the default");
        }
        return value == null ? 0 : value;
    }

    private static StageSpec.Mode modeOf(String word) {
        return switch (word) {
            case "", "play" -> StageSpec.Mode.PLAY;
            case "edit" -> StageSpec.Mode.EDIT;
            default -> throw invalid("/mode", "mode must be play or edit, not " + word);
        };
    }

    private static <T> List<T> entries(String pointer, @Nullable List<T> list) {
        if (list == null) {
            return List.of();
        }
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) == null) {
                throw invalid(pointer + "/" + i, "null is no entry");
            }
        }
        return list;
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    private static @Nullable String none(String value) {
        return value.isEmpty() ? null : value;
    }

    private static String pointer(JacksonException e) {
        return e.getPath().stream()
                .map(
                        reference -> {
                            String name = reference.getPropertyName();
                            return "/"
                                    + (name == null ? String.valueOf(reference.getIndex()) : name);
                        })
                .collect(Collectors.joining());
    }

    private static TerraneException invalid(String pointer, String text) {
        return TerraneException.of(StageError.STAGE_INVALID, text).pointer(pointer).toException();
    }

    /** A view rule. */
    public record View(
            @Nullable String className,
            @Nullable String role,
            @Nullable Boolean ownerOnly,
            @Nullable List<String> members) {
        private StageSpec.ViewRule toRule() {
            return new StageSpec.ViewRule(
                    text(className),
                    text(role),
                    Boolean.TRUE.equals(ownerOnly),
                    entries("/views/members", members));
        }
    }

    /** A body rule. */
    public record Body(
            @Nullable String className,
            @Nullable String x,
            @Nullable String y,
            @Nullable String angle,
            @Nullable Double radius,
            @Nullable String kind,
            @Nullable Double mass,
            @Nullable Double restitution) {
        private StageSpec.BodyRule toRule() {
            return new StageSpec.BodyRule(
                    text(className),
                    text(x),
                    text(y),
                    text(angle),
                    Objects.requireNonNullElse(radius, 0d),
                    text(kind),
                    Objects.requireNonNullElse(mass, 0d),
                    Objects.requireNonNullElse(restitution, 0d));
        }
    }

    /** The join rule. */
    public record Join(
            @Nullable String role,
            @Nullable String className,
            @Nullable String at,
            @Nullable String owner,
            @Nullable String onLeave,
            @Nullable Long configId,
            @Nullable String nameField) {
        private StageSpec.JoinRule toRule() {
            if (!text(owner).isEmpty() && !text(owner).equals("peer")) {
                throw invalid("/join/owner", "owner must be peer, not " + owner);
            }
            boolean keep =
                    switch (text(onLeave)) {
                        case "", "destroy" -> false;
                        case "keep" -> true;
                        default ->
                                throw invalid(
                                        "/join/onLeave",
                                        "onLeave must be destroy or keep, not " + onLeave);
                    };
            return new StageSpec.JoinRule(
                    text(role),
                    text(className),
                    text(at),
                    keep,
                    Objects.requireNonNullElse(configId, 0L),
                    text(nameField));
        }
    }

    /** An object rule. */
    public record MapObject(
            @Nullable String type,
            @Nullable String className,
            @Nullable String x,
            @Nullable String y,
            @Nullable Long configId) {
        private StageSpec.ObjectRule toRule() {
            return new StageSpec.ObjectRule(
                    text(type),
                    text(className),
                    text(x),
                    text(y),
                    Objects.requireNonNullElse(configId, 0L));
        }
    }

    /** {@code class} is no name for a record component. */
    private static final class ClassNaming extends PropertyNamingStrategies.NamingBase {
        @Override
        public String translate(String name) {
            return name.equals("className") ? "class" : name;
        }
    }
}
