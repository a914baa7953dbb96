package dev.terrane.world.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.Box;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.SeededRandom;
import dev.terrane.testing.Seeds;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SideTest {
    @Test
    void eachSideHasAPointerIntoEitherRequest() {
        assertThat(Side.MIN_X.restPointer()).isEqualTo("/min/0");
        assertThat(Side.MAX_Z.restPointer()).isEqualTo("/max/2");
        assertThat(Side.MIN_Y.messagePointer()).isEqualTo("/bounds/min/y");
        assertThat(Side.MAX_X.messagePointer()).isEqualTo("/bounds/max/x");
    }

    @Test
    void aSideIsNamedExactlyWhenTheBoxDoesNotHoldIt() {
        Coverage coverage = new Coverage();
        Seeds.until(
                coverage.goal(100, "inside", "beyond", "apart", "on an edge"),
                2_000,
                random -> {
                    Box bounds = box(random);
                    Box other = box(random);
                    Optional<Side> beyond = Side.beyond(other, bounds);
                    Optional<Side> behind = Side.behind(other, bounds);
                    assertThat(beyond.isEmpty()).isEqualTo(bounds.encloses(other));
                    assertThat(behind.isEmpty()).isEqualTo(bounds.intersects(other));
                    Optional<Side> point =
                            Side.behind(other.minX(), other.minY(), other.minZ(), bounds);
                    assertThat(point.isEmpty())
                            .isEqualTo(bounds.contains(other.minX(), other.minY(), other.minZ()));
                    coverage.count(beyond.isEmpty() ? "inside" : "beyond");
                    if (behind.isPresent()) {
                        coverage.count("apart");
                    }
                    if (other.minX() == bounds.maxX()) {
                        coverage.count("on an edge");
                    }
                });
    }

    private static Box box(SeededRandom random) {
        int x = random.nextInt(4);
        int y = random.nextInt(3);
        int z = random.nextInt(3);
        return new Box(
                x,
                y,
                z,
                x + 1 + random.nextInt(4),
                y + 1 + random.nextInt(4),
                z + 1 + random.nextInt(4));
    }
}
