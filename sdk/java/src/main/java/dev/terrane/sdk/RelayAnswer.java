package dev.terrane.sdk;

/** What became of a relay. */
public sealed interface RelayAnswer {
    /**
     * It was queued.
     *
     * @param relayId the relay
     * @param delivered for how many peers
     */
    record Queued(String relayId, int delivered) implements RelayAnswer {}

    /**
     * It was refused.
     *
     * @param relayId the relay
     * @param problem why
     */
    record Refused(String relayId, Problem problem) implements RelayAnswer {}
}
