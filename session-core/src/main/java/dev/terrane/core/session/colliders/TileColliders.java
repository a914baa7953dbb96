package dev.terrane.core.session.colliders;

import dev.terrane.core.session.physics.BodyDefinition;
import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.BodyKind;
import dev.terrane.core.session.physics.Shape;
import dev.terrane.core.session.physics.Vec2;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges solid cells greedily into rectangles: rows top to bottom, each run as wide as it goes,
 * then as deep as it goes. Deterministic; every solid cell is in exactly one rectangle. Merging
 * also keeps bodies from catching on the seams between tiles of a flat floor.
 */
public final class TileColliders {
    /** Restitution of merged boxes: the moving body's own counts. */
    private static final double RESTITUTION = 0;

    private TileColliders() {}

    /** A rectangle of cells. */
    public record Rectangle(int x, int y, int width, int height) {}

    /** The rectangles in order of their first cell, row by row. */
    public static List<Rectangle> merge(SolidGrid grid) {
        SolidGrid taken = new SolidGrid(grid.width(), grid.height());
        List<Rectangle> rectangles = new ArrayList<>();
        for (int y = 0; y < grid.height(); y++) {
            for (int x = 0; x < grid.width(); x++) {
                if (isFree(grid, taken, x, y)) {
                    Rectangle rectangle = grow(grid, taken, x, y);
                    rectangles.add(rectangle);
                    take(taken, rectangle);
                }
            }
        }
        return rectangles;
    }

    /**
     * The static box of a rectangle.
     *
     * @param prefix of the body's id; the cell's coordinates follow
     * @param origin position of cell (0, 0)'s corner
     * @param cell side of a cell in metres
     */
    public static BodyDefinition toBody(
            Rectangle rectangle, String prefix, Vec2 origin, double cell) {
        double halfX = rectangle.width() * cell / 2;
        double halfY = rectangle.height() * cell / 2;
        return new BodyDefinition(
                new BodyId(prefix + rectangle.x() + ":" + rectangle.y()),
                BodyKind.STATIC,
                new Shape.Box(new Vec2(halfX, halfY)),
                0,
                RESTITUTION,
                BodyDefinition.Motion.at(
                        origin.x() + rectangle.x() * cell + halfX,
                        origin.y() + rectangle.y() * cell + halfY),
                BodyDefinition.Profile.DEFAULT);
    }

    private static Rectangle grow(SolidGrid grid, SolidGrid taken, int x, int y) {
        int width = 1;
        while (x + width < grid.width() && isFree(grid, taken, x + width, y)) {
            width++;
        }
        int height = 1;
        while (y + height < grid.height() && isRowFree(grid, taken, x, y + height, width)) {
            height++;
        }
        return new Rectangle(x, y, width, height);
    }

    private static boolean isRowFree(SolidGrid grid, SolidGrid taken, int x, int y, int width) {
        for (int i = 0; i < width; i++) {
            if (!isFree(grid, taken, x + i, y)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFree(SolidGrid grid, SolidGrid taken, int x, int y) {
        return grid.isSolid(x, y) && !taken.isSolid(x, y);
    }

    private static void take(SolidGrid taken, Rectangle rectangle) {
        for (int dy = 0; dy < rectangle.height(); dy++) {
            for (int dx = 0; dx < rectangle.width(); dx++) {
                taken.setSolid(rectangle.x() + dx, rectangle.y() + dy);
            }
        }
    }
}
