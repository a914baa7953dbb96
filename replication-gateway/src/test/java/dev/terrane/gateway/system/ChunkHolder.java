package dev.terrane.gateway.system;

import dev.terrane.proto.stage.v1alpha1.ChunkAt;
import dev.terrane.proto.stage.v1alpha1.ChunkData;
import dev.terrane.proto.stage.v1alpha1.ChunkEditResult;
import dev.terrane.proto.stage.v1alpha1.ChunkInvalidated;
import dev.terrane.proto.stage.v1alpha1.ClientMessage;
import dev.terrane.proto.stage.v1alpha1.RequestChunk;
import dev.terrane.proto.stage.v1alpha1.RequestChunkEdit;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.testing.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A client of a stage that looks at chunks, and what it must believe of each. */
final class ChunkHolder implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final SocketPeer peer;

    ChunkHolder(Deployment deployment, String stage, String token) {
        peer = SocketPeer.join(deployment, stage, token);
    }

    /**
     * What a client was told of a chunk last.
     *
     * @param revision 0 for what it was never told of
     */
    record Belief(long revision, String checksum, boolean deleted, boolean gated) {
        static final Belief NOTHING = new Belief(0, "", false, false);
    }

    static ChunkAt at(int cx, int cy) {
        return ChunkAt.newBuilder().setCx(cx).setCy(cy).build();
    }

    /** What it believes now, from everything that came, in order. */
    Belief believes(int cx, int cy) {
        ChunkAt at = at(cx, cy);
        Belief belief = Belief.NOTHING;
        for (ServerMessage message : peer.received()) {
            if (message.hasChunkData() && message.getChunkData().getAt().equals(at)) {
                ChunkData data = message.getChunkData();
                belief =
                        data.hasError()
                                ? belief
                                : new Belief(data.getRevision(), data.getChecksum(), false, false);
            } else if (message.hasChunkInvalidated()
                    && message.getChunkInvalidated().getAt().equals(at)) {
                ChunkInvalidated told = message.getChunkInvalidated();
                belief =
                        new Belief(
                                told.getRevision(),
                                told.getChecksum(),
                                told.getDeleted(),
                                told.getGated());
            } else if (message.hasChunkEditResult()
                    && message.getChunkEditResult().getAt().equals(at)) {
                ChunkEditResult made = message.getChunkEditResult();
                // An editor learns of its own revision here alone, unless the news was faster.
                boolean newer = belief.revision() > 0 && made.getRevision() > belief.revision();
                belief =
                        made.hasError() || !newer
                                ? belief
                                : new Belief(made.getRevision(), made.getChecksum(), false, false);
            }
        }
        return belief;
    }

    /** How many notices came of a chunk. */
    long notices(int cx, int cy) {
        return peer.received().stream()
                .filter(m -> m.hasChunkInvalidated())
                .filter(m -> m.getChunkInvalidated().getAt().equals(at(cx, cy)))
                .count();
    }

    /** Whether a checksum was ever told. */
    boolean wasTold(String checksum) {
        return peer.received().stream()
                .anyMatch(
                        m ->
                                m.getChunkData().getChecksum().equals(checksum)
                                        || m.getChunkInvalidated().getChecksum().equals(checksum));
    }

    /** Asks for a chunk and gives the answer to this question. */
    ChunkData ask(int cx, int cy) {
        ChunkAt at = at(cx, cy);
        Predicate<ServerMessage> answers =
                m -> m.hasChunkData() && m.getChunkData().getAt().equals(at);
        return after(
                        answers,
                        ClientMessage.newBuilder()
                                .setRequestChunk(RequestChunk.newBuilder().setAt(at))
                                .build())
                .getChunkData();
    }

    /** Asks to change a chunk and gives the answer. */
    ChunkEditResult edit(
            int cx, int cy, long revision, String checksum, String patch, String editId) {
        Predicate<ServerMessage> answers =
                m -> m.hasChunkEditResult() && m.getChunkEditResult().getEditId().equals(editId);
        return after(
                        answers,
                        ClientMessage.newBuilder()
                                .setRequestChunkEdit(
                                        RequestChunkEdit.newBuilder()
                                                .setAt(at(cx, cy))
                                                .setBaseRevision(revision)
                                                .setBaseChecksum(checksum)
                                                .setPatch(
                                                        com.google.protobuf.ByteString.copyFrom(
                                                                patch.replace('\'', '"')
                                                                        .getBytes(
                                                                                StandardCharsets
                                                                                        .UTF_8)))
                                                .setEditId(editId))
                                .build())
                .getChunkEditResult();
    }

    private ServerMessage after(Predicate<ServerMessage> answers, ClientMessage question) {
        long before = peer.received().stream().filter(answers).count();
        peer.send(question);
        return Await.value(
                PATIENCE,
                "an answer to " + question.getBodyCase(),
                () -> {
                    List<ServerMessage> all = peer.received().stream().filter(answers).toList();
                    return all.size() > before ? Optional.of(all.getLast()) : Optional.empty();
                });
    }

    @Override
    public void close() {
        peer.close();
    }
}
