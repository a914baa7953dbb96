package dev.terrane.sdk;

import dev.terrane.proto.stage.v1alpha1.ContactNotice;
import dev.terrane.proto.stage.v1alpha1.ServerMessage;
import dev.terrane.proto.stage.v1alpha1.StageEvent;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Applies whole frames: removals and layouts, state, then events. Used by the owner thread; the
 * view it publishes may be read by any.
 */
final class StageFrames {
    private final CounterTable counters;
    private final Requests requests;
    private final StageListener listener;
    private final FrameBuffer buffer = new FrameBuffer();
    private final StreamTable streams;
    private final Map<Integer, StagePeer> peers = new TreeMap<>();
    private final Object changed = new Object();
    private volatile StageView view = new StageView(0, 0, Collections.emptySortedMap(), Map.of());
    private volatile boolean over;
    private long lastContact;

    StageFrames(
            StageLimits limits, CounterTable counters, Requests requests, StageListener listener) {
        this.counters = counters;
        this.requests = requests;
        this.listener = listener;
        this.streams = new StreamTable(limits, counters);
    }

    StageView view() {
        return view;
    }

    long applied() {
        return buffer.applied();
    }

    void enter(Entry entry) {
        entry.peers().forEach(peer -> peers.put(peer.peerId(), peer));
        publish(new StageView(0, entry.tick(), Collections.emptySortedMap(), Map.copyOf(peers)));
    }

    void receive(ServerMessage part) {
        if (buffer.isDuplicate(part)) {
            counters.duplicate();
            return;
        }
        buffer.add(part).ifPresent(this::apply);
    }

    /** No more frames; after a fault the state is hidden. */
    void end(boolean hide) {
        over = true;
        if (hide) {
            streams.clear();
            publish(
                    new StageView(
                            view.frame(), view.tick(), Collections.emptySortedMap(), view.peers()));
        } else {
            publish(view);
        }
    }

    Optional<StageView> await(Predicate<StageView> wanted, Duration timeout)
            throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        synchronized (changed) {
            while (true) {
                StageView now = view;
                if (wanted.test(now)) {
                    return Optional.of(now);
                }
                long millis = (end - System.nanoTime()) / 1_000_000;
                if (over || millis <= 0) {
                    return Optional.empty();
                }
                changed.wait(millis);
            }
        }
    }

    private void apply(List<ServerMessage> parts) {
        Set<Integer> freed = Set.of();
        for (ServerMessage part : parts) {
            if (part.hasControl()) {
                freed = streams.control(part.getControl());
            } else if (part.hasState()) {
                streams.state(part.getState(), freed);
            }
        }
        counters.frame();
        ServerMessage last = parts.getLast();
        if (last.hasEvents()) {
            last.getEvents().getEventsList().forEach(this::notePeers);
        }
        publish(new StageView(last.getFrame(), last.getTick(), streams.view(), Map.copyOf(peers)));
        if (last.hasEvents()) {
            last.getEvents().getEventsList().forEach(this::tell);
        }
        listener.onFrame(view);
    }

    private void notePeers(StageEvent event) {
        if (event.hasPeerJoined()) {
            var peer = StagePeer.of(event.getPeerJoined());
            peers.put(peer.peerId(), peer);
        } else if (event.hasPeerLeft()) {
            peers.remove(event.getPeerLeft().getPeerId());
        }
    }

    private void tell(StageEvent event) {
        switch (event.getEventCase()) {
            case PEER_JOINED -> listener.onPeerJoined(StagePeer.of(event.getPeerJoined()));
            case PEER_LEFT -> listener.onPeerLeft(event.getPeerLeft().getPeerId());
            case ACTION_REPLY -> requests.answer(event.getActionReply());
            case RELAY ->
                    listener.onRelay(
                            event.getRelay().getFromPeerId(), event.getRelay().getPayload());
            case RELAY_RESULT -> requests.answer(event.getRelayResult());
            case CONTACT -> contact(event.getContact());
            case EVENT_NOT_SET -> {
                // An event this version does not know.
            }
        }
    }

    /** Contacts come at least once; a number seen before is a repetition. */
    private void contact(ContactNotice notice) {
        if (notice.getNumber() <= lastContact) {
            return;
        }
        lastContact = notice.getNumber();
        Contact.Kind kind =
                switch (notice.getKind()) {
                    case CONTACT_KIND_BEGIN -> Contact.Kind.BEGIN;
                    case CONTACT_KIND_HIT -> Contact.Kind.HIT;
                    case CONTACT_KIND_END -> Contact.Kind.END;
                    case CONTACT_KIND_UNSPECIFIED, UNRECOGNIZED ->
                            throw new ProtocolFaultException(
                                    "contact " + notice.getNumber() + " of no kind");
                };
        listener.onContact(
                new Contact(
                        notice.getNumber(),
                        kind,
                        notice.getHandleA(),
                        notice.getHandleB(),
                        notice.getRelativeSpeed()));
    }

    private void publish(StageView next) {
        synchronized (changed) {
            view = next;
            changed.notifyAll();
        }
    }
}
