package dev.terrane.rpc.server;

import com.google.protobuf.Message;

/**
 * Answers one unary method. Runs on the request's thread, which is interrupted when the deadline
 * passes. Refuses by throwing a {@code TerraneException}; anything else thrown is a defect and is
 * answered {@code INTERNAL} without its text.
 *
 * @param <Q> request message
 * @param <R> response message
 */
@FunctionalInterface
public interface UnaryHandler<Q extends Message, R extends Message> {
    /**
     * The answer to one request.
     *
     * @throws InterruptedException when the deadline passed while waiting
     */
    R handle(Q request, RpcContext context) throws InterruptedException;
}
