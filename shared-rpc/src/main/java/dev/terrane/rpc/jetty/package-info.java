/**
 * The HTTP server as Terrane needs it: a connection that is closed lets its client read what it was
 * sent last. No handlers and no protocol may be here.
 */
@NullMarked
package dev.terrane.rpc.jetty;

import org.jspecify.annotations.NullMarked;
