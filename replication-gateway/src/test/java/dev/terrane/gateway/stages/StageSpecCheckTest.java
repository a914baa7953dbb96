package dev.terrane.gateway.stages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.gateway.live.StageFixture;
import dev.terrane.gateway.live.StageSpec;
import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.testing.Provokes;
import java.nio.charset.StandardCharsets;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class StageSpecCheckTest {
    private static final String HEAD = "{\"id\":\"a\",\"schema\":\"guest@1\"";

    private static StageSpec spec(String rest) {
        return StageDocument.read((HEAD + rest + "}").getBytes(StandardCharsets.UTF_8));
    }

    private static void assertPlaces(ThrowingCallable check, String first, int problems) {
        assertThatThrownBy(check)
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(StageError.STAGE_INVALID);
                            assertThat(e.info().getPointer()).isEqualTo(first);
                            assertThat(e.info().getExtrasCount()).isEqualTo(problems - 1);
                        });
    }

    private static void assertForm(String rest, String pointer) {
        assertPlaces(() -> StageSpecCheck.requireForm(spec(rest)), pointer, 1);
    }

    private static void assertFit(String rest, String pointer) {
        assertPlaces(
                () -> StageSpecCheck.requireFits(spec(rest), StageFixture.schema()), pointer, 1);
    }

    @Test
    void theFormIsCheckedWithoutTheSchema() {
        assertThatCode(() -> StageSpecCheck.requireForm(SampleSpecs.full("a")))
                .doesNotThrowAnyException();
        assertForm(",\"world\":\"w\"", "/room");
        assertForm(",\"world\":\"w w\",\"room\":\"r\"", "/world");
        assertForm(",\"tickRateHertz\":61", "/tickRateHertz");
        assertForm(",\"slots\":1001", "/slots");
        assertForm(",\"allowedRoles\":[\"king\"]", "/allowedRoles");
        assertForm(",\"allowedRoles\":[\"service\"]", "/allowedRoles");
        assertForm(",\"bodies\":[{\"class\":\"Player\"}]", "/bodies");
        assertForm(",\"objects\":[{\"type\":\"chest\"}]", "/objects");
        assertPlaces(() -> StageSpecCheck.requireForm(SampleSpecs.small("no such id!")), "/id", 1);
    }

    @Test
    void rulesAreCheckedAgainstTheSchema() {
        assertThatCode(
                        () ->
                                StageSpecCheck.requireFits(
                                        spec(
                                                ",\"session\":\"s\",\"views\":[{\"class\":\"Player\","
                                                        + "\"members\":[\"hp\",\"inventory\"]}],"
                                                        + "\"bodies\":[{\"class\":\"Player\",\"x\":\"x\","
                                                        + "\"y\":\"y\",\"radius\":0.5}],\"join\":{\"class\":"
                                                        + "\"Player\",\"nameField\":\"name\"}"),
                                        StageFixture.schema()))
                .doesNotThrowAnyException();
        assertFit(",\"views\":[{\"class\":\"Nobody\"}]", "/views/0/class");
        assertFit(
                ",\"views\":[{\"class\":\"Player\",\"members\":[\"hp\",\"wings\"]}]",
                "/views/0/members/1");
        assertFit(",\"views\":[{\"class\":\"Player\",\"role\":\"king\"}]", "/views/0/role");
        assertFit(body("\"x\":\"x\",\"y\":\"hp\",\"radius\":1"), "/bodies/0/y");
        assertFit(body("\"x\":\"x\",\"y\":\"y\",\"radius\":0"), "/bodies/0/radius");
        assertFit(body("\"x\":\"x\",\"y\":\"y\",\"radius\":1e300"), "/bodies/0/radius");
        assertFit(body("\"x\":\"x\",\"y\":\"y\",\"radius\":1,\"kind\":\"soft\""), "/bodies/0/kind");
        assertFit(",\"join\":{\"class\":\"Player\",\"configId\":9}", "/join/configId");
        assertFit(",\"join\":{\"class\":\"Player\",\"nameField\":\"hp\"}", "/join/nameField");
        assertFit(",\"join\":{\"class\":\"Player\",\"at\":\"spawn\"}", "/join/at");
    }

    private static String body(String members) {
        return ",\"session\":\"s\",\"bodies\":[{\"class\":\"Player\"," + members + "}]";
    }

    @Test
    void everythingThatIsWrongIsToldAtOnce() {
        assertPlaces(
                () ->
                        StageSpecCheck.requireForm(
                                spec(",\"tickRateHertz\":99,\"slots\":-1,\"world\":\"w\"")),
                "/room",
                3);
    }

    @Test
    @Provokes("STAGE_MODE_UNSUPPORTED")
    void modeEditIsRefusedByName() {
        assertThatThrownBy(() -> StageSpecCheck.requireForm(spec(",\"mode\":\"edit\"")))
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        e -> {
                            assertThat(e.code()).isEqualTo(StageError.STAGE_MODE_UNSUPPORTED);
                            assertThat(e.info().getPointer()).isEqualTo("/mode");
                        });
    }
}
