/** REST administration of sessions. */
@NullMarked
package dev.terrane.session.web;

import org.jspecify.annotations.NullMarked;
