package dev.terrane.gateway.live;

import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.core.schema.ScalarType;
import dev.terrane.gateway.live.SpawnPlaces.Place;
import dev.terrane.gateway.live.StageFacts.Corner;
import dev.terrane.gateway.live.StageFacts.RoomFacts;
import dev.terrane.gateway.live.StageSpec.BodyRule;
import dev.terrane.gateway.live.StageSpec.JoinRule;
import dev.terrane.gateway.live.StageSpec.ViewRule;
import dev.terrane.gateway.live.wire.CanonicalBodies;
import dev.terrane.gateway.live.wire.ProtoPeerLink;
import dev.terrane.proto.stage.v1alpha1.Accepted;
import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.Role;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A stage on the test's own thread: class Player (name, x, y, hp for all; mp and the inventory for
 * the owner), bound to bodies, ticked by hand.
 */
public final class StageFixture {
    public static final long NAME = 100;
    public static final long X = 101;
    public static final long Y = 102;
    public static final long HP = 103;
    public static final long MP = 105;
    public static final long INVENTORY = 200;
    public static final long COUNT = 2;

    public final FakeIo io = new FakeIo();
    public Instant now = Instant.parse("2026-11-29T12:00:00Z");
    public final LiveStage stage;

    public StageFixture() {
        this(List.of(), Set.of(), 8);
    }

    public StageFixture(List<ViewRule> views, Set<String> allowedRoles, int slots) {
        this(views, allowedRoles, slots, new CanonicalBodies());
    }

    StageFixture(List<ViewRule> views, Set<String> allowedRoles, int slots, BodyCodec codec) {
        this(views, allowedRoles, slots, StreamLimits.defaults(), codec);
    }

    StageFixture(StreamLimits streams) {
        this(List.of(), Set.of(), 8, streams, new CanonicalBodies());
    }

    private StageFixture(
            List<ViewRule> views,
            Set<String> allowedRoles,
            int slots,
            StreamLimits streams,
            BodyCodec codec) {
        StageSpec spec =
                new StageSpec(
                        "lobby",
                        "guest@1",
                        "w",
                        "r",
                        "s",
                        StageSpec.Mode.PLAY,
                        20,
                        slots,
                        allowedRoles,
                        Set.of("mallory"),
                        views,
                        List.of(new BodyRule("Player", "x", "y", "", 0.4, "", 0, 0)),
                        new JoinRule("player", "Player", "spawn", false, 0, "name"),
                        List.of());
        this.stage =
                new LiveStage(
                        new StageSetup(
                                new StageFacts("lobby", 3, "guest@1", "abcd", 20, room()),
                                spec,
                                schema(),
                                new SpawnPlaces(List.of(new Place(1, 2), new Place(5, 6))),
                                guid -> guid * 7919 & 0xffff_ffffL,
                                streams,
                                codec,
                                PeerChannel.Limits.defaults(),
                                io,
                                new Actor("test", 1000, Runnable::run),
                                () -> now,
                                StageMetrics.NONE));
    }

    private static RoomFacts room() {
        return new RoomFacts("w", "r", 32, 32, 1, 0, 0, new Corner(0, 0, 0), new Corner(96, 64, 1));
    }

    public static StageSchema schema() {
        IndexMap<FieldLayout> fields =
                IndexMap.<FieldLayout>builder()
                        .put(NAME, new FieldLayout("name", ScalarType.STRING))
                        .put(X, new FieldLayout("x", ScalarType.DOUBLE))
                        .put(Y, new FieldLayout("y", ScalarType.DOUBLE))
                        .put(HP, new FieldLayout("hp", ScalarType.UINT32))
                        .put(MP, new FieldLayout("mp", ScalarType.UINT32))
                        .build();
        IndexMap<TableLayout> tables =
                IndexMap.of(
                        INVENTORY,
                        new TableLayout(
                                "inventory",
                                "Item",
                                IndexMap.of(COUNT, new FieldLayout("count", ScalarType.INT32))));
        return new StageSchema(
                "guest@1",
                "abcd",
                Catalog.of(
                        List.of(new EntityLayout("Player", fields, tables, IndexMap.empty())),
                        List.of()),
                Map.of(
                        "Player",
                        new StageSchema.ClassMasks(
                                Set.of(NAME, X, Y, HP), Set.of(NAME, X, Y, HP, MP, INVENTORY))));
    }

    public Caller caller(String subject, Role... roles) {
        return new Caller(subject, Set.of(roles), Map.of(), false, "", "", now.plusSeconds(3600));
    }

    /** Joins and leaves the answer in the client's channel. */
    public TestPeer join(String subject, Role... roles) {
        return join(caller(subject, roles), false);
    }

    public TestPeer join(Caller caller, boolean spectator) {
        RecordingChannel channel = new RecordingChannel();
        ProtoPeerLink link = new ProtoPeerLink(channel, () -> now);
        PeerHandle handle =
                stage.enter(new EntryRequest(caller, spectator), link).join().orElse(null);
        return new TestPeer(handle, channel);
    }

    public void set(long guid, long index, Value value) {
        stage.apply(List.of(new StageChange.SetField(new Guid(guid), index, value))).join();
    }

    /** The guid of the entity a peer was given at its entry, the only message it read so far. */
    long guidOf(TestPeer peer) {
        return guidOf(peer.only().getAccepted());
    }

    /** The guid of the entity a peer was given. */
    long guidOf(Accepted accepted) {
        return stage.entities().join().stream()
                .filter(entity -> (int) entity.networkId() == accepted.getOwnEntities(0))
                .findFirst()
                .orElseThrow()
                .guid();
    }

    /** One tick of the stage, which these peers read. */
    void tick(TestPeer... peers) {
        stage.tick();
        for (TestPeer peer : peers) {
            peer.read();
        }
    }
}
