/**
 * All four services in one JVM as four independent Spring contexts, each with its own configuration
 * name, migrations and data file. The only package that knows every service; no domain code here.
 */
@NullMarked
package dev.terrane.standalone;

import org.jspecify.annotations.NullMarked;
