package dev.terrane.core.session.physics;

/** How a body moves. The numbers are on the wire and in files and never change. */
public enum BodyKind {
    /** Moved by forces and contacts. */
    DYNAMIC(1),
    /** Moves with its given velocity; contacts never change it. */
    KINEMATIC(2),
    /** Never moves but by teleport. */
    STATIC(3);

    private final int number;

    BodyKind(int number) {
        this.number = number;
    }

    /** The stable number. */
    public int number() {
        return number;
    }
}
