package dev.terrane.gateway.live.wire;

import dev.terrane.gateway.live.ChunkMessages;
import dev.terrane.gateway.live.ContactFact;
import dev.terrane.gateway.live.PeerCard;
import dev.terrane.gateway.live.PeerLink.Entry;
import dev.terrane.gateway.live.StageFacts;
import dev.terrane.proto.session.v1alpha1.ContactKind;
import dev.terrane.proto.session.v1alpha1.Vec2;
import dev.terrane.proto.stage.v1alpha1.Accepted;
import dev.terrane.proto.stage.v1alpha1.ChunkAt;
import dev.terrane.proto.stage.v1alpha1.Peer;
import dev.terrane.proto.stage.v1alpha1.RemovalReason;
import dev.terrane.proto.stage.v1alpha1.StateCodec;
import dev.terrane.proto.world.v1alpha1.Box;
import dev.terrane.proto.world.v1alpha1.ChunkSize;
import dev.terrane.proto.world.v1alpha1.ContentFlags;
import dev.terrane.proto.world.v1alpha1.Point;
import dev.terrane.proto.world.v1alpha1.Severity;
import java.time.Instant;

/** Small values of the stage protocol as messages. */
final class StageMessages {
    private StageMessages() {}

    static Accepted accepted(Entry entry, Instant now) {
        StageFacts stage = entry.stage();
        Accepted.Builder message =
                Accepted.newBuilder()
                        .setPeerId(entry.self().peerId())
                        .setStage(stage.id())
                        .setStageGeneration(stage.generation())
                        .setSchemaId(stage.schemaId())
                        .setWireHash(stage.wireHash())
                        .setCodec(StateCodec.STATE_CODEC_CANONICAL)
                        .setTickRateHertz(stage.tickRateHertz())
                        .setTick(entry.tick())
                        .setServerTimeMillis(now.toEpochMilli());
        entry.ownEntities().forEach(id -> message.addOwnEntities((int) (long) id));
        entry.peers().forEach(peer -> message.addPeers(peer(peer)));
        StageFacts.RoomFacts room = stage.room();
        if (room != null) {
            message.setWorld(room.world())
                    .setRoom(room.room())
                    .setChunkSize(
                            ChunkSize.newBuilder()
                                    .setX(room.chunkWidth())
                                    .setY(room.chunkHeight())
                                    .setZ(room.chunkDepth()))
                    .setRoomBounds(
                            Box.newBuilder().setMin(point(room.min())).setMax(point(room.max())));
        }
        return message.build();
    }

    static Peer peer(PeerCard card) {
        return Peer.newBuilder()
                .setPeerId(card.peerId())
                .setDisplayName(card.displayName())
                .setSpectator(card.spectator())
                .build();
    }

    static ChunkAt at(ChunkMessages.ChunkAt at) {
        return ChunkAt.newBuilder().setCx(at.cx()).setCy(at.cy()).setCz(at.cz()).build();
    }

    static ChunkMessages.ChunkAt at(ChunkAt at) {
        return new ChunkMessages.ChunkAt(at.getCx(), at.getCy(), at.getCz());
    }

    static RemovalReason reason(dev.terrane.gateway.live.RemovalReason reason) {
        return switch (reason) {
            case LEFT -> RemovalReason.REMOVAL_REASON_LEFT;
            case REVOKED -> RemovalReason.REMOVAL_REASON_REVOKED;
            case REBOUND -> RemovalReason.REMOVAL_REASON_REBOUND;
            case DESTROYED -> RemovalReason.REMOVAL_REASON_DESTROYED;
        };
    }

    static ContactKind kind(ContactFact.Kind kind) {
        return switch (kind) {
            case BEGIN -> ContactKind.CONTACT_KIND_BEGIN;
            case HIT -> ContactKind.CONTACT_KIND_HIT;
            case END -> ContactKind.CONTACT_KIND_END;
        };
    }

    static Vec2 vector(double x, double y) {
        return Vec2.newBuilder().setX(x).setY(y).build();
    }

    static ContentFlags flags(ChunkMessages.Flags flags) {
        byte[] severities = flags.severities().shared();
        return ContentFlags.newBuilder()
                .setViolence(severity(severities[0]))
                .setSexual(severity(severities[1]))
                .setLanguage(severity(severities[2]))
                .setSubstance(severity(severities[3]))
                .setGambling(severity(severities[4]))
                .setHorror(severity(severities[5]))
                .setHate(severity(severities[6]))
                .setCustom(severity(severities[7]))
                .setMature(flags.mature())
                .build();
    }

    private static Severity severity(int value) {
        Severity severity = Severity.forNumber(value);
        return severity == null ? Severity.SEVERITY_SEVERE : severity;
    }

    private static Point point(StageFacts.Corner corner) {
        return Point.newBuilder().setX(corner.x()).setY(corner.y()).setZ(corner.z()).build();
    }
}
