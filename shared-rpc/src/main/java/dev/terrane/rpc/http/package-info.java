/**
 * What the HTTP server does below servlets, for every service alike: what becomes of bodies that
 * are answered before they were read. No paths, no domain and no callers here.
 */
@NullMarked
package dev.terrane.rpc.http;

import org.jspecify.annotations.NullMarked;
