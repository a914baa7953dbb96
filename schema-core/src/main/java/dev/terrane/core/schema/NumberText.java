package dev.terrane.core.schema;

import java.math.BigDecimal;

/**
 * The one way floating-point numbers are written: the fewest significant digits that read back as
 * the same number, as plain decimal when the first digit stands between the 7th place after the
 * point and the 21st before it, else with exponent; always with a point or an exponent, so that a
 * reader sees that it is no integer. Negative zero is {@code -0.0}.
 */
final class NumberText {
    private NumberText() {}

    static String of(double value) {
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        // Since JDK 19 this is the shortest text that reads back equal.
        BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        String digits = exact.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - exact.scale();
        String sign = value < 0 ? "-" : "";
        if (exponent >= 21 || exponent < -7) {
            String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
            return sign + digits.charAt(0) + fraction + "e" + exponent;
        }
        String plain = exact.abs().toPlainString();
        return sign + (plain.indexOf('.') < 0 ? plain + ".0" : plain);
    }

    static String of(float value) {
        if (value == 0) {
            return of((double) value);
        }
        String shortest = of(Double.parseDouble(Float.toString(value)));
        // Readers round twice, to double and then to float; where that misses, all digits are
        // needed.
        return (float) Double.parseDouble(shortest) == value ? shortest : of((double) value);
    }
}
