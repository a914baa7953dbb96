/**
 * The demo: the main job, shown end to end to whoever reads it. It uses nothing but the public
 * protocols; what it claims it has observed.
 */
@NullMarked
package dev.terrane.cli.demo;

import org.jspecify.annotations.NullMarked;
