package dev.terrane.core.session.physics;

/** What a body occupies, centred on its position. */
public sealed interface Shape {
    /** A disc of the given radius in metres. */
    record Circle(double radius) implements Shape {}

    /** An axis-aligned box, given by half its sides in metres. Only static bodies may be boxes. */
    record Box(Vec2 half) implements Shape {}
}
