package dev.terrane.gateway.stages.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.gateway.live.ContactFact;
import dev.terrane.gateway.live.ContactFact.Side;
import dev.terrane.gateway.live.ContactFact.Touch;
import dev.terrane.gateway.live.StepInbox;
import dev.terrane.gateway.live.StepInbox.Pose;
import dev.terrane.proto.session.v1alpha1.Body;
import dev.terrane.proto.session.v1alpha1.BodyKind;
import dev.terrane.proto.session.v1alpha1.BodyState;
import dev.terrane.proto.session.v1alpha1.StepEvent;
import dev.terrane.rpc.events.EventCursor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a session's step events into a stage's inbox, and remembers which bodies never move. Events
 * come one at a time.
 */
final class StepFeed {
    private static final Logger LOG = LoggerFactory.getLogger(StepFeed.class);

    /** Boxes that session-service merged from a room's solid tiles. */
    private static final String TILE_PREFIX = "~tile:";

    private final StepInbox inbox;
    private final MissedFacts missed;
    private final Set<String> fixed = new HashSet<>();

    StepFeed(StepInbox inbox, MissedFacts missed) {
        this.inbox = inbox;
        this.missed = missed;
    }

    /**
     * Events were missed: their facts are fetched as far as they are kept. Blocks.
     *
     * @param present the session's generation now
     * @param head the last event that will not come
     */
    synchronized void caughtUp(String present, EventCursor head) {
        List<ContactFact> facts = new ArrayList<>();
        missed.until(present, head).forEach(fact -> facts.add(contact(fact)));
        if (!facts.isEmpty()) {
            inbox.add(Map.of(), facts);
        }
    }

    /** Takes one event's payload. */
    synchronized void accept(byte[] payload) {
        StepEvent event;
        try {
            event = StepEvent.parseFrom(payload);
        } catch (InvalidProtocolBufferException e) {
            LOG.error("a step event does not parse", e);
            return;
        }
        if (event.getComplete()) {
            fixed.clear();
        }
        Map<String, Pose> poses = new LinkedHashMap<>();
        for (BodyState state : event.getChangedBodiesList()) {
            Body body = state.getBody();
            if (body.getKind() == BodyKind.BODY_KIND_STATIC) {
                fixed.add(body.getId());
            } else {
                fixed.remove(body.getId());
            }
            poses.put(
                    body.getId(),
                    new Pose(
                            body.getPosition().getX(), body.getPosition().getY(), body.getAngle()));
        }
        List<ContactFact> facts = new ArrayList<>();
        missed.unseen(event).forEach(fact -> facts.add(contact(fact)));
        // After the facts: a removed body still had its contacts.
        event.getRemovedBodyIdsList().forEach(fixed::remove);
        if (!poses.isEmpty() || !facts.isEmpty()) {
            inbox.add(poses, facts);
        }
    }

    private ContactFact contact(dev.terrane.proto.session.v1alpha1.ContactFact fact) {
        ContactFact.Kind kind =
                switch (fact.getKind()) {
                    case CONTACT_KIND_BEGIN -> ContactFact.Kind.BEGIN;
                    case CONTACT_KIND_HIT -> ContactFact.Kind.HIT;
                    case CONTACT_KIND_END, CONTACT_KIND_UNSPECIFIED, UNRECOGNIZED ->
                            ContactFact.Kind.END;
                };
        Touch touch =
                kind == ContactFact.Kind.END
                        ? null
                        : new Touch(
                                fact.getPoint().getX(),
                                fact.getPoint().getY(),
                                fact.getNormal().getX(),
                                fact.getNormal().getY(),
                                fact.getRelativeSpeed());
        return new ContactFact(kind, side(fact.getBodyA()), side(fact.getBodyB()), touch);
    }

    private Side side(String bodyId) {
        return new Side(bodyId, fixed.contains(bodyId) || bodyId.startsWith(TILE_PREFIX));
    }
}
