package dev.terrane.core.session.physics;

/**
 * Which bodies collide. Two bodies of the same nonzero group collide if the group is positive and
 * never if it is negative; otherwise each one's mask must contain a category of the other.
 *
 * @param category bits of this body's categories, not 0
 * @param mask categories it collides with
 * @param group 0 for none
 */
public record CollisionFilter(long category, long mask, int group) {
    /** Category 1, collides with everything. */
    public static final CollisionFilter ALL = new CollisionFilter(1, -1L, 0);

    /** Whether bodies with these two filters collide. */
    public boolean collidesWith(CollisionFilter other) {
        if (group != 0 && group == other.group) {
            return group > 0;
        }
        return (mask & other.category) != 0 && (other.mask & category) != 0;
    }
}
