package dev.terrane.rpc.server;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A query string with its values as bytes: a binary message may stand in it percent-encoded, which
 * the servlet API would mangle by reading it as text. The first value of a name counts. A broken
 * percent escape stands for itself.
 */
final class QueryParameters {
    private final Map<String, byte[]> values;

    private QueryParameters(Map<String, byte[]> values) {
        this.values = values;
    }

    static QueryParameters parse(@Nullable String query) {
        Map<String, byte[]> values = new HashMap<>();
        if (query != null) {
            for (String pair : query.split("&", -1)) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? pair : pair.substring(0, equals);
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                values.putIfAbsent(new String(decode(name), StandardCharsets.UTF_8), decode(value));
            }
        }
        return new QueryParameters(values);
    }

    @Nullable String text(String name) {
        byte[] value = values.get(name);
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    byte @Nullable [] bytes(String name) {
        return values.get(name);
    }

    private static byte[] decode(String text) {
        byte[] in = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(in.length);
        for (int i = 0; i < in.length; i++) {
            int high = in[i] == '%' && i + 2 < in.length ? Character.digit(in[i + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(in[i + 2], 16);
            if (low >= 0) {
                out.write(high << 4 | low);
                i += 2;
            } else {
                out.write(in[i] == '+' ? ' ' : in[i]);
            }
        }
        return out.toByteArray();
    }
}
