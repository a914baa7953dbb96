package dev.terrane.core.entity.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.terrane.core.entity.GuestRoom;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.schema.ScalarType;
import dev.terrane.testing.Seeds;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Declared precision: nearest multiple, exact in the type, the same before every codec. */
class FixedPointTest {
    private final FixedPoint sixteenths = new FixedPoint(4);

    @Test
    void aValueBecomesTheNearestMultipleAndTiesTheEvenOne() {
        assertThat(applied(0.06)).isEqualTo(0.0625);
        assertThat(applied(3.0 / 32)).isEqualTo(0.125);
        assertThat(applied(5.0 / 32)).isEqualTo(0.125);
        assertThat(applied(-1.07)).isEqualTo(-1.0625);
    }

    @Test
    void negativeZeroAndWhatRoundsToItAreZero() {
        assertThat(sixteenths.apply(new Value.Float64(-0.0))).isEqualTo(new Value.Float64(0.0));
        assertThat(sixteenths.apply(new Value.Float64(-1e-9))).isEqualTo(new Value.Float64(0.0));
    }

    @Test
    void whatIsFartherOutThanTheStepsReachBecomesTheBound() {
        assertThat(applied(Double.MAX_VALUE)).isEqualTo(0x1p49);
        assertThat(applied(-Double.MAX_VALUE)).isEqualTo(-0x1p49);
        assertThat(sixteenths.apply(new Value.Float32(Float.MAX_VALUE)))
                .isEqualTo(new Value.Float32(0x1p20f));
    }

    @Test
    void everyResultIsItsOwnResultAndItsSteps() {
        Seeds.forEach(
                2_000,
                random -> {
                    var fixed =
                            new FixedPoint(
                                    random.between(FixedPoint.BITS_MIN, FixedPoint.BITS_MAX));
                    for (Value value :
                            List.of(
                                    new Value.Float64(random.edgyDouble()),
                                    new Value.Float32(random.between(-99, 99) / 7f))) {
                        Value shown = fixed.apply(value);
                        assertThat(fixed.holds(shown)).isTrue();
                        assertThat(fixed.valueOf(fixed.stepsOf(shown), value.type()))
                                .isEqualTo(shown);
                        assertThat(Math.abs(fixed.stepsOf(shown)))
                                .isLessThanOrEqualTo(FixedPoint.stepsMax(value.type()));
                    }
                });
    }

    @Test
    void onlyFloatingMembersThatAreSelectedTakeAPrecision() {
        var layout =
                Streams.layout(
                        GuestRoom.guest(GuestRoom.kernel()),
                        EntityProjection.ofFields(
                                GuestRoom.PLAYER, List.of(GuestRoom.HP, GuestRoom.X)));
        for (long index : List.of(GuestRoom.HP, GuestRoom.FLOAT)) {
            var declared = Quantisation.ofFields(IndexMap.of(index, sixteenths));
            assertThat(ProjectionClass.of(GuestRoom.SCHEMA, layout, declared))
                    .isEqualTo(
                            new ProjectionClass.Result.Refused(
                                    new Refusal.Rejected(
                                            Reason.FIXED_POINT, "GuestPlayer." + index)));
        }
    }

    @Test
    void precisionIsPartOfTheHash() {
        var layout =
                Streams.layout(
                        GuestRoom.guest(GuestRoom.kernel()),
                        EntityProjection.ofFields(GuestRoom.PLAYER, List.of(GuestRoom.X)));
        var exact = ProjectionClass.exact(GuestRoom.SCHEMA, layout);
        var declared = Quantisation.ofFields(IndexMap.of(GuestRoom.X, sixteenths));
        var fine = Quantisation.ofFields(IndexMap.of(GuestRoom.X, new FixedPoint(8)));
        assertThat(hash(ProjectionClass.of(GuestRoom.SCHEMA, layout, declared)))
                .isNotEqualTo(exact.hash())
                .isNotEqualTo(hash(ProjectionClass.of(GuestRoom.SCHEMA, layout, fine)));
    }

    @Test
    void bitsOutsideTheRangeAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new FixedPoint(33));
        assertThatIllegalArgumentException().isThrownBy(() -> new FixedPoint(-33));
        assertThat(FixedPoint.accepts(ScalarType.INT32)).isFalse();
    }

    private double applied(double value) {
        return ((Value.Float64) sixteenths.apply(new Value.Float64(value))).value();
    }

    private static String hash(ProjectionClass.Result result) {
        return ((ProjectionClass.Result.Ok) result).projection().hash();
    }
}
