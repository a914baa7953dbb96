package dev.terrane.core.session.model;

import java.util.Arrays;
import java.util.Optional;

/** Why a command was rejected. The numbers are stable. */
public enum ReceiptError {
    /** It was accepted. */
    NONE(0),
    /** The expected revision is not the current one. */
    STALE_REVISION(1),
    /** The id was used with other content. */
    COMMAND_ID_CONFLICT(2),
    /** The body to spawn exists. */
    DUPLICATE_BODY(3),
    /** The body does not exist. */
    UNKNOWN_BODY(4),
    /** The operation does not apply to a body of this kind. */
    STATIC_BODY(5),
    /** A value is out of its range. */
    INVALID_COMMAND(6),
    /** The session was disposed. */
    SESSION_DISPOSED(7),
    /** The session has as many bodies as it may. */
    BODY_LIMIT(8);

    private final int number;

    ReceiptError(int number) {
        this.number = number;
    }

    /** The number in files and on the wire. */
    public int number() {
        return number;
    }

    /** The error of that number. */
    public static Optional<ReceiptError> find(int number) {
        return Arrays.stream(values()).filter(each -> each.number == number).findFirst();
    }
}
