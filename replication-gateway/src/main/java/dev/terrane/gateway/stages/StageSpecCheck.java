package dev.terrane.gateway.stages;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.schema.ScalarType;
import dev.terrane.gateway.live.StageSchema;
import dev.terrane.gateway.live.StageSpec;
import dev.terrane.gateway.live.StageSpec.BodyRule;
import dev.terrane.gateway.live.StageSpec.JoinRule;
import dev.terrane.gateway.live.StageSpec.ObjectRule;
import dev.terrane.gateway.live.StageSpec.ViewRule;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Role;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Says whether a stage can be made from a specification: all that is wrong at once, each with its
 * pointer into the stage document. One check per instance.
 */
public final class StageSpecCheck {
    /** Largest length of a session's body, metres; a longer one would refuse every join. */
    private static final double RADIUS_MAX = 1e5;

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern SCHEMA = Pattern.compile("[a-z][a-z0-9-]{0,62}@[1-9][0-9]{0,9}");
    private static final Set<String> KINDS = Set.of("dynamic", "kinematic", "static");
    private static final int PROBLEMS_MAX = 100;
    private static final int EXTRAS_MAX = 16;
    private static final int RULES_MAX = 256;
    private static final int SUBJECTS_MAX = 256;

    private final StageSpec spec;
    private final List<Problem> problems = new ArrayList<>();

    private StageSpecCheck(StageSpec spec) {
        this.spec = spec;
    }

    /**
     * What can be said without the schema.
     *
     * @throws TerraneException STAGE_MODE_UNSUPPORTED or STAGE_INVALID
     */
    public static void requireForm(StageSpec spec) {
        if (spec.mode() == StageSpec.Mode.EDIT) {
            throw TerraneException.of(
                            StageError.STAGE_MODE_UNSUPPORTED, "mode edit is not built yet")
                    .pointer("/mode")
                    .toException();
        }
        StageSpecCheck check = new StageSpecCheck(spec);
        check.form();
        check.report();
    }

    /**
     * What takes the schema: classes, fields and rows the rules name.
     *
     * @throws TerraneException STAGE_INVALID
     */
    public static void requireFits(StageSpec spec, StageSchema schema) {
        StageSpecCheck check = new StageSpecCheck(spec);
        check.views(schema);
        check.bodies(schema);
        check.join(schema);
        check.objects(schema);
        check.report();
    }

    private void form() {
        require(ID.matcher(spec.id()).matches(), "/id", "an id is 1..64 of [A-Za-z0-9_-]");
        require(
                SCHEMA.matcher(spec.schemaId()).matches(),
                "/schema",
                "a schema is named name@version");
        require(
                spec.world().isEmpty() == spec.room().isEmpty(),
                spec.world().isEmpty() ? "/world" : "/room",
                "world and room come together");
        optionalId(spec.world(), "/world");
        optionalId(spec.room(), "/room");
        optionalId(spec.session(), "/session");
        require(
                spec.tickRateHertz() >= 1 && spec.tickRateHertz() <= 60,
                "/tickRateHertz",
                "a tick rate is 1..60, not " + spec.tickRateHertz());
        require(
                spec.slots() >= 1 && spec.slots() <= 1000,
                "/slots",
                "slots are 1..1000, not " + spec.slots());
        for (String role : spec.allowedRoles()) {
            require(isRole(role), "/allowedRoles", "there is no role " + role);
        }
        require(
                spec.deniedSubjects().size() <= SUBJECTS_MAX,
                "/deniedSubjects",
                "at most 256 subjects are denied");
        bounded(spec.views(), "/views");
        bounded(spec.bodies(), "/bodies");
        bounded(spec.objects(), "/objects");
        require(spec.bodies().isEmpty() || spec.hasSession(), "/bodies", "bodies take a session");
        require(
                spec.objects().isEmpty() || spec.hasRoom(),
                "/objects",
                "map objects take a world and room");
        require(
                spec.join().role().isEmpty() || isRole(spec.join().role()),
                "/join/role",
                "there is no role " + spec.join().role());
    }

    private void views(StageSchema schema) {
        for (int i = 0; i < spec.views().size(); i++) {
            ViewRule rule = spec.views().get(i);
            String at = "/views/" + i;
            require(
                    rule.role().isEmpty() || isRole(rule.role()),
                    at + "/role",
                    "there is no role " + rule.role());
            Optional<EntityLayout> layout = findClass(schema, rule.className(), at);
            for (int m = 0; m < rule.members().size() && layout.isPresent(); m++) {
                String member = rule.members().get(m);
                Optional<Long> index = layout.get().findIndex(member);
                require(
                        index.isPresent(),
                        at + "/members/" + m,
                        "class " + rule.className() + " has no member " + member);
                require(
                        index.isEmpty() || !layout.get().containers().has(index.get()),
                        at + "/members/" + m,
                        "containers do not replicate yet: " + member);
            }
        }
    }

    private void bodies(StageSchema schema) {
        Set<String> classes = new HashSet<>();
        for (int i = 0; i < spec.bodies().size(); i++) {
            BodyRule rule = spec.bodies().get(i);
            String at = "/bodies/" + i;
            require(
                    classes.add(rule.className()),
                    at + "/class",
                    "class " + rule.className() + " has two body rules");
            Optional<EntityLayout> layout = findClass(schema, rule.className(), at);
            if (layout.isPresent()) {
                field(layout.get(), rule.x(), ScalarType.DOUBLE, at + "/x");
                field(layout.get(), rule.y(), ScalarType.DOUBLE, at + "/y");
                if (!rule.angle().isEmpty()) {
                    field(layout.get(), rule.angle(), ScalarType.DOUBLE, at + "/angle");
                }
                require(
                        Set.of(rule.x(), rule.y()).size() == 2
                                && !Set.of(rule.x(), rule.y()).contains(rule.angle()),
                        at,
                        "x, y and angle are different fields");
            }
            positive(rule.radius(), at + "/radius");
            require(
                    rule.radius() <= RADIUS_MAX,
                    at + "/radius",
                    "radius is at most " + RADIUS_MAX + " m");
            positive(rule.mass(), at + "/mass");
            require(
                    Double.isFinite(rule.restitution()) && rule.restitution() >= 0,
                    at + "/restitution",
                    "restitution is 0 or more");
            require(
                    KINDS.contains(rule.kind()),
                    at + "/kind",
                    "kind is dynamic, kinematic or static, not " + rule.kind());
        }
    }

    private void join(StageSchema schema) {
        JoinRule rule = spec.join();
        if (!rule.spawns()) {
            require(
                    rule.role().isEmpty() && rule.at().isEmpty(),
                    "/join/class",
                    "a join rule names a class");
            return;
        }
        Optional<EntityLayout> layout = findClass(schema, rule.className(), "/join");
        if (layout.isPresent() && !rule.nameField().isEmpty()) {
            field(layout.get(), rule.nameField(), ScalarType.STRING, "/join/nameField");
        }
        config(schema, rule.className(), rule.configId(), "/join/configId");
        require(
                rule.at().isEmpty() || spec.hasRoom(),
                "/join/at",
                "a map object takes a world and room");
    }

    private void objects(StageSchema schema) {
        for (int i = 0; i < spec.objects().size(); i++) {
            ObjectRule rule = spec.objects().get(i);
            String at = "/objects/" + i;
            require(!rule.objectType().isEmpty(), at + "/type", "a type is named");
            Optional<EntityLayout> layout = findClass(schema, rule.className(), at);
            if (layout.isPresent()) {
                if (!rule.x().isEmpty()) {
                    field(layout.get(), rule.x(), ScalarType.DOUBLE, at + "/x");
                }
                if (!rule.y().isEmpty()) {
                    field(layout.get(), rule.y(), ScalarType.DOUBLE, at + "/y");
                }
            }
            require(
                    spec.bodies().stream().noneMatch(b -> b.className().equals(rule.className())),
                    at + "/class",
                    "entities of map objects have no bodies yet: " + rule.className());
            config(schema, rule.className(), rule.configId(), at + "/configId");
        }
    }

    private Optional<EntityLayout> findClass(StageSchema schema, String name, String at) {
        Optional<EntityLayout> layout = schema.catalog().findClass(name);
        require(
                layout.isPresent(),
                at + "/class",
                name.isEmpty()
                        ? "a class is named"
                        : "schema " + schema.schemaId() + " has no class " + name);
        return layout;
    }

    private void field(EntityLayout layout, String name, ScalarType type, String at) {
        Optional<FieldLayout> field =
                layout.findIndex(name).flatMap(index -> layout.fields().find(index));
        require(
                field.isPresent() && field.get().type() == type,
                at,
                field.isEmpty()
                        ? "class " + layout.name() + " has no field " + name
                        : name + " is " + field.get().type() + ", not " + type);
    }

    private void config(StageSchema schema, String className, long id, String at) {
        require(
                id == 0
                        || schema.catalog()
                                .findProfile(id)
                                .filter(p -> p.className().equals(className))
                                .isPresent(),
                at,
                "class " + className + " has no configuration row " + id);
    }

    private void optionalId(String id, String at) {
        require(id.isEmpty() || ID.matcher(id).matches(), at, "an id is 1..64 of [A-Za-z0-9_-]");
    }

    private void positive(double value, String at) {
        require(Double.isFinite(value) && value > 0, at, "must be above 0, not " + value);
    }

    private void bounded(Collection<?> rules, String at) {
        require(rules.size() <= RULES_MAX, at, "at most 256 rules");
    }

    private static boolean isRole(String name) {
        return Role.find(name).filter(role -> role != Role.SERVICE).isPresent();
    }

    private void require(boolean holds, String pointer, String text) {
        if (!holds && problems.size() < PROBLEMS_MAX) {
            problems.add(new Problem(pointer, text));
        }
    }

    private void report() {
        if (problems.isEmpty()) {
            return;
        }
        Problem first = problems.getFirst();
        String more = problems.size() == 1 ? "" : " (and " + (problems.size() - 1) + " more)";
        TerraneException.Builder refusal =
                TerraneException.of(StageError.STAGE_INVALID, first.text() + more)
                        .pointer(first.pointer());
        for (int i = 1; i < Math.min(problems.size(), EXTRAS_MAX); i++) {
            Problem problem = problems.get(i);
            refusal.extra("problem" + (i + 1), problem.pointer() + ": " + problem.text());
        }
        throw refusal.toException();
    }

    private record Problem(String pointer, String text) {}
}
