/** Static boxes from the solid tiles of a room. */
@NullMarked
package dev.terrane.core.session.colliders;

import org.jspecify.annotations.NullMarked;
