package dev.terrane.core.chunk.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.Chunks;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.core.chunk.merge.ChunkPlan.Step;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChunkMergeTest {
    private static final int LISTED = 3;
    private static final Chunk BASE = Chunks.small();
    private static final ChunkKey KEY = BASE.key();

    @Test
    void whatTheMapDidNotChangeStaysAsEditsLeftIt() {
        Chunk edited = withCell(BASE, 0, 1);

        assertThat(plan(BASE, edited, withShuffledPalette(BASE)))
                .isEqualTo(new ChunkPlan.Untouched(KEY));
        assertThat(plan(BASE, null, BASE)).isEqualTo(new ChunkPlan.Untouched(KEY));
        assertThat(plan(null, edited, null)).isEqualTo(new ChunkPlan.Untouched(KEY));
        assertThat(plan(BASE, edited, edited)).isEqualTo(new ChunkPlan.Untouched(KEY));
    }

    @Test
    void whatOnlyTheMapChangedIsTaken() {
        Chunk map = withCell(BASE, 0, 1);

        assertThat(plan(BASE, BASE, map)).isEqualTo(new ChunkPlan.Changed(KEY, map));
        assertThat(plan(null, null, map)).isEqualTo(new ChunkPlan.Added(KEY, map));
        assertThat(plan(BASE, BASE, null)).isEqualTo(new ChunkPlan.Removed(KEY));
    }

    @Test
    void editsOfOtherCellsAndObjectsAreKept() {
        Chunk edited = withCell(BASE, 0, 1);
        Chunk map = withType(withCell(BASE, 5, 0), "door");

        ChunkPlan plan = plan(BASE, edited, map);

        assertThat(plan)
                .isEqualTo(
                        new ChunkPlan.Changed(
                                KEY, withType(withCell(withCell(BASE, 0, 1), 5, 0), "door")));
    }

    @Test
    void conflictsAreListedByCellAndObjectAndDecidedByPreference() {
        TileDef sand = new TileDef(2, "tiles/sand", false, 1, 1);
        TileDef lava = new TileDef(2, "tiles/lava", true, 4, 1);
        Chunk edited = withType(withTile(BASE, 6, sand), "door");
        Chunk map = withType(withTile(BASE, 6, lava), "gate");

        ChunkPlan ours = plan(BASE, edited, map, Prefer.OURS);
        ChunkPlan theirs = plan(BASE, edited, map, Prefer.THEIRS);

        assertThat(ours).isInstanceOf(ChunkPlan.Conflicting.class);
        assertThat(((ChunkPlan.Conflicting) ours).count()).isEqualTo(2);
        assertThat(((ChunkPlan.Conflicting) ours).conflicts())
                .extracting(conflict -> conflict.text(Conflict.Theirs.MAP))
                .containsExactly(
                        "layer 0 'ground', cell (2, 1, 0): tiles/grass, edited to tiles/sand, in"
                                + " the map tiles/lava",
                        "object chest: changed by edits, changed in the map");
        assertThat(((ChunkPlan.Conflicting) ours).conflicts())
                .extracting(conflict -> conflict.text(Conflict.Theirs.BEFORE))
                .containsExactly(
                        "layer 0 'ground', cell (2, 1, 0): tiles/grass, edited to tiles/sand,"
                                + " before the import tiles/lava",
                        "object chest: changed by edits, changed by the roll-back");
        assertThat(ours.step()).isEqualTo(new Step.Keep());
        Chunk written = ((Step.Write) theirs.step()).target();
        assertThat(ChunkMerge.sameContent(written, map)).isTrue();
    }

    @Test
    void removalAgainstChangeIsAConflictOfTheWhole() {
        Chunk edited = withCell(BASE, 0, 1);

        assertThat(plan(BASE, edited, null, Prefer.OURS).step()).isEqualTo(new Step.Keep());
        assertThat(plan(BASE, edited, null, Prefer.THEIRS).step()).isEqualTo(new Step.Delete());
        assertThat(plan(BASE, null, edited, Prefer.OURS).step()).isEqualTo(new Step.Keep());
        assertThat(plan(BASE, null, edited, Prefer.THEIRS).step())
                .isEqualTo(new Step.Write(edited));
        assertThat(plan(BASE, null, edited)).isInstanceOf(ChunkPlan.Conflicting.class);
    }

    @Test
    void moderationFlagsAreNoDifferenceAndStay() {
        ContentFlags flags =
                new ContentFlags(Map.of(ContentCategory.HATE, Severity.MILD), true, List.of("f"));
        Chunk flagged =
                BASE.withContent(
                        BASE.layers(), List.of(BASE.objects().getFirst().withFlags(flags)));

        ChunkPlan plan = plan(BASE, flagged, withCell(BASE, 0, 1));

        assertThat(plan.step())
                .isInstanceOfSatisfying(
                        Step.Write.class,
                        write -> assertThat(write.target().objects()).isEqualTo(flagged.objects()));
    }

    @Test
    void everyCellAndObjectTakesTheSideThatChangedIt() {
        Coverage coverage = new Coverage();
        Seeds.forEach(
                5_000,
                random -> {
                    Chunk base = changed(random, BASE, 3);
                    Chunk ours = changed(random, base, random.between(0, 3));
                    Chunk theirs = changed(random, base, random.between(0, 3));
                    Prefer prefer = random.choice(Prefer.values());
                    ChunkPlan plan = plan(base, ours, theirs, prefer);
                    coverage.count(plan.getClass().getSimpleName());
                    check(plan, new Chunk[] {base, ours, theirs}, prefer);
                });
        coverage.requireAtLeast(100, "Untouched", "Changed", "Conflicting");
    }

    private static void check(ChunkPlan plan, Chunk[] versions, Prefer prefer) {
        Map<String, Object> base = parts(versions[0]);
        Map<String, Object> ours = parts(versions[1]);
        Map<String, Object> theirs = parts(versions[2]);
        Map<String, Object> expected = new HashMap<>();
        int conflicts = 0;
        Map<String, Object> names = new HashMap<>(ours);
        names.putAll(theirs);
        for (String name : names.keySet()) {
            Object was = base.get(name);
            Object mine = ours.get(name);
            Object other = theirs.get(name);
            Object taken = Objects.equals(was, other) ? mine : other;
            if (!Objects.equals(mine, other)
                    && !Objects.equals(was, mine)
                    && !Objects.equals(was, other)) {
                conflicts++;
                taken = prefer == Prefer.OURS ? mine : other;
            }
            if (taken != null) {
                expected.put(name, taken);
            }
        }
        Chunk result = plan.step() instanceof Step.Write(Chunk target) ? target : versions[1];
        assertThat(parts(result)).isEqualTo(expected);
        assertThat(plan instanceof ChunkPlan.Conflicting found ? found.count() : 0)
                .isEqualTo(conflicts);
        if (plan instanceof ChunkPlan.Conflicting found) {
            assertThat(found.conflicts()).hasSize(Math.min(conflicts, LISTED));
        }
    }

    /** What a chunk shows, part by part. */
    private static Map<String, Object> parts(Chunk chunk) {
        Map<String, Object> parts = new HashMap<>();
        for (TileLayer layer : chunk.layers()) {
            for (int i = 0; i < layer.tiles().size(); i++) {
                TileDef tile = layer.getTileAt(i);
                parts.put("cell " + i, tile.assetId() + tile.flags() + tile.solid());
            }
        }
        chunk.objects().forEach(object -> parts.put("object " + object.id(), object.type()));
        return parts;
    }

    private static Chunk changed(SeededRandom random, Chunk chunk, int changes) {
        Chunk changed = chunk;
        for (int i = 0; i < changes; i++) {
            changed =
                    switch (random.nextInt(4)) {
                        case 0 ->
                                withTile(
                                        changed,
                                        random.between(0, 3),
                                        new TileDef(
                                                random.between(2, 9),
                                                "tiles/" + random.choice("a", "b"),
                                                false,
                                                0,
                                                1));
                        case 1 -> withCell(changed, random.between(0, 3), random.between(0, 1));
                        case 2 ->
                                withObject(
                                        changed, random.choice("a", "b"), random.choice("t", "u"));
                        default -> withShuffledPalette(changed);
                    };
        }
        return changed;
    }

    private static ChunkPlan plan(
            @Nullable Chunk base, @Nullable Chunk ours, @Nullable Chunk theirs) {
        return plan(base, ours, theirs, Prefer.OURS);
    }

    private static ChunkPlan plan(
            @Nullable Chunk base, @Nullable Chunk ours, @Nullable Chunk theirs, Prefer prefer) {
        return ChunkMerge.plan(new ChunkVersions(KEY, base, ours, theirs), prefer, LISTED);
    }

    private static Chunk withCell(Chunk chunk, int cell, int id) {
        TileLayer layer = chunk.layers().getFirst();
        int[] cells = layer.tiles().toArray();
        cells[cell] = layer.findTile(id).isPresent() ? id : 0;
        return with(chunk, layer.palette(), cells);
    }

    private static Chunk withTile(Chunk chunk, int cell, TileDef tile) {
        TileLayer layer = chunk.layers().getFirst();
        List<TileDef> palette = new ArrayList<>(layer.palette());
        int[] cells = layer.tiles().toArray();
        int id = palette.stream().mapToInt(TileDef::id).max().orElseThrow() + 1;
        palette.add(Looks.withId(tile, id));
        cells[cell] = id;
        return with(chunk, palette, cells);
    }

    /** The same picture with all palette ids counted from the other end. */
    private static Chunk withShuffledPalette(Chunk chunk) {
        TileLayer layer = chunk.layers().getFirst();
        int top = layer.palette().getLast().id() + 1;
        List<TileDef> palette = new ArrayList<>();
        for (TileDef tile : layer.palette()) {
            palette.add(tile.id() == 0 ? tile : Looks.withId(tile, top - tile.id()));
        }
        int[] cells = layer.tiles().toArray();
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cells[i] == 0 ? 0 : top - cells[i];
        }
        return with(chunk, palette, cells);
    }

    private static Chunk with(Chunk chunk, List<TileDef> palette, int[] cells) {
        TileLayer layer = chunk.layers().getFirst();
        return chunk.withContent(
                List.of(
                        new TileLayer(
                                layer.name(),
                                layer.layerId(),
                                layer.size(),
                                palette,
                                TileGrid.of(cells))),
                chunk.objects());
    }

    private static Chunk withType(Chunk chunk, String type) {
        return withObject(chunk, "chest", type);
    }

    private static Chunk withObject(Chunk chunk, String id, String type) {
        List<WorldObject> objects = new ArrayList<>(chunk.objects());
        objects.removeIf(object -> object.id().value().equals(id));
        WorldObject like = chunk.objects().getFirst();
        objects.add(
                new WorldObject(
                        new ObjectId(id),
                        type,
                        like.assetId(),
                        Transform.at(5.5, 6.25, 0),
                        like.properties(),
                        false,
                        ContentFlags.NONE));
        return chunk.withContent(chunk.layers(), objects);
    }
}
