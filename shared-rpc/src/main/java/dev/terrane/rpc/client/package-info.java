/**
 * The client half of Protobuf over HTTP: unary calls of the Connect protocol on the JDK's HTTP
 * client. Between services this is the only way to call; no Spring and no domain here.
 */
@NullMarked
package dev.terrane.rpc.client;

import org.jspecify.annotations.NullMarked;
