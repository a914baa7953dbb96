/**
 * The server half of Protobuf over HTTP: services declared by descriptor, answered in the unary
 * form of the Connect protocol (connectrpc.com, protocol reference) on Spring MVC. Who may call
 * what is decided before, by the service's access table; no domain and no tokens here.
 */
@NullMarked
package dev.terrane.rpc.server;

import org.jspecify.annotations.NullMarked;
