package dev.terrane.sdk;

import dev.terrane.proto.stage.v1alpha1.Accepted;
import java.util.List;

/**
 * What the gateway granted.
 *
 * @param peerId number of this peer in the stage
 * @param stage id of the stage
 * @param stageGeneration changes when the stage is rebuilt
 * @param schemaId schema, {@code name@version}
 * @param wireHash the schema's wire hash
 * @param tickRate ticks per second
 * @param tick tick at entry
 * @param ownEntities network ids of this peer's entities
 * @param peers everybody who was there, the gateway included
 * @param room where the stage plays
 */
public record Entry(
        int peerId,
        String stage,
        long stageGeneration,
        String schemaId,
        String wireHash,
        int tickRate,
        long tick,
        List<Integer> ownEntities,
        List<StagePeer> peers,
        RoomInfo room) {
    public Entry {
        ownEntities = List.copyOf(ownEntities);
        peers = List.copyOf(peers);
    }

    static Entry of(Accepted accepted) {
        return new Entry(
                accepted.getPeerId(),
                accepted.getStage(),
                accepted.getStageGeneration(),
                accepted.getSchemaId(),
                accepted.getWireHash(),
                accepted.getTickRateHertz(),
                accepted.getTick(),
                accepted.getOwnEntitiesList(),
                accepted.getPeersList().stream().map(StagePeer::of).toList(),
                RoomInfo.of(accepted));
    }

    /**
     * The room of a stage; sizes are 0 when it has none.
     *
     * @param world world id; empty for none
     * @param room room id; empty for none
     * @param chunkWidth tiles of a chunk, x
     * @param chunkHeight tiles of a chunk, y
     * @param minX left edge, world units
     * @param minY upper edge, world units
     * @param maxX right edge, outside
     * @param maxY lower edge, outside
     */
    public record RoomInfo(
            String world,
            String room,
            int chunkWidth,
            int chunkHeight,
            double minX,
            double minY,
            double maxX,
            double maxY) {
        static RoomInfo of(Accepted accepted) {
            var bounds = accepted.getRoomBounds();
            return new RoomInfo(
                    accepted.getWorld(),
                    accepted.getRoom(),
                    accepted.getChunkSize().getX(),
                    accepted.getChunkSize().getY(),
                    bounds.getMin().getX(),
                    bounds.getMin().getY(),
                    bounds.getMax().getX(),
                    bounds.getMax().getY());
        }
    }
}
