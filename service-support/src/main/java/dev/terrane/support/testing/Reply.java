package dev.terrane.support.testing;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An answer of a service. */
public record Reply(HttpResponse<byte[]> http) {
    /** The HTTP status. */
    public int status() {
        return http.statusCode();
    }

    /** All values of a header, joined; empty when there is none. */
    public String header(String name) {
        return String.join(", ", http.headers().allValues(name));
    }

    /** The body as text. */
    public String body() {
        return new String(http.body(), StandardCharsets.UTF_8);
    }

    /** The body as JSON. */
    public JsonNode json() {
        return JsonMapper.shared().readTree(http.body());
    }

    /** A member of the body as text; empty when there is none. */
    public String text(String member) {
        return json().path(member).asString("");
    }
}
