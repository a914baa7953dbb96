package dev.terrane.world.chunks;

import static dev.terrane.world.WorldFixture.GRID;
import static dev.terrane.world.WorldFixture.ROOM;
import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.base;
import static dev.terrane.world.WorldFixture.chunk;
import static dev.terrane.world.WorldFixture.key;
import static dev.terrane.world.WorldFixture.setTile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.world.BothDatabases;
import dev.terrane.world.WorldFixture;
import dev.terrane.world.chunks.EditRequest.Base;
import dev.terrane.world.chunks.EditRequest.Change;
import dev.terrane.world.chunks.store.Scope;
import dev.terrane.world.flags.Viewer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** Chunks whose stored bytes are of a format before the current one, on both databases. */
class OldFormatStoreTest extends BothDatabases {
    private ChunkHead edited(ChunkHead from, int cell, int value, String id) {
        return applied(world.patch(from.key(), base(from), setTile(cell, value), id)).head();
    }

    private void execute(String sql, Object... arguments) {
        world.store.threads().run(() -> world.store.template().update(sql, arguments));
    }

    /** The test's format 0 is version 1 with the bytes of its body inverted. */
    private void storeInAnOldFormat(int cx) {
        StoredChunk stored = world.get(key(cx, 0));
        byte[] old = lower(stored.image());
        String checksum = "%064d".formatted(stored.head().revision());
        execute(
                "UPDATE chunks SET payload = ?, format_version = 0, checksum = ? WHERE key = ?",
                old,
                checksum,
                key(cx, 0).toString());
        execute(
                "UPDATE revisions SET payload = ?, checksum = ? WHERE chunk_key = ? AND revision = ?",
                old,
                checksum,
                key(cx, 0).toString(),
                stored.head().revision());
    }

    private void reopenKnowingTheOldFormat() {
        close();
        world =
                new WorldFixture(
                        database,
                        new ChunkProperties(DataSize.ofMegabytes(1), 1024, 64, false),
                        version ->
                                version == 0
                                        ? Optional.of(OldFormatStoreTest::lift)
                                        : Optional.empty());
    }

    @Test
    void anOldFormatIsLiftedWhenReadAndWrittenWithTheNextChange() {
        ChunkHead first = created(0, 0);
        created(1, 0);
        reopenKnowingTheOldFormat();
        storeInAnOldFormat(0);
        storeInAnOldFormat(1);

        StoredChunk lifted = world.get(key(0, 0));

        assertThat(lifted.head()).as("served as version 1").isEqualTo(first);
        assertThat(formatOf(0)).isZero();
        ChunkHead edited = edited(lifted.head(), 1, 1, "e");
        assertThat(edited.revision()).isEqualTo(2);
        assertThat(formatOf(0)).isEqualTo(1);
        assertThat(world.upkeep.migrate(Scope.ALL)).isEqualTo(1);
        assertThat(formatOf(1)).isEqualTo(1);
        assertThat(world.get(key(1, 0)).head().revision()).isEqualTo(2);
        assertThat(world.upkeep.migrate(Scope.ALL)).isZero();
    }

    @Test
    void aChunkOfAnOldFormatHasOneChecksumWhereverItIsRead() {
        world.flag("tiles/grass", ContentCategory.HORROR, Severity.MILD);
        ChunkHead first = created(0, 0);
        reopenKnowingTheOldFormat();
        storeInAnOldFormat(0);
        world.changes.clear();

        assertThat(world.get(key(0, 0)).head()).isEqualTo(first);
        assertThat(world.chunks.findHead(key(0, 0))).contains(first);
        assertThat(
                        world.chunks.list(
                                ROOM, GRID, Optional.empty(), Optional.empty(), 10, Viewer.LOWEST))
                .extracting(ListedChunk::head)
                .containsExactly(first);
        assertThat(world.chunks.getAll(List.of(key(0, 0)), Viewer.TRUSTED))
                .extracting(found -> ((Chunks.Found.Present) found).chunk().head())
                .containsExactly(first);
        assertThat(world.chunks.findFlags(key(0, 0)).map(FlaggedChunk::head)).contains(first);
        assertThat(world.chunks.listFlagged(ROOM, "", 10))
                .extracting(FlaggedChunk::head)
                .containsExactly(first);
        assertThat(((ChunkHistory.Page.Rows) world.history.list(key(0, 0), Viewer.TRUSTED, 9, 9)))
                .extracting(page -> page.revisions().getFirst().head())
                .isEqualTo(first);
        assertThat(((ChunkHistory.Past.Present) world.history.get(key(0, 0), 1, Viewer.TRUSTED)))
                .extracting(past -> past.chunk().head())
                .isEqualTo(first);
        assertThat(world.put(chunk(0, 0), Base.NONE, "late"))
                .isEqualTo(new EditResult.Stale(1, first.checksum().hex(), false));
        EditRequest same = EditRequest.ofServer(key(0, 0), new Change.Restore());
        assertThat(applied(world.submit(same)).head())
                .as("a change that does nothing")
                .isEqualTo(first);
        world.moderation.set(
                "tiles/grass", Map.of(ContentCategory.HORROR, Severity.SEVERE), false, "up", "mo");
        assertThat(world.changes).extracting(ChunkChange::head).containsExactly(first);
    }

    @Test
    void aBaseOfAnOldFormatHoldsThroughTheServersOwnRevisionsAndADeletionKeepsIt() {
        ChunkHead first = created(0, 0);
        reopenKnowingTheOldFormat();
        storeInAnOldFormat(0);
        assertThat(world.upkeep.migrate(Scope.ALL)).isEqualTo(1);

        ChunkHead edited = edited(first, 1, 1, "e");

        assertThat(edited.revision()).as("on top of the migration").isEqualTo(3);
        assertThat(world.patch(key(0, 0), base(first), setTile(2, 1), "f"))
                .as("an edit came between")
                .isInstanceOf(EditResult.Stale.class);
        storeInAnOldFormat(0);
        applied(world.change(key(0, 0), base(edited), new Change.Delete(), "d"));
        assertThat(((ChunkHistory.Page.Rows) world.history.list(key(0, 0), Viewer.TRUSTED, 9, 1)))
                .extracting(page -> page.revisions().getFirst().head().checksum())
                .isEqualTo(edited.checksum());
    }

    private int formatOf(int cx) {
        return world.store
                .threads()
                .read(
                        () ->
                                world.store
                                        .client()
                                        .sql("SELECT format_version FROM chunks WHERE key = ?")
                                        .param(key(cx, 0).toString())
                                        .query(Integer.class)
                                        .single());
    }

    private static byte[] lower(Bytes image) {
        byte[] bytes = image.toArray();
        bytes[4] = 0;
        for (int i = 48; i < bytes.length; i++) {
            bytes[i] = (byte) ~bytes[i];
        }
        return bytes;
    }

    private static Decoded<Chunk> lift(Bytes image) {
        byte[] bytes = lower(image);
        bytes[4] = 1;
        return AgpcCodec.decode(Bytes.wrap(bytes), ChunkLimits.DEFAULT, AgpcCodec.Verify.CHECKSUM);
    }
}
