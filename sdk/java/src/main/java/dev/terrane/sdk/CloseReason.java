package dev.terrane.sdk;

/** Why a connection ended. */
public sealed interface CloseReason {
    /** This side left. */
    record Left() implements CloseReason {}

    /**
     * The HTTP upgrade was refused: 401 without a usable credential, 403 for a role or origin, 404
     * for a stage.
     *
     * @param status HTTP status
     */
    record UpgradeRefused(int status) implements CloseReason {}

    /**
     * The gateway refused entry.
     *
     * @param problem why
     * @param message for people
     */
    record Declined(Problem problem, String message) implements CloseReason {}

    /**
     * The gateway closed the connection and said why.
     *
     * @param closeCode WebSocket close code; 0 when the socket broke before it came
     * @param problem why
     * @param message for people
     */
    record Dismissed(int closeCode, Problem problem, String message) implements CloseReason {}

    /**
     * The socket was closed without a reason in the protocol.
     *
     * @param closeCode WebSocket close code
     * @param text its text
     */
    record Closed(int closeCode, String text) implements CloseReason {}

    /**
     * What arrived broke the protocol; the state is hidden and only a new connection helps.
     *
     * @param text what and where
     */
    record ProtocolFault(String text) implements CloseReason {}

    /**
     * The connection could not be made or broke.
     *
     * @param text what happened
     */
    record Lost(String text) implements CloseReason {}
}
