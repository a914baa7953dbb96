package dev.terrane.support.web;

import dev.terrane.rpc.wire.FieldPaths;
import java.util.Collection;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/**
 * What is wrong with a JSON document, in the caller's words: the parser's own texts name classes
 * and settings of this program.
 */
public final class JsonMistakes {
    /** The parser's advice to whoever configures it. */
    private static final Pattern ADVICE =
            Pattern.compile(
                    ": enable `[^`]*` to allow|, from `[^`]*`|, problem: .*| \\((?:start marker|for (?:Array|Object) starting) at .*"
                            + "| \\(not recognized as one since .*");

    private static final String NOTHING = "No content to map";
    private static final String MORE = "Trailing token";

    private JsonMistakes() {}

    /** Whether the document ended before a value began. */
    static boolean isNothing(JacksonException mistake) {
        return says(mistake, NOTHING);
    }

    private static boolean says(JacksonException mistake, String begin) {
        return mistake.getOriginalMessage().startsWith(begin);
    }

    /** One clause without a full stop; the place is not in it. */
    public static String text(JacksonException mistake) {
        return switch (mistake) {
            case UnrecognizedPropertyException unknown ->
                    "there is no member \"" + unknown.getPropertyName() + "\" here";
            case MismatchedInputException nothing when isNothing(nothing) ->
                    "there is none in it, only white space";
            case MismatchedInputException more when says(more, MORE) ->
                    "there is more after the value";
            case MismatchedInputException mismatch ->
                    "a value here is not " + kind(mismatch.getTargetType());
            case InputCoercionException number ->
                    "a value here is not " + kind(number.getTargetType());
            default -> ADVICE.matcher(mistake.getOriginalMessage()).replaceAll("");
        };
    }

    /** JSON pointer (RFC 6901) of the value it is about; empty when it is about the document. */
    public static String pointer(JacksonException mistake) {
        return FieldPaths.pointer(
                mistake.getPath().stream()
                        .map(
                                step ->
                                        step.getPropertyName() == null
                                                ? Integer.toString(step.getIndex())
                                                : step.getPropertyName())
                        .toList());
    }

    private static String kind(@Nullable Class<?> type) {
        if (type == null) {
            return "of the type expected";
        }
        if (type == String.class) {
            return "a string";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (type == Integer.class || type == int.class) {
            return "a whole number from -2147483648 to 2147483647";
        }
        if (type == Long.class || type == long.class) {
            return "a whole number from -9223372036854775808 to 9223372036854775807";
        }
        if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
            return "a number";
        }
        if (type.isArray() || Collection.class.isAssignableFrom(type)) {
            return "an array";
        }
        return "an object";
    }
}
