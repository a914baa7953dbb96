package dev.terrane.sdk;

/** Unwinds to the owner loop, which ends the connection as a protocol fault. */
final class ProtocolFaultException extends RuntimeException {
    ProtocolFaultException(String text) {
        super(text, null, false, false);
    }
}
