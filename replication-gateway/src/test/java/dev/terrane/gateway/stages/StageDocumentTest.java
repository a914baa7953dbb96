package dev.terrane.gateway.stages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.gateway.live.StageSpec;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.testing.Provokes;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StageDocumentTest {
    private static StageSpec read(String json) {
        return StageDocument.read(json.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertRefused(String json, String pointer) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(StageError.STAGE_INVALID);
                            assertThat(e.info().getPointer()).isEqualTo(pointer);
                        });
    }

    @Test
    void whatIsWrittenReadsBackEqual() {
        for (StageSpec spec : new StageSpec[] {SampleSpecs.small("a"), SampleSpecs.full("b")}) {
            assertThat(StageDocument.read(StageDocument.write(spec))).isEqualTo(spec);
        }
    }

    @Test
    void theFirstFormOfTheStageDocumentReads() {
        StageSpec spec =
                read(
                        """
                        {"id":"lobby","schema":"guest-room@1","session":"s",
                         "bodies":[{"class":"Player","x":"x","y":"y","angle":null,"radius":0.4,
                                    "kind":"dynamic"}],
                         "join":{"role":"player","class":"Player","at":"spawn","owner":"peer",
                                 "onLeave":"destroy"}}""");
        assertThat(spec.tickRateHertz()).isEqualTo(20);
        assertThat(spec.slots()).isEqualTo(64);
        assertThat(spec.mode()).isEqualTo(StageSpec.Mode.PLAY);
        assertThat(spec.bodies())
                .containsExactly(new StageSpec.BodyRule("Player", "x", "y", "", 0.4, "", 0, 0));
        assertThat(spec.join())
                .isEqualTo(new StageSpec.JoinRule("player", "Player", "spawn", false, 0, ""));
    }

    @Test
    @Provokes("STAGE_INVALID")
    void whatDoesNotReadNamesItsPlace() {
        assertRefused("{\"id\":\"a\",\"colour\":\"red\"}", "/colour");
        assertRefused("{\"bodies\":[{\"class\":\"A\"},{\"klass\":\"B\"}]}", "/bodies/1/klass");
        assertRefused("{\"tickRateHertz\":\"fast\"}", "/tickRateHertz");
        assertRefused("{\"tickRateHertz\":1.5}", "/tickRateHertz");
        assertRefused("{\"tickRateHertz\":0}", "/tickRateHertz");
        assertRefused("{\"slots\":0}", "/slots");
        assertRefused("{\"mode\":\"watch\"}", "/mode");
        assertRefused("{\"join\":{\"class\":\"A\",\"owner\":\"stage\"}}", "/join/owner");
        assertRefused("{\"join\":{\"class\":\"A\",\"onLeave\":\"freeze\"}}", "/join/onLeave");
        assertRefused("{\"views\":[null]}", "/views/0");
        assertRefused("null", "");
    }

    @Test
    void brokenJsonNamesLineAndColumn() {
        assertThatThrownBy(() -> read("{\"id\":\"a\",\n \"id\":\"b\"}"))
                .isInstanceOfSatisfying(
                        TerraneException.class, e -> assertThat(e.info().getLine()).isEqualTo(2));
        assertThatThrownBy(() -> read("{\"id\":"))
                .isInstanceOfSatisfying(
                        TerraneException.class, e -> assertThat(e.info().getLine()).isEqualTo(1));
        assertThatThrownBy(() -> read("{} {}")).isInstanceOf(TerraneException.class);
    }
}
