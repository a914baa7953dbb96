package dev.terrane.gateway.live;

import dev.terrane.core.entity.CreateResult;
import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.KernelLimits;
import dev.terrane.gateway.live.Spawns.Spawned;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A live stage: entities, peers and what they are told, tick by tick. Everything below runs on the
 * stage's actor; the public methods may be called from any thread and return at once.
 *
 * <pre>
 * OPEN    enter, peer messages, ticks; close() leads to CLOSED
 * CLOSED  entry is declined, everything else does nothing
 * </pre>
 */
public final class LiveStage {
    private static final Logger LOG = LoggerFactory.getLogger(LiveStage.class);

    private final StageFacts facts;
    private final StageSpec spec;
    private final EntryRules rules;
    private final StageSchema schema;
    private final SpawnPlaces places;
    private final StageIo io;
    private final Actor actor;
    private final InstantSource clock;
    private final StageMetrics metrics;
    private final Kernel kernel;
    private final Replication replication;
    private final BodyBinding bodies;
    private final Spawns spawns;
    private final ChunkDesk chunks;
    private final RoomNews news;
    private final PeerTalk talk;
    private final StepInbox steps = new StepInbox(4096);
    private final Contacts contacts;
    private final Changes changes;
    private final TreeMap<Integer, Peer> peers = new TreeMap<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    /** Whether a tick waits to be run. */
    private final AtomicBoolean ticking = new AtomicBoolean();

    /** Entries granted whose entity is still being made. */
    private int entering;

    private int lastPeerId;
    private long tick;

    /** Why it is closed; null while it is open. */
    private @Nullable TerraneException closed;

    /** Opens a stage with nothing on it. */
    public LiveStage(StageSetup setup) {
        this.facts = setup.facts();
        this.spec = setup.spec();
        this.rules = new EntryRules(spec);
        this.schema = setup.schema();
        this.places = setup.places();
        this.io = setup.io();
        this.actor = setup.actor();
        this.clock = setup.clock();
        this.metrics = setup.metrics();
        this.kernel =
                new Kernel(
                        schema.catalog(),
                        () -> {
                            throw new IllegalStateException("every entity is created with a guid");
                        },
                        KernelLimits.defaults());
        this.replication =
                new Replication(
                        kernel,
                        new Views(schema, spec.views()),
                        setup.streams(),
                        setup.codec(),
                        setup.networkIds(),
                        setup.debtLimits());
        this.bodies = new BodyBinding(facts.id(), schema.catalog(), spec.bodies());
        this.chunks = new ChunkDesk(actor, io, facts.room() != null, setup.debtLimits());
        this.news = new RoomNews(actor, chunks, peers.values());
        this.talk = new PeerTalk(peers);
        this.contacts = new Contacts(bodies);
        this.changes = new Changes(schema, setup.streams().snapshot(), kernel, bodies, peers, io);
        this.spawns = new Spawns(io, schema.catalog(), bodies, kernel, changes);
    }

    /** What does not change. */
    public StageFacts facts() {
        return facts;
    }

    /** What the stage was made from. */
    public StageSpec spec() {
        return spec;
    }

    /** Where the session's steps go. */
    public StepInbox steps() {
        return steps;
    }

    /** Judges a peer's entry and grants or declines it on its link. */
    public CompletableFuture<Optional<PeerHandle>> enter(EntryRequest request, PeerLink link) {
        CompletableFuture<Optional<PeerHandle>> entered = new CompletableFuture<>();
        actor.post(() -> judge(request, link, entered));
        return entered;
    }

    private void judge(
            EntryRequest request, PeerLink link, CompletableFuture<Optional<PeerHandle>> entered) {
        Optional<TerraneException> refusal =
                Optional.ofNullable(closed)
                        .or(() -> rules.refusal(request, peers.size() + entering));
        if (refusal.isPresent()) {
            link.declined(refusal.get());
            entered.complete(Optional.empty());
            return;
        }
        entering++;
        int peerId = ++lastPeerId;
        boolean joinsIn = rules.joinsIn(request);
        CompletableFuture<Spawned> spawned =
                joinsIn
                        ? spawns.spawn(spec.join().className(), places.of(peerId))
                        : CompletableFuture.completedFuture(Spawned.NOTHING);
        PeerCard card = new PeerCard(peerId, request.caller().subject(), !joinsIn);
        Peer peer = new Peer(card, request.caller(), link, new PeerChunks());
        var _ =
                spawned.whenComplete(
                        (made, failure) ->
                                actor.post(
                                        () -> {
                                            entering--;
                                            answer(entered, () -> admit(peer, made, failure));
                                            endIfEmpty();
                                        }));
    }

    /** Lets a peer in, or leaves nothing behind of what was made for it. */
    private Optional<PeerHandle> admit(
            Peer peer, @Nullable Spawned made, @Nullable Throwable failure) {
        if (closed != null) {
            peer.link().declined(closed);
        } else if (failure != null || made == null) {
            TerraneException cause =
                    ChunkDesk.refusalOf(
                            failure == null ? new IllegalStateException("no result") : failure);
            peer.link()
                    .declined(
                            TerraneException.of(
                                            StageError.JOIN_REFUSED,
                                            "the peer's entity could not be made: "
                                                    + cause.getMessage())
                                    .extra("cause", cause.code().name())
                                    .cause(cause)
                                    .toException());
        }
        if (closed != null || made == null || !peer.link().channel().isOpen()) {
            spawns.takeBack(made == null ? Spawned.NOTHING : made);
            return Optional.empty();
        }
        try {
            return Optional.of(letIn(peer, made));
        } catch (RuntimeException e) {
            if (peers.containsKey(peer.id())) {
                remove(peer);
            }
            spawns.takeBack(made);
            throw e;
        }
    }

    private PeerHandle letIn(Peer peer, Spawned made) {
        List<Long> own = new ArrayList<>();
        if (made.guid().isPresent()) {
            Entity entity =
                    create(
                            spawns.creation(spec.join(), made, peer.card().displayName()),
                            peer.id());
            peer.owned().add(entity.guid());
            own.add(replication.networkId(entity.guid()));
        }
        List<PeerCard> here = new ArrayList<>(List.of(PeerCard.GATEWAY));
        peers.values().forEach(other -> here.add(other.card()));
        peer.link().accepted(new PeerLink.Entry(peer.card(), facts, tick, own, here));
        peers.values().forEach(other -> other.link().peerJoined(peer.card()));
        replication.joined(peer);
        peers.put(peer.id(), peer);
        metrics.peersChanged(1);
        return new PeerHandle(this, peer);
    }

    /** Creates an entity whose creation was made to fit the schema. */
    private Entity create(Creation creation, int ownerPeerId) {
        return switch (kernel.create(creation)) {
            case CreateResult.Created(Entity entity) -> {
                if (bodies.find(creation.className()).isPresent()) {
                    bodies.bind(entity);
                }
                replication.added(entity, ownerPeerId);
                yield entity;
            }
            case CreateResult.Refused(var refusal) ->
                    throw new IllegalStateException(
                            "the stage's rules were checked before: " + refusal);
        };
    }

    /** Creates the entities of map objects, before anybody can enter. */
    public void furnish(List<Creation> creations) {
        actor.post(() -> creations.forEach(creation -> create(creation, 0)));
    }

    /** Runs one tick; called by the timer. */
    public void tick() {
        if (!ticking.compareAndSet(false, true)) {
            metrics.ticksSkipped(1);
            return;
        }
        actor.post(
                () -> {
                    ticking.set(false);
                    if (closed != null) {
                        return;
                    }
                    long begun = System.nanoTime();
                    try {
                        runTick();
                    } catch (RuntimeException e) {
                        // Peers may have been told half of this tick: nothing of it can be kept.
                        LOG.error("stage {} failed at tick {}", facts.id(), tick, e);
                        TerraneException why =
                                TerraneException.of(
                                                StageError.STAGE_FAULTED,
                                                "the stage failed; connect again")
                                        .toException();
                        shutNow(why, link -> link.goodbye(why));
                    }
                    metrics.tickDone(System.nanoTime() - begun);
                });
    }

    private void runTick() {
        tick++;
        StepInbox.Steps happened = steps.drain();
        bodies.apply(happened.poses());
        replication.flush(peers.values());
        contacts.tell(happened.facts(), peers.values());
        for (Peer peer : List.copyOf(peers.values())) {
            peer.endFrame(tick);
            guard(peer);
            chunks.pump(peer);
        }
    }

    /** Parts with a peer whose credential has ended or whose channel has given up. */
    private void guard(Peer peer) {
        if (!peer.link().channel().isOpen()) {
            remove(peer);
        } else if (peer.caller().expires().isBefore(clock.instant())) {
            peer.link().goodbye(CommonError.UNAUTHENTICATED, "the token has expired");
            remove(peer);
        }
    }

    private void remove(Peer peer) {
        if (peers.remove(peer.id()) == null) {
            return;
        }
        replication.left(peer);
        for (Guid guid : List.copyOf(peer.owned())) {
            if (spec.join().keepOnLeave()) {
                replication.disowned(guid, peers.values());
            } else {
                changes.destroy(guid);
            }
        }
        peers.values().forEach(other -> other.link().peerLeft(peer.id()));
        metrics.peersChanged(-1);
    }

    /** Applies changes from outside, all or nothing, and says at which tick they are seen. */
    public CompletableFuture<Long> apply(List<StageChange> batch) {
        return ask(
                () -> {
                    changes.apply(batch, creation -> create(creation, 0));
                    return tick + 1;
                });
    }

    /** Reads on the stage's thread. */
    public CompletableFuture<Census> census() {
        return ask(() -> new Census(tick, peers.size(), kernel.entities().size()));
    }

    /** Every entity, in the order of guids, for programs that drive the stage. */
    public CompletableFuture<List<EntityView>> entities() {
        return ask(
                () ->
                        kernel.entities().stream()
                                .map(
                                        entity ->
                                                EntityForms.view(
                                                        entity,
                                                        replication.networkId(entity.guid()),
                                                        replication.ownerPeerId(entity.guid()),
                                                        bodies.findBody(entity.guid()).orElse("")))
                                .sorted((a, b) -> Long.compare(a.guid(), b.guid()))
                                .toList());
    }

    /** Where news of the room's chunks go. */
    public RoomNews roomNews() {
        return news;
    }

    /** Parts with everybody, with the error's close code, and ends the stage. */
    public CompletableFuture<Void> close(TerraneException why) {
        return shut(why, link -> link.goodbye(why));
    }

    /** Parts with everybody with close code 1012, and ends the stage. */
    public CompletableFuture<Void> drain() {
        return shut(
                TerraneException.of(CommonError.UNAVAILABLE, "the gateway restarts").toException(),
                PeerLink::restarting);
    }

    /** Completes when the stage has ended, for whatever reason. */
    public CompletableFuture<Void> ended() {
        return ended;
    }

    private CompletableFuture<Void> shut(TerraneException why, Consumer<PeerLink> farewell) {
        actor.post(() -> shutNow(why, farewell));
        return ended;
    }

    private void shutNow(TerraneException why, Consumer<PeerLink> farewell) {
        if (closed != null) {
            return;
        }
        closed = why;
        Collection<Peer> leaving = List.copyOf(peers.values());
        leaving.forEach(peer -> farewell.accept(peer.link()));
        leaving.forEach(this::remove);
        for (Entity entity : List.copyOf(kernel.entities())) {
            changes.destroy(entity.guid());
        }
        io.close();
        endIfEmpty();
    }

    /** A closed stage has ended once nobody is on the way in, whose body would stay. */
    private void endIfEmpty() {
        if (closed != null && entering == 0) {
            ended.complete(null);
        }
    }

    private <T> CompletableFuture<T> ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        actor.post(() -> answer(answer, question));
        return answer;
    }

    private static <T> void answer(CompletableFuture<T> answer, Supplier<T> question) {
        try {
            answer.complete(question.get());
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    /** Hands a peer's message to the stage; false when too much waits. */
    boolean offer(Peer peer, Runnable work) {
        return actor.offer(
                () -> {
                    if (peers.get(peer.id()) == peer) {
                        work.run();
                    }
                });
    }

    PeerTalk talk() {
        return talk;
    }

    ChunkDesk chunks() {
        return chunks;
    }

    long currentTick() {
        return tick;
    }

    void leave(Peer peer) {
        actor.post(() -> remove(peer));
    }

    /**
     * Counts at a tick.
     *
     * @param tick the tick
     * @param peers connected peers
     * @param entities entities
     */
    public record Census(long tick, int peers, int entities) {}
}
