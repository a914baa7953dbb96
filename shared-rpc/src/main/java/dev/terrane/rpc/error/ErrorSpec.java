package dev.terrane.rpc.error;

/**
 * What one registry entry says.
 *
 * @param rpc Connect code used on RPC
 * @param httpStatus status used on REST; may differ from the Connect code's (412 against 409, say)
 * @param closeCode WebSocket close code (4000..4999), or 0 when the error never closes a socket
 * @param title one line: what happened
 * @param cause why it happens
 * @param fix what the reader can do about it
 */
public record ErrorSpec(
        RpcCode rpc, int httpStatus, int closeCode, String title, String cause, String fix) {
    public ErrorSpec {
        if (httpStatus < 400 || httpStatus > 599) {
            throw new IllegalArgumentException("not an error status: " + httpStatus);
        }
        if (closeCode != 0 && (closeCode < 4000 || closeCode > 4999)) {
            throw new IllegalArgumentException("not an application close code: " + closeCode);
        }
        if (title.isBlank() || cause.isBlank() || fix.isBlank()) {
            throw new IllegalArgumentException("title, cause and fix are required");
        }
    }
}
