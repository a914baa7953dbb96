/**
 * What ends: members and versions are retired and restored, compatibility modes are set; each with
 * a line in the audit.
 */
@NullMarked
package dev.terrane.schema.registry.lifecycle;

import org.jspecify.annotations.NullMarked;
