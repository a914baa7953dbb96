package dev.terrane.rpc.wire;

/**
 * What of a JSON body is not in its message.
 *
 * @param pointer JSON pointer to it
 * @param text what it is, and what may stand there
 */
public record JsonRefusal(String pointer, String text) {}
