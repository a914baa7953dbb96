package dev.terrane.core.session.physics;

/**
 * A well of one step: within its radius R a participating dynamic body at distance d accelerates by
 * strength · (1 − d/R) towards the centre (away from it when negative).
 *
 * @param id unique within the step
 * @param position centre
 * @param strength metres per second squared at the centre
 * @param radius reach in metres; 0 acts on nothing
 */
public record RadialField(BodyId id, Vec2 position, double strength, double radius) {}
