/**
 * Which service a log line and a metric belong to, when four of them share one JVM, and the meters
 * of what this module owns. Correlation ids are set by the HTTP edge and kept by store threads.
 */
@NullMarked
package dev.terrane.support.telemetry;

import org.jspecify.annotations.NullMarked;
