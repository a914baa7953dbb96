package dev.terrane.sdk;

import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import java.util.Map;

/**
 * Why something was refused. {@code terrane explain CODE} prints cause and fix.
 *
 * @param code registry code, for example {@code STALE_REVISION}
 * @param place JSON pointer or field; empty when there is none
 * @param limitName limit that was exceeded; empty when none was
 * @param limit its value
 * @param actual the value that exceeded it
 * @param extras further named values
 */
public record Problem(
        String code,
        String place,
        String limitName,
        long limit,
        long actual,
        Map<String, String> extras) {
    public Problem {
        extras = Map.copyOf(extras);
    }

    static Problem of(ErrorInfo info) {
        String place = info.getPointer().isEmpty() ? info.getField() : info.getPointer();
        return new Problem(
                info.getCode(),
                place,
                info.getLimitName(),
                info.getLimit(),
                info.getActual(),
                info.getExtrasMap());
    }

    /** Whether the code is this one. */
    public boolean is(String wanted) {
        return code.equals(wanted);
    }

    @Override
    public String toString() {
        var text = new StringBuilder(code);
        if (!place.isEmpty()) {
            text.append(" at ").append(place);
        }
        if (!limitName.isEmpty()) {
            text.append(" (")
                    .append(limitName)
                    .append(' ')
                    .append(limit)
                    .append(", was ")
                    .append(actual)
                    .append(')');
        }
        return text.toString();
    }
}
