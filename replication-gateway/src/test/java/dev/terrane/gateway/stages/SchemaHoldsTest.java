package dev.terrane.gateway.stages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SchemaError;
import dev.terrane.rpc.error.TerraneException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SchemaHoldsTest {
    private final Told told = new Told();
    private final SchemaHolds holds = new SchemaHolds(told);

    /** Keeps what is told, and refuses if the test wants it. */
    private static final class Told implements SchemaUses {
        private final List<String> calls = new ArrayList<>();
        private @Nullable TerraneException refusal;

        @Override
        public Map<String, Set<Long>> hold(String stageId, String schemaId) {
            tell("hold " + stageId + " " + schemaId);
            return Map.of("Guest", Set.of(4L));
        }

        @Override
        public void release(String stageId, String schemaId) {
            tell("release " + stageId + " " + schemaId);
        }

        private void tell(String call) {
            calls.add(call);
            if (refusal != null) {
                throw refusal;
            }
        }
    }

    @Test
    void whatIsHeldIsRenewedUntilItIsReleased() {
        assertThat(holds.hold("a", "room@1")).isEqualTo(Map.of("Guest", Set.of(4L)));
        holds.renew();
        holds.release("a", "room@1");
        holds.renew();
        assertThat(told.calls)
                .containsExactly("hold a room@1", "hold a room@1", "release a room@1");
    }

    @Test
    void aRefusedHoldIsNotRenewed() {
        told.refusal = TerraneException.of(SchemaError.SCHEMA_RETIRED, "retired").toException();
        assertThatThrownBy(() -> holds.hold("a", "room@1")).isSameAs(told.refusal);
        told.refusal = null;
        holds.renew();
        assertThat(told.calls).containsExactly("hold a room@1");
    }

    @Test
    void whatCouldNotBeToldIsToldWithTheNextRenewal() {
        holds.hold("a", "room@1");
        holds.hold("b", "room@2");
        told.calls.clear();
        told.refusal = TerraneException.of(CommonError.UNAVAILABLE, "down").toException();
        holds.release("a", "room@1");
        holds.renew();
        told.refusal = null;
        holds.renew();
        holds.renew();
        assertThat(told.calls)
                .containsExactly(
                        "release a room@1",
                        "release a room@1",
                        "hold b room@2",
                        "release a room@1",
                        "hold b room@2",
                        "hold b room@2");
    }

    @Test
    void aStageMadeAgainBeforeItsReleaseWasToldGoesOnHolding() {
        holds.hold("a", "room@1");
        told.refusal = TerraneException.of(CommonError.UNAVAILABLE, "down").toException();
        holds.release("a", "room@1");
        told.refusal = null;
        holds.hold("a", "room@1");
        told.calls.clear();
        holds.renew();
        assertThat(told.calls).containsExactly("hold a room@1");
    }
}
