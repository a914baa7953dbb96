/**
 * The planar world of a session behind the {@link dev.terrane.core.session.physics.PhysicsWorld}
 * port: circles that are dynamic, kinematic or static, and static axis-aligned boxes. Lengths in
 * metres, masses in kilograms, angles in radians (0 points to +x, clockwise on screen as y points
 * down). Knows bodies and contacts; commands, receipts and identities of facts belong to the
 * session above. No clock, no randomness, no threads of its own.
 */
@NullMarked
package dev.terrane.core.session.physics;

import org.jspecify.annotations.NullMarked;
