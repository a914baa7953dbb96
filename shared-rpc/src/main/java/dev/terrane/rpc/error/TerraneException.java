package dev.terrane.rpc.error;

import com.google.protobuf.Message;
import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A refusal on its way to the edge of a service, where one mapper per transport turns it into a
 * problem detail, a Connect error or a close code. Cores do not throw it: they return sealed
 * results which controllers map to it.
 */
public final class TerraneException extends RuntimeException {
    private final transient ErrorCode code;
    private final transient ErrorInfo info;
    private final transient List<Message> details;

    private TerraneException(
            ErrorCode code,
            String message,
            ErrorInfo info,
            List<Message> details,
            @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.info = info;
        this.details = List.copyOf(details);
    }

    /** Starts a refusal; the text says what happened here, with the values. */
    public static Builder of(ErrorCode code, String text) {
        return new Builder(code, text);
    }

    /** The registry entry. */
    public ErrorCode code() {
        return code;
    }

    /** The place, limit and extras of this refusal. */
    public ErrorInfo info() {
        return info;
    }

    /** Further typed details, for example a RevisionConflict; sent after the info. */
    public List<Message> details() {
        return details;
    }

    /** The same refusal, thrown at the same line, with the JSON pointer of its place. */
    public TerraneException at(String pointer) {
        TerraneException placed =
                new TerraneException(
                        code,
                        String.valueOf(getMessage()),
                        info.toBuilder().setPointer(pointer).build(),
                        details,
                        getCause());
        placed.setStackTrace(getStackTrace());
        return placed;
    }

    /** Collects the places and values of one refusal. Not safe for several threads. */
    public static final class Builder {
        private final ErrorCode code;
        private final String text;
        private final ErrorInfo.Builder info = ErrorInfo.newBuilder().setByteOffset(-1);
        private final List<Message> details = new ArrayList<>();
        private @Nullable Throwable cause;

        private Builder(ErrorCode code, String text) {
            this.code = code;
            this.text = text;
            info.setCode(code.name());
        }

        /** JSON pointer into the offending document. */
        public Builder pointer(String pointer) {
            info.setPointer(pointer);
            return this;
        }

        /** Offending request field or file. */
        public Builder field(String field) {
            info.setField(field);
            return this;
        }

        /** Offset of the offending byte. */
        public Builder byteOffset(long offset) {
            info.setByteOffset(offset);
            return this;
        }

        /** 1-based line and column of the offending text. */
        public Builder position(int line, int column) {
            info.setLine(line).setColumn(column);
            return this;
        }

        /** The limit that was exceeded, its value and the value that exceeded it. */
        public Builder limit(String name, long limit, long actual) {
            info.setLimitName(name).setLimit(limit).setActual(actual);
            return this;
        }

        /** A further named value. */
        public Builder extra(String name, String value) {
            info.putExtras(name, value);
            return this;
        }

        /**
         * One of several places the refusal is about; all of them are told, in this order.
         *
         * @param pointer JSON pointer, empty when there is none
         * @param line line from 1, 0 when there is none
         * @param column column from 1, 0 without a line
         * @param extras further named values
         */
        public Builder place(String pointer, int line, int column, Map<String, String> extras) {
            return detail(
                    ErrorInfo.newBuilder()
                            .setCode(code.name())
                            .setByteOffset(-1)
                            .setPointer(pointer)
                            .setLine(line)
                            .setColumn(column)
                            .putAllExtras(extras)
                            .build());
        }

        /** A further typed detail. */
        public Builder detail(Message detail) {
            details.add(detail);
            return this;
        }

        /** What caused it, for the log only; never sent. */
        public Builder cause(Throwable throwable) {
            cause = throwable;
            return this;
        }

        /** The finished exception. */
        public TerraneException toException() {
            return new TerraneException(code, text, info.build(), details, cause);
        }
    }
}
