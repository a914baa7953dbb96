/** Imports over RPC. */
@NullMarked
package dev.terrane.world.imports.wire;

import org.jspecify.annotations.NullMarked;
