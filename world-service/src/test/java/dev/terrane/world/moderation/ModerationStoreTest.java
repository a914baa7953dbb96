package dev.terrane.world.moderation;

import static dev.terrane.world.WorldFixture.ANN;
import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.core.chunk.ObjectId;
import dev.terrane.core.chunk.Properties;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.WorldObject;
import dev.terrane.world.BothDatabases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.ChunkAction;
import dev.terrane.world.chunks.ChunkChange;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.Chunks;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.chunks.FlaggedChunk;
import dev.terrane.world.chunks.ObjectEntry;
import dev.terrane.world.chunks.ObjectQuery;
import dev.terrane.world.flags.AssetFlag;
import dev.terrane.world.flags.Viewer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract of moderation, on both databases. */
class ModerationStoreTest extends BothDatabases {
    private static final Viewer ADULT =
            new Viewer(Map.of(ContentCategory.VIOLENCE, 3, ContentCategory.HORROR, 3), true, false);

    private static Chunk scripted(String properties) {
        Chunk plain = chunk(0, 0);
        WorldObject sign = plain.objects().getFirst();
        return plain.withContent(
                plain.layers(),
                List.of(
                        new WorldObject(
                                sign.id(),
                                sign.type(),
                                sign.assetId(),
                                sign.transform(),
                                Properties.parse(properties).get(),
                                false,
                                ContentFlags.NONE)));
    }

    @Test
    void flagsAreTheMaximumOverTilesObjectsAndScripts() {
        world.flag("tiles/grass", ContentCategory.VIOLENCE, Severity.MILD);
        world.flag("props/sign", ContentCategory.VIOLENCE, Severity.SEVERE);
        world.flag("scripts/a", ContentCategory.HORROR, Severity.MODERATE);
        world.moderation.set("scripts/b", Map.of(), true, "mature", "mo");

        applied(
                world.put(
                        scripted(
                                "{\"script\":\"scripts/a\",\"scripts\":[\"scripts/b\",3,\"no way\"]}"),
                        Base.NONE,
                        "p"));

        Chunk stored = world.get(key(0, 0)).chunk();
        assertThat(stored.flags().severity(ContentCategory.VIOLENCE)).isEqualTo(Severity.SEVERE);
        assertThat(stored.flags().severity(ContentCategory.HORROR)).isEqualTo(Severity.MODERATE);
        assertThat(stored.flags().mature()).isTrue();
        assertThat(stored.flags().sources())
                .containsExactly("props/sign", "scripts/a", "scripts/b", "tiles/grass");
        assertThat(stored.objects().getFirst().flags().sources())
                .as("an object's own")
                .containsExactly("props/sign", "scripts/a", "scripts/b");
        assertThat(world.count("content_flags")).isEqualTo(2);
    }

    /** What a stranger says was compared with flags that may be others when it is written. */
    @Test
    void whatAStrangerSaysNeverTakesFlagsAway() {
        world.flag("tiles/grass", ContentCategory.VIOLENCE, Severity.SEVERE);
        applied(world.put(chunk(0, 0), Base.NONE, "p"));
        AssetFlag scare =
                new AssetFlag(
                        "tiles/grass",
                        Map.of(
                                ContentCategory.HORROR,
                                Severity.MILD,
                                ContentCategory.VIOLENCE,
                                Severity.MILD),
                        false,
                        "ann",
                        WorldFixture.START);

        world.moderation.raise(List.of(scare), "scare");

        AssetFlag both = world.flags.find("tiles/grass").orElseThrow();
        assertThat(both.severity(ContentCategory.VIOLENCE)).isEqualTo(Severity.SEVERE);
        assertThat(both.severity(ContentCategory.HORROR)).isEqualTo(Severity.MILD);
        world.runJobs();
        assertThat(world.get(key(0, 0)).chunk().flags().severity(ContentCategory.HORROR))
                .isEqualTo(Severity.MILD);
        world.moderation.adopt(List.of(scare), "as-it-is");
        assertThat(world.flags.find("tiles/grass")).contains(scare);
    }

    /** Reproduced: sources beyond the 256 a chunk names made it unreadable for everybody. */
    @Test
    void aChunkOfMoreFlaggedAssetsThanItNamesIsServedAndFlaggedOn() {
        List<WorldObject> signs = new ArrayList<>();
        WorldObject sign = chunk(0, 0).objects().getFirst();
        for (int i = 0; i < 300; i++) {
            String asset = i == 0 ? "a/first" : "b/%03d".formatted(i);
            signs.add(
                    new WorldObject(
                            new ObjectId("o" + i),
                            sign.type(),
                            asset,
                            sign.transform(),
                            Properties.EMPTY,
                            false,
                            ContentFlags.NONE));
            if (i > 0) {
                world.moderation.set(
                        asset, Map.of(ContentCategory.HORROR, Severity.MILD), false, asset, "mo");
            }
        }
        world.runJobs();
        applied(world.put(chunk(0, 0).withContent(chunk(0, 0).layers(), signs), Base.NONE, "p"));

        world.moderation.set(
                "a/first", Map.of(ContentCategory.HORROR, Severity.SEVERE), false, "first", "mo");

        assertThat(world.chunks.get(key(0, 0), ADULT)).isInstanceOf(Chunks.Found.Present.class);
        assertThat(world.chunks.get(key(0, 0), Viewer.LOWEST))
                .isInstanceOfSatisfying(
                        Chunks.Found.Gated.class,
                        gated ->
                                assertThat(gated.flags().severity(ContentCategory.HORROR))
                                        .isEqualTo(Severity.SEVERE));
        world.runJobs();
        assertThat(world.get(key(0, 0)).chunk().flags().sources())
                .hasSize(256)
                .startsWith("a/first", "b/001")
                .endsWith("b/255");
    }

    @Test
    void whatAClientStatesOfFlagsAndMetaIsDropped() {
        Chunk lying =
                chunk(0, 0)
                        .withFlags(
                                new ContentFlags(
                                        Map.of(ContentCategory.HATE, Severity.SEVERE),
                                        true,
                                        List.of("me")));

        applied(world.put(lying, Base.NONE, "p"));

        assertThat(world.get(key(0, 0)).chunk().flags()).isEqualTo(ContentFlags.NONE);
    }

    @Test
    void aRaisedFlagHoldsAtOnceAndALoweredOneWhenTheChunkIsRewritten() {
        ChunkHead head = created(0, 0);
        assertThat(world.chunks.get(key(0, 0), Viewer.LOWEST))
                .isInstanceOf(Chunks.Found.Present.class);
        Map<ContentCategory, Severity> mild = Map.of(ContentCategory.VIOLENCE, Severity.MILD);

        world.moderation.set("tiles/grass", mild, false, "up", "mo");

        assertThat(world.chunks.get(key(0, 0), Viewer.LOWEST))
                .isInstanceOfSatisfying(
                        Chunks.Found.Gated.class,
                        gated ->
                                assertThat(gated.flags().sources()).containsExactly("tiles/grass"));
        assertThat(world.get(key(0, 0)).head()).as("not yet rewritten").isEqualTo(head);
        assertThat(world.changes.getLast().kind()).isEqualTo(new ChunkChange.Kind.Gate());
        world.runJobs();
        assertThat(world.get(key(0, 0)).head().revision()).isEqualTo(2);
        assertThat(world.changes.getLast().kind())
                .isEqualTo(new ChunkChange.Kind.Wrote(ChunkAction.REFLAG));
        assertThat(world.moderation.find("up"))
                .hasValueSatisfying(
                        job -> {
                            assertThat(job.state()).isEqualTo(ReflagJob.State.DONE);
                            assertThat(job.done()).isEqualTo(1);
                        });

        world.moderation.set("tiles/grass", Map.of(), false, "down", "mo");
        assertThat(world.chunks.get(key(0, 0), Viewer.LOWEST))
                .as("lowered, not rewritten")
                .isInstanceOf(Chunks.Found.Gated.class);
        world.runJobs();
        assertThat(world.chunks.get(key(0, 0), Viewer.LOWEST))
                .isInstanceOf(Chunks.Found.Present.class);
    }

    @Test
    void aJobGoesOnWhereAStopLeftIt() {
        for (int cx = -5; cx < 5; cx++) {
            for (int cy = -5; cy < 5; cy++) {
                created(cx, cy);
            }
        }
        world.moderation.set(
                "tiles/grass", Map.of(ContentCategory.HORROR, Severity.MILD), false, "j", "mo");
        assertThat(world.reflags.runSlice()).isTrue();
        assertThat(world.moderation.find("j").orElseThrow().done()).isEqualTo(32);
        close();
        world = WorldFixture.open(database);

        world.runJobs();

        ReflagJob job = world.moderation.find("j").orElseThrow();
        assertThat(job.done()).isEqualTo(100);
        assertThat(job.total()).isEqualTo(100);
        assertThat(job.state()).isEqualTo(ReflagJob.State.DONE);
        assertThat(
                        world.chunks.listFlagged(WorldFixture.ROOM, "", 1_000).stream()
                                .map(chunk -> chunk.head().revision()))
                .hasSize(100)
                .containsOnly(2L);
    }

    @Test
    void noPathShowsAGatedChunk() {
        ChunkHead head = created(0, 0);
        ChunkHead plain = created(1, 0);
        applied(
                world.patch(
                        plain.key(),
                        base(plain),
                        "[{'op':'remove','path':'/objects/0'},"
                                + "{'op':'replace','path':'/tiles/0/palette/1/asset_id','value':'tiles/sand'}]",
                        "plain"));
        world.flag("tiles/grass", ContentCategory.VIOLENCE, Severity.MODERATE);
        ChunkHead now = world.get(key(0, 0)).head();

        assertThat(world.chunks.get(key(0, 0), Viewer.LOWEST))
                .isInstanceOf(Chunks.Found.Gated.class);
        assertThat(world.chunks.getAll(List.of(key(0, 0), key(1, 0)), Viewer.LOWEST))
                .hasExactlyElementsOfTypes(Chunks.Found.Gated.class, Chunks.Found.Present.class);
        assertThat(world.history.list(key(0, 0), Viewer.LOWEST, Long.MAX_VALUE, 10))
                .isInstanceOf(ChunkHistory.Page.Gated.class);
        assertThat(world.history.get(key(0, 0), 1, Viewer.LOWEST))
                .as("revision 1 was written before the flag")
                .isInstanceOf(ChunkHistory.Past.Gated.class);
        assertThat(world.history.getBoth(key(0, 0), 1, 0, Viewer.LOWEST))
                .hasOnlyElementsOfType(ChunkHistory.Past.Gated.class);
        assertThat(objects(Viewer.LOWEST)).isEmpty();
        assertThat(objects(ADULT)).hasSize(1);
        // A test operation would be an oracle of what the chunk holds.
        assertThat(
                        world.patch(
                                key(0, 0),
                                base(now),
                                "[{'op':'test','path':'/objects/0/type','value':'sign'}]",
                                "oracle"))
                .isInstanceOf(EditResult.Gated.class);
        assertThat(world.put(chunk(0, 0), base(now), "put")).isInstanceOf(EditResult.Gated.class);
        assertThat(world.change(key(0, 0), base(now), new Change.Rollback(1), "back"))
                .isInstanceOf(EditResult.Gated.class);
        assertThat(world.change(key(0, 0), base(now), new Change.Delete(), "delete"))
                .isInstanceOf(EditResult.Gated.class);
        assertThat(world.chunks.get(key(0, 0), ADULT)).isInstanceOf(Chunks.Found.Present.class);
        assertThat(world.chunks.findFlags(key(0, 0)).map(FlaggedChunk::flags))
                .hasValueSatisfying(f -> assertThat(f.sources()).containsExactly("tiles/grass"));
        assertThat(head.revision()).isEqualTo(1);
    }

    private List<ObjectEntry> objects(Viewer viewer) {
        return world.chunks.listObjects(
                new ObjectQuery(
                        WorldFixture.ROOM,
                        viewer,
                        "",
                        "props/sign",
                        Optional.empty(),
                        Optional.empty(),
                        10));
    }

    @Test
    void aDeletedChunksHistoryIsGatedLikeItsLastContent() {
        ChunkHead head = created(0, 0);
        applied(world.change(key(0, 0), base(head), new Change.Delete(), "d"));
        world.flag("tiles/grass", ContentCategory.VIOLENCE, Severity.MILD);

        assertThat(world.history.list(key(0, 0), Viewer.LOWEST, Long.MAX_VALUE, 10))
                .isInstanceOf(ChunkHistory.Page.Gated.class);
        assertThat(world.history.list(key(0, 0), ADULT, Long.MAX_VALUE, 10))
                .isInstanceOf(ChunkHistory.Page.Rows.class);
        assertThat(world.change(key(0, 0), Base.NONE, new Change.Rollback(1), "r"))
                .isInstanceOf(EditResult.Gated.class);
        EditResult.Applied back =
                applied(
                        world.submit(
                                EditRequest.of(
                                        key(0, 0),
                                        Base.NONE,
                                        new Change.Rollback(1),
                                        EditRequest.Id.ofChunk("r2"),
                                        new EditRequest.Editor("mo", ADULT))));
        assertThat(back.head().revision()).isEqualTo(3);
        assertThat(world.get(key(0, 0)).chunk().flags().severity(ContentCategory.VIOLENCE))
                .as("flags of now, not of then")
                .isEqualTo(Severity.MILD);
    }

    @Test
    void aRetryGivesTheSameJobAndOtherFlagsUnderItsIdAreRefused() {
        created(0, 0);
        Map<ContentCategory, Severity> mild = Map.of(ContentCategory.HATE, Severity.MILD);
        world.moderation.set("tiles/grass", mild, false, "j", "mo");

        assertThat(world.moderation.set("tiles/grass", mild, false, "j", "mo").job()).isPresent();
        assertThat(world.moderation.set("tiles/grass", mild, false, "k", "mo").job())
                .as("nothing changes")
                .isEmpty();
        assertThatThrownBy(() -> world.moderation.set("tiles/grass", mild, true, "j", "mo"))
                .hasMessageContaining("was used for other flags");
    }

    @Test
    void assetRowsAreRewrittenWhenTheSetChangesOnly() {
        ChunkHead head = created(0, 0);
        assertThat(world.count("chunk_assets")).isEqualTo(2);
        ChunkHead edited = applied(world.patch(key(0, 0), base(head), setTile(1, 1), "e1")).head();
        applied(
                world.patch(
                        key(0, 0),
                        base(edited),
                        "[{'op':'add','path':'/tiles/0/palette/-','value':"
                                + "{'id':2,'asset_id':'tiles/sand','solid':false,'flags':0,'variants':1}}]",
                        "e2"));

        assertThat(world.count("chunk_assets")).isEqualTo(3);
        assertThat(ANN.viewer()).isEqualTo(Viewer.LOWEST);
    }

    @Test
    void theHistoryOfWhatCannotBeReadIsGatedByItsIndex() {
        ChunkHead head = created(0, 0);
        damage("UPDATE chunks SET payload = ?");
        world.flag("props/sign", ContentCategory.HORROR, Severity.SEVERE);
        assertThat(world.chunks.get(key(0, 0), ADULT)).isInstanceOf(Chunks.Found.Corrupt.class);

        assertThat(world.history.list(key(0, 0), Viewer.LOWEST, Long.MAX_VALUE, 10))
                .isInstanceOf(ChunkHistory.Page.Gated.class);
        assertThat(world.history.list(key(0, 0), ADULT, Long.MAX_VALUE, 10))
                .isInstanceOf(ChunkHistory.Page.Rows.class);
        assertThat(world.history.get(key(0, 0), head.revision(), Viewer.LOWEST))
                .isInstanceOf(ChunkHistory.Past.Gated.class);
    }

    @Test
    void theHistoryOfADeletedChunkIsGatedByTheNewestContentThatCanBeRead() {
        ChunkHead first = created(0, 0);
        ChunkHead second = applied(world.patch(key(0, 0), base(first), setTile(1, 1), "e")).head();
        applied(world.change(key(0, 0), base(second), new Change.Delete(), "d"));
        world.flag("props/sign", ContentCategory.HORROR, Severity.SEVERE);
        damage("UPDATE revisions SET payload = ? WHERE revision = 2");

        assertThat(world.history.list(key(0, 0), Viewer.LOWEST, Long.MAX_VALUE, 10))
                .isInstanceOf(ChunkHistory.Page.Gated.class);
    }

    private void damage(String update) {
        world.store
                .threads()
                .run(() -> world.store.template().update(update, new byte[] {1, 2, 3}));
        // What is kept in memory would hide it.
        world.close();
        world = WorldFixture.open(database);
    }
}
