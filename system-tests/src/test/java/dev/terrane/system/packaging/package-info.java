/** Container image, compose file and Kubernetes base: valid, and true to what the processes do. */
@NullMarked
package dev.terrane.system.packaging;

import org.jspecify.annotations.NullMarked;
