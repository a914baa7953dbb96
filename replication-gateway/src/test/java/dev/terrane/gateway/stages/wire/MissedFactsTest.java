package dev.terrane.gateway.stages.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.proto.session.v1alpha1.ContactFact;
import dev.terrane.proto.session.v1alpha1.ListFactsRequest;
import dev.terrane.proto.session.v1alpha1.ListFactsResponse;
import dev.terrane.proto.session.v1alpha1.StepEvent;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.events.EventCursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MissedFactsTest {
    private static final String FIRST = "0000000000000007" + "a".repeat(16);
    private static final String SECOND = "0000000000000008" + "b".repeat(16);

    /** What the session keeps: generation, step, ids of facts. */
    private final Map<String, TreeMap<Long, List<String>>> kept = new HashMap<>();

    private final List<String> asked = new ArrayList<>();
    private @Nullable CommonError refusal;
    private final MissedFacts missed = new MissedFacts("s", this::list);

    private ListFactsResponse list(ListFactsRequest request) {
        asked.add(request.getGeneration().substring(15, 16) + ">" + request.getAfterStep());
        if (refusal != null) {
            throw TerraneException.of(refusal, "no").toException();
        }
        ListFactsResponse.Builder page = ListFactsResponse.newBuilder();
        TreeMap<Long, List<String>> steps =
                kept.getOrDefault(request.getGeneration(), new TreeMap<>());
        for (var step : steps.tailMap(request.getAfterStep(), false).entrySet()) {
            if (page.getFactsCount() >= 3) {
                return page.setNextAfterStep(step.getKey() - 1).build();
            }
            step.getValue().forEach(id -> page.addFacts(fact(id, step.getKey())));
        }
        return page.build();
    }

    private static ContactFact fact(String id, long step) {
        return ContactFact.newBuilder().setFactId(id).setStepIndex(step).build();
    }

    private void keep(String generation, long step, String... ids) {
        kept.computeIfAbsent(generation, _ -> new TreeMap<>()).put(step, List.of(ids));
    }

    private static StepEvent event(String generation, long step, ContactFact... facts) {
        return StepEvent.newBuilder()
                .setGeneration(generation)
                .setStepIndex(step)
                .addAllFacts(List.of(facts))
                .build();
    }

    private static List<String> ids(List<ContactFact> facts) {
        return facts.stream().map(ContactFact::getFactId).toList();
    }

    private List<String> until(String present, long epoch, long head) {
        return ids(missed.until(present, new EventCursor(epoch, head)));
    }

    @Test
    void theFirstSubscriptionHasMissedNothing() {
        keep(FIRST, 1, "a");
        assertThat(until(FIRST, 7, 5)).isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void whatIsBetweenTheLastEventAndTheNextIsGivenOnce() {
        keep(FIRST, 3, "a", "b", "mutation after 3");
        keep(FIRST, 4, "c");
        keep(FIRST, 5, "d", "mutation after 5");
        keep(FIRST, 6, "later");
        assertThat(ids(missed.unseen(event(FIRST, 3, fact("a", 3), fact("b", 3)))))
                .containsExactly("a", "b");
        assertThat(until(FIRST, 7, 5))
                .containsExactly("mutation after 3", "c", "d", "mutation after 5");
        // The stream files a mutation's facts with the step after it.
        assertThat(
                        ids(
                                missed.unseen(
                                        event(
                                                FIRST,
                                                6,
                                                fact("mutation after 5", 5),
                                                fact("later", 6)))))
                .containsExactly("later");
    }

    @Test
    void aRolloverIsCrossed() {
        keep(FIRST, 3, "a");
        keep(FIRST, 4, "last");
        for (long step = 1; step <= 9; step++) {
            keep(SECOND, step, "s" + step);
        }
        missed.unseen(event(FIRST, 3, fact("a", 3)));
        assertThat(until(SECOND, 8, 7))
                .containsExactly("last", "s1", "s2", "s3", "s4", "s5", "s6", "s7");
        assertThat(asked).startsWith("7>2").contains("8>0");
        asked.clear();
        assertThat(until(SECOND, 8, 9)).containsExactly("s8", "s9");
        assertThat(asked).containsExactly("8>6");
    }

    @Test
    void anotherRolloverMeanwhileIsLeftToTheNextSubscription() {
        missed.unseen(event(FIRST, 3));
        keep(FIRST, 4, "last");
        keep(SECOND, 1, "s1");
        assertThat(until(SECOND, 7, 9)).isEmpty();
        assertThat(until(SECOND, 8, 1)).containsExactly("last", "s1");
    }

    @Test
    void whatIsNotKeptIsNotGivenAndNobodyAnsweringIsTriedAgain() {
        missed.unseen(event(FIRST, 3));
        keep(FIRST, 4, "c");
        refusal = CommonError.UNAVAILABLE;
        assertThatThrownBy(() -> until(FIRST, 7, 4)).isInstanceOf(TerraneException.class);
        refusal = null;
        assertThat(until(FIRST, 7, 4)).containsExactly("c");
        keep(FIRST, 5, "d");
        refusal = CommonError.NOT_FOUND;
        assertThat(until(FIRST, 7, 5)).isEmpty();
    }

    @Test
    void theNewestOfTooManyAreGiven() {
        missed.unseen(event(FIRST, 1));
        for (long step = 2; step <= 5_001; step++) {
            keep(FIRST, step, "f" + step);
        }
        List<String> given = until(FIRST, 7, 5_001);
        assertThat(given).hasSize(MissedFacts.FACTS_MAX);
        assertThat(given.getLast()).isEqualTo("f5001");
    }
}
