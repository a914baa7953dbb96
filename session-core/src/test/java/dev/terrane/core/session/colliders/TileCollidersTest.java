package dev.terrane.core.session.colliders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.Vec2;
import dev.terrane.testing.Seeds;
import java.util.List;
import org.junit.jupiter.api.Test;

class TileCollidersTest {
    @Test
    void aFrameBecomesFourRectangles() {
        SolidGrid grid = new SolidGrid(6, 4);
        for (int x = 0; x < 6; x++) {
            grid.setSolid(x, 0);
            grid.setSolid(x, 3);
        }
        for (int y = 0; y < 4; y++) {
            grid.setSolid(0, y);
            grid.setSolid(5, y);
        }
        assertThat(TileColliders.merge(grid))
                .containsExactly(
                        new TileColliders.Rectangle(0, 0, 6, 1),
                        new TileColliders.Rectangle(0, 1, 1, 3),
                        new TileColliders.Rectangle(5, 1, 1, 3),
                        new TileColliders.Rectangle(1, 3, 4, 1));
    }

    @Test
    void everySolidCellIsCoveredExactlyOnceAndNothingElse() {
        Seeds.forEach(
                50,
                random -> {
                    int width = random.between(1, 40);
                    int height = random.between(1, 40);
                    SolidGrid grid = new SolidGrid(width, height);
                    int density = random.between(1, 6);
                    for (int y = 0; y < height; y++) {
                        for (int x = 0; x < width; x++) {
                            if (random.oneIn(density)) {
                                grid.setSolid(x, y);
                            }
                        }
                    }
                    int[][] covered = new int[height][width];
                    List<TileColliders.Rectangle> merged = TileColliders.merge(grid);
                    for (var r : merged) {
                        for (int y = r.y(); y < r.y() + r.height(); y++) {
                            for (int x = r.x(); x < r.x() + r.width(); x++) {
                                covered[y][x]++;
                            }
                        }
                    }
                    for (int y = 0; y < height; y++) {
                        for (int x = 0; x < width; x++) {
                            assertThat(covered[y][x]).isEqualTo(grid.isSolid(x, y) ? 1 : 0);
                        }
                    }
                });
    }

    @Test
    void aRectangleBecomesABoxInWorldUnits() {
        BodyDefinition body =
                TileColliders.toBody(
                        new TileColliders.Rectangle(2, 1, 4, 2), "tile:", new Vec2(-10, 5), 1);
        assertThat(body.id().value()).isEqualTo("tile:2:1");
        assertThat(body.motion().position()).isEqualTo(new Vec2(-6, 7));
        assertThat(body.shape()).isEqualTo(new Shape.Box(new Vec2(2, 1)));
    }
}
