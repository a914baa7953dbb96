package dev.terrane.gateway.live;

import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.stream.EntityProjection;
import dev.terrane.core.entity.stream.EntityProjection.TableSelection;
import dev.terrane.core.entity.stream.Layouts;
import dev.terrane.core.entity.stream.Projection;
import dev.terrane.core.entity.stream.SnapshotLimits;
import dev.terrane.gateway.live.StageSpec.ViewRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Who sees what: decides the projection class of a recipient for an entity from the stage's view
 * rules or, for a class without any, from the schema's masks. All grants are united, so a recipient
 * has one stream per entity. Owned by the stage's thread; answers are cached.
 */
final class Views {
    private static final Guid ANY = new Guid(1);

    private final StageSchema schema;
    private final Map<String, List<ViewRule>> rules = new HashMap<>();
    private final Map<Viewer, Optional<ProjectionClass>> cache = new HashMap<>();

    Views(StageSchema schema, List<ViewRule> rules) {
        this.schema = schema;
        for (ViewRule rule : rules) {
            this.rules.computeIfAbsent(rule.className(), _ -> new ArrayList<>()).add(rule);
        }
    }

    /**
     * What a recipient sees of an entity; empty when it may not even know of it.
     *
     * @param className class of the entity
     * @param roles roles of the recipient
     * @param owner whether the recipient owns the entity
     */
    Optional<ProjectionClass> find(String className, Set<String> roles, boolean owner) {
        return cache.computeIfAbsent(new Viewer(className, roles, owner), this::resolve);
    }

    private Optional<ProjectionClass> resolve(Viewer viewer) {
        EntityLayout whole = schema.catalog().findClass(viewer.className()).orElseThrow();
        TreeSet<Long> members = new TreeSet<>();
        List<ViewRule> classRules = rules.get(viewer.className());
        if (classRules == null) {
            StageSchema.ClassMasks masks = schema.masksOf(viewer.className());
            members.addAll(masks.view());
            if (viewer.owner()) {
                members.addAll(masks.self());
            }
        } else {
            for (ViewRule rule : classRules) {
                boolean holds =
                        (!rule.ownerOnly() || viewer.owner())
                                && (rule.role().isEmpty() || viewer.roles().contains(rule.role()));
                if (holds) {
                    rule.members()
                            .forEach(name -> members.add(whole.findIndex(name).orElseThrow()));
                }
            }
        }
        return members.isEmpty() ? Optional.empty() : Optional.of(select(whole, members));
    }

    private ProjectionClass select(EntityLayout whole, Set<Long> members) {
        List<Long> fields = members.stream().filter(whole.fields()::has).toList();
        List<TableSelection> tables =
                members.stream()
                        .filter(whole.tables()::has)
                        .map(
                                index ->
                                        new TableSelection(
                                                index, keys(whole.tables().get(index).columns())))
                        .toList();
        Projection projection =
                new Projection(
                        schema.schemaId(), ANY, EntityProjection.of(whole.name(), fields, tables));
        return switch (Layouts.select(whole, projection, SnapshotLimits.defaults())) {
            case Layouts.Result.Selected(EntityLayout layout) ->
                    ProjectionClass.of(schema.schemaId(), layout);
            case Layouts.Result.Refused(var refusal) ->
                    throw new IllegalStateException(
                            "views of " + whole.name() + " were checked before: " + refusal);
        };
    }

    private static List<Long> keys(IndexMap<?> map) {
        return IntStream.range(0, map.size()).mapToObj(map::keyAt).toList();
    }

    private record Viewer(String className, Set<String> roles, boolean owner) {}
}
