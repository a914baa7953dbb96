package dev.terrane.world.chunks.wire;

import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.proto.world.v1alpha1.DiffChunkRequest;
import dev.terrane.proto.world.v1alpha1.DiffChunkResponse;
import dev.terrane.proto.world.v1alpha1.GetRevisionRequest;
import dev.terrane.proto.world.v1alpha1.GetRevisionResponse;
import dev.terrane.proto.world.v1alpha1.ListRevisionsRequest;
import dev.terrane.proto.world.v1alpha1.ListRevisionsResponse;
import dev.terrane.rpc.server.RpcContext;
import dev.terrane.world.chunks.ChunkDiff;
import dev.terrane.world.chunks.ChunkHistory;
import dev.terrane.world.chunks.Pages;
import dev.terrane.world.chunks.StoredChunk;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.flags.Viewer;
import java.util.List;

/** The methods of ChunkService that look back. */
final class HistoryRpc {
    private final ChunkHistory history;

    HistoryRpc(ChunkHistory history) {
        this.history = history;
    }

    ListRevisionsResponse list(ListRevisionsRequest request, RpcContext context) {
        ChunkKey key = ChunkMessages.key("key", request.getKey());
        Viewer viewer = Viewer.of(context.caller());
        int size =
                ChunkHistory.pageSize(
                        Requests.pageSize(
                                "page_size", Integer.toUnsignedLong(request.getPageSize())),
                        viewer);
        long before = Pages.revision("page_token", request.getPageToken());
        ChunkHistory.Page.Rows page =
                ChunkRefusals.rows(
                        key,
                        request.getPageToken().isEmpty(),
                        history.list(key, viewer, before, size));
        ListRevisionsResponse.Builder response = ListRevisionsResponse.newBuilder();
        page.revisions()
                .forEach(
                        row ->
                                response.addRevisions(
                                        ChunkMessages.of(
                                                row,
                                                page.gated().contains(row.head().revision()))));
        return response.setNextPageToken(Pages.afterRevisions(page.revisions(), size)).build();
    }

    GetRevisionResponse get(GetRevisionRequest request, RpcContext context) {
        ChunkKey key = ChunkMessages.key("key", request.getKey());
        long revision = request.getRevision();
        StoredChunk chunk =
                ChunkRefusals.past(
                        key, revision, history.get(key, revision, Viewer.of(context.caller())));
        return GetRevisionResponse.newBuilder().setChunk(ChunkMessages.of(chunk)).build();
    }

    DiffChunkResponse diff(DiffChunkRequest request, RpcContext context) {
        ChunkKey key = ChunkMessages.key("key", request.getKey());
        long from = request.getFromRevision();
        long to = request.getToRevision();
        if (to < 0) {
            throw Requests.bad("to_revision", "no revision is so high");
        }
        List<ChunkHistory.Past> both = history.getBoth(key, from, to, Viewer.of(context.caller()));
        StoredChunk older = ChunkRefusals.past(key, from, both.get(0));
        StoredChunk newer = ChunkRefusals.past(key, to, both.get(1));
        return ChunkMessages.of(ChunkDiff.of(older.chunk(), newer.chunk()));
    }
}
