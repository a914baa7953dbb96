/** Maps of other programs as the content of rooms: jobs that stage, plan and commit. */
@NullMarked
package dev.terrane.world.imports;

import org.jspecify.annotations.NullMarked;
