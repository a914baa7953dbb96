package dev.terrane.core.schema;

import java.math.BigInteger;
import java.util.Optional;

/** Exact reading of JSON integers, without work that grows with absurd lengths. */
final class IntegerText {
    /** Sign and the twenty digits of the largest uint64. */
    private static final int CHARACTERS_MAX = 21;

    private IntegerText() {}

    /** The value within both bounds, both included. */
    static Optional<BigInteger> within(String literal, BigInteger least, BigInteger most) {
        if (literal.length() > CHARACTERS_MAX) {
            return Optional.empty();
        }
        BigInteger value = new BigInteger(literal);
        return value.compareTo(least) < 0 || value.compareTo(most) > 0
                ? Optional.empty()
                : Optional.of(value);
    }

    /** The value if it is 0..max, else -1. */
    static long unsigned(String literal, long max) {
        return within(literal, BigInteger.ZERO, BigInteger.valueOf(max))
                .map(BigInteger::longValueExact)
                .orElse(-1L);
    }

    /** The literal, cut when it is very long. */
    static String shorten(SourceNode.NumberNode number) {
        String literal = number.literal();
        return literal.length() <= 40
                ? literal
                : literal.substring(0, 40) + "… (" + literal.length() + " characters)";
    }
}
