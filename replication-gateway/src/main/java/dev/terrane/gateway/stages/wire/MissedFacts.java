package dev.terrane.gateway.stages.wire;

import dev.terrane.proto.session.v1alpha1.ContactFact;
import dev.terrane.proto.session.v1alpha1.ListFactsRequest;
import dev.terrane.proto.session.v1alpha1.ListFactsResponse;
import dev.terrane.proto.session.v1alpha1.StepEvent;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.events.EventCursor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Contact facts of steps whose events were missed: between a rollover and the subscription to the
 * next generation, or farther back than the stream keeps. They are asked for by step, from the last
 * one that was seen to the one after which events go on; each is given once. Facts of generations
 * that began and ended in between are not. For one thread at a time.
 */
final class MissedFacts {
    private static final Logger LOG = LoggerFactory.getLogger(MissedFacts.class);

    /**
     * Facts given at once; the inbox of a stage holds as many. More, and the oldest are left out.
     */
    static final int FACTS_MAX = 4_096;

    private static final int PAGE = 1_000;

    /** Asking again may help. */
    private static final Set<ErrorCode> PASSING =
            Set.of(
                    CommonError.UNAVAILABLE,
                    CommonError.DEADLINE_EXCEEDED,
                    CommonError.RESOURCE_EXHAUSTED,
                    CommonError.INTERNAL);

    private final String session;
    private final Function<ListFactsRequest, ListFactsResponse> kept;
    private String generation = "";
    private long step;

    /** Ids of facts of the last step that was seen, which may come again. */
    private final Set<String> seen = new HashSet<>();

    /**
     * @param session its name
     * @param kept facts by request; may block and be refused
     */
    MissedFacts(String session, Function<ListFactsRequest, ListFactsResponse> kept) {
        this.session = session;
        this.kept = kept;
    }

    /** Notes an event; its facts but those that were given before. */
    List<ContactFact> unseen(StepEvent event) {
        List<ContactFact> facts =
                event.getFactsList().stream()
                        .filter(fact -> !seen.contains(fact.getFactId()))
                        .toList();
        standAt(event.getGeneration(), event.getStepIndex(), event.getFactsList());
        return facts;
    }

    /** Facts of everything between the last event and {@code head}. */
    List<ContactFact> until(String present, EventCursor head) {
        if (epoch(present) != head.epoch()) {
            // It has rolled over once more: this stream ends, and the next one asks again.
            return List.of();
        }
        List<ContactFact> facts = new ArrayList<>();
        if (generation.isEmpty()) {
            // Nobody was on the stage before its first event.
            standAt(present, head.sequence(), List.of());
            return facts;
        }
        if (generation.equals(present)) {
            collect(present, Math.max(0, step - 1), head.sequence(), facts);
        } else {
            collect(generation, Math.max(0, step - 1), Long.MAX_VALUE, facts);
            collect(present, 0, head.sequence(), facts);
        }
        standAt(present, head.sequence(), facts);
        return facts;
    }

    private void standAt(String of, long index, List<ContactFact> facts) {
        generation = of;
        step = index;
        seen.clear();
        facts.forEach(fact -> seen.add(fact.getFactId()));
    }

    private void collect(String of, long after, long last, List<ContactFact> facts) {
        try {
            long from = after;
            do {
                ListFactsResponse page =
                        kept.apply(
                                ListFactsRequest.newBuilder()
                                        .setName(session)
                                        .setGeneration(of)
                                        .setAfterStep(from)
                                        .setPageSize(PAGE)
                                        .build());
                for (ContactFact fact : page.getFactsList()) {
                    if (fact.getStepIndex() <= last && !seen.contains(fact.getFactId())) {
                        facts.add(fact);
                    }
                }
                int over = facts.size() - FACTS_MAX;
                if (over > 0) {
                    LOG.warn("session {}: {} missed facts are not told", session, over);
                    facts.subList(0, over).clear();
                }
                from = page.getNextAfterStep();
            } while (from != 0 && from <= last);
        } catch (TerraneException e) {
            if (PASSING.contains(e.code())) {
                throw e;
            }
            LOG.warn("session {}: facts of generation {} are not kept", session, of, e);
        }
    }

    /** The stream's epoch of a generation: half of its digits. */
    private static long epoch(String generation) {
        long epoch = Long.parseUnsignedLong(generation.substring(0, 16), 16);
        return epoch == 0 ? 1 : epoch;
    }
}
