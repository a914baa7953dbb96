package dev.terrane.bench;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.TileGrid;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.edit.JsonPatch;
import dev.terrane.core.chunk.edit.PatchLimits;
import dev.terrane.core.chunk.edit.PatchOutcome;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.EditRequest;
import dev.terrane.world.chunks.EditResult;
import dev.terrane.world.flags.Viewer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Editors of one chunk each: every edit is made for the answer of the one before it. */
final class ChunkEditors implements AutoCloseable {
    /** What an edit changes. */
    enum Kind {
        /** One cell, to a tile the palette has. */
        TILE,
        /** The position of one object. */
        OBJECT
    }

    private final ChunkStoreParts store;
    private final Kind kind;
    private final List<Editor> editors = new ArrayList<>();
    private final ExecutorService threads;

    private static final class Editor {
        private final Chunk chunk;
        private ChunkHead head;
        private int edits;
        private @Nullable CompletableFuture<EditResult> answer;

        private Editor(Chunk chunk, ChunkHead head) {
            this.chunk = chunk;
            this.head = head;
        }
    }

    ChunkEditors(ChunkStoreParts store, List<Chunk> chunks, int count, Kind kind) {
        this.store = store;
        this.kind = kind;
        for (Chunk chunk : chunks.subList(0, count)) {
            editors.add(new Editor(chunk, store.chunks.findHead(chunk.key()).orElseThrow()));
        }
        threads = Executors.newVirtualThreadPerTaskExecutor();
    }

    /** A put of each of the first chunks, as it is now with one cell changed. */
    static List<EditRequest> puts(ChunkStoreParts store, int count, int round) {
        List<EditRequest> puts = new ArrayList<>(count);
        for (Chunk chunk : ChunkWorkload.chunks(count)) {
            ChunkHead head = store.chunks.findHead(chunk.key()).orElseThrow();
            Chunk painted = painted(chunk, round);
            puts.add(
                    EditRequest.of(
                            head.key(),
                            new EditRequest.Base(head.revision(), head.checksum().hex()),
                            new EditRequest.Change.Put(
                                    painted, AgpcCodec.encode(painted).contentHash()),
                            EditRequest.Id.ofChunk("put-" + round),
                            new EditRequest.Editor("ann", Viewer.LOWEST)));
        }
        return puts;
    }

    private static Chunk painted(Chunk chunk, int round) {
        TileLayer layer = chunk.layers().getFirst();
        int[] cells = new int[layer.tiles().size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = layer.tiles().get(i);
        }
        cells[round] = cells[round] % 12 + 1;
        TileLayer painted =
                new TileLayer(
                        layer.name(),
                        layer.layerId(),
                        layer.size(),
                        layer.palette(),
                        TileGrid.of(cells));
        return chunk.withContent(List.of(painted), chunk.objects());
    }

    /**
     * Each editor waits for the answer of each of its edits, on a virtual thread of its own as the
     * service's requests do.
     */
    int closedLoop(int each) throws Exception {
        List<Future<?>> running = new ArrayList<>();
        for (Editor editor : editors) {
            running.add(
                    threads.submit(
                            () -> {
                                for (int i = 0; i < each; i++) {
                                    take(editor, store.edits.submit(next(editor)).join());
                                }
                            }));
        }
        for (Future<?> editor : running) {
            editor.get();
        }
        return editors.size() * each;
    }

    /**
     * One edit of each editor in two halves: while the commit of one half runs, the edits of the
     * other are made and handed in, so that the writer finds them all waiting.
     */
    int halves() {
        int middle = editors.size() / 2;
        take(0);
        submit(0, middle);
        take(middle);
        submit(middle, editors.size());
        return editors.size();
    }

    private void submit(int from, int to) {
        List<EditRequest> requests = editors.subList(from, to).stream().map(this::next).toList();
        for (int i = from; i < to; i++) {
            editors.get(i).answer = store.edits.submit(requests.get(i - from));
        }
    }

    private void take(int from) {
        int to = from == 0 ? editors.size() / 2 : editors.size();
        for (Editor editor : editors.subList(from, to)) {
            if (editor.answer != null) {
                take(editor, editor.answer.join());
                editor.answer = null;
            }
        }
    }

    private static void take(Editor editor, EditResult result) {
        editor.head = ChunkStoreParts.requireApplied(result).head();
        editor.edits++;
    }

    private EditRequest next(Editor editor) {
        byte[] patch = patch(editor).getBytes(StandardCharsets.UTF_8);
        PatchOutcome<JsonPatch> parsed =
                JsonPatch.parse(new String(patch, StandardCharsets.UTF_8), PatchLimits.DEFAULT);
        if (!(parsed instanceof PatchOutcome.Done<JsonPatch>(JsonPatch ready))) {
            throw new IllegalStateException(parsed.toString());
        }
        ChunkKey key = editor.chunk.key();
        return EditRequest.of(
                key,
                new EditRequest.Base(editor.head.revision(), editor.head.checksum().hex()),
                new EditRequest.Change.Patch(ready, Checksum.over(patch, 0, patch.length)),
                EditRequest.Id.ofChunk("e-" + editor.edits),
                EditRequest.Editor.SERVER);
    }

    private String patch(Editor editor) {
        int n = editor.edits;
        return switch (kind) {
            case TILE ->
                    "[{\"op\":\"replace\",\"path\":\"/tiles/0/tiles/%d\",\"value\":%d}]"
                            .formatted(
                                    n % 1_024, n / 1_024 % 2 == 0 ? other(editor, n % 1_024) : 0);
            case OBJECT ->
                    "[{\"op\":\"replace\",\"path\":\"/objects/0/transform/pos/0\",\"value\":%s}]"
                            .formatted(editor.chunk.bounds().minX() + n % 2_000 / 64.0 + 0.125);
        };
    }

    private static int other(Editor editor, int cell) {
        return editor.chunk.layers().getFirst().tiles().get(cell) % 12 + 1;
    }

    /** Waits for the edits that are on their way. */
    @Override
    public void close() {
        take(0);
        take(editors.size() / 2);
        threads.close();
    }
}
