/**
 * Canonical codec: nested publications as the Protobuf messages of {@code terrane.entity.v1alpha1}.
 *
 * <p>The only package of this module where generated Protobuf types may appear. The codec judges
 * bytes and messages against a trusted binding and builds nothing larger than its limits; it
 * applies nothing and acknowledges nothing.
 */
@NullMarked
package dev.terrane.core.entity.canonical;

import org.jspecify.annotations.NullMarked;
