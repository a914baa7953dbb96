package dev.terrane.core.schema;

/** The order of values of one type: numbers by size, texts by code units, false before true. */
public final class ScalarOrder {
    private ScalarOrder() {}

    /**
     * Compares two values; the two zeros of floating types are equal.
     *
     * @throws IllegalArgumentException when they are of different types
     */
    public static int compare(ScalarValue left, ScalarValue right) {
        return switch (left) {
            case ScalarValue.Bool(boolean a) when right instanceof ScalarValue.Bool(boolean b) ->
                    Boolean.compare(a, b);
            case ScalarValue.Int32(int a) when right instanceof ScalarValue.Int32(int b) ->
                    Integer.compare(a, b);
            case ScalarValue.UInt32(long a) when right instanceof ScalarValue.UInt32(long b) ->
                    Long.compare(a, b);
            case ScalarValue.Int64(long a) when right instanceof ScalarValue.Int64(long b) ->
                    Long.compare(a, b);
            case ScalarValue.UInt64(long a) when right instanceof ScalarValue.UInt64(long b) ->
                    Long.compareUnsigned(a, b);
            case ScalarValue.Float32(float a) when right instanceof ScalarValue.Float32(float b) ->
                    Float.compare(a + 0f, b + 0f);
            case ScalarValue.Float64(double a)
                    when right instanceof ScalarValue.Float64(double b) ->
                    Double.compare(a + 0.0, b + 0.0);
            case ScalarValue.Text(String a) when right instanceof ScalarValue.Text(String b) ->
                    a.compareTo(b);
            case ScalarValue.Guid(long a) when right instanceof ScalarValue.Guid(long b) ->
                    Long.compare(a, b);
            default ->
                    throw new IllegalArgumentException(
                            "values of different types: " + left + ", " + right);
        };
    }
}
