package dev.terrane.sdk;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * A map with the files it refers to, as sent for import.
 *
 * @param name file name of the map; its ending tells the format
 * @param map the map
 * @param references referenced files by the path written in the map
 */
public record MapFiles(String name, ByteString map, Map<String, ByteString> references) {
    public MapFiles {
        references = Map.copyOf(references);
    }

    /** The body of {@code multipart/form-data}. */
    byte[] toMultipart(String boundary) {
        var body = new ByteArrayOutputStream(map.size() + 4_096);
        part(body, boundary, "map", name, map);
        new TreeMap<>(references).forEach((path, bytes) -> part(body, boundary, path, path, bytes));
        body.writeBytes(("--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return body.toByteArray();
    }

    private static void part(
            ByteArrayOutputStream body,
            String boundary,
            String field,
            String file,
            ByteString bytes) {
        String head =
                "--"
                        + boundary
                        + "\r\nContent-Disposition: form-data; name=\""
                        + quoted(field)
                        + "\"; filename=\""
                        + quoted(file)
                        + "\"\r\nContent-Type: application/octet-stream\r\n\r\n";
        body.writeBytes(head.getBytes(StandardCharsets.UTF_8));
        body.writeBytes(bytes.toByteArray());
        body.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
    }

    /** As browsers write it: quotes and line ends as percent escapes. */
    private static String quoted(String text) {
        return text.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
    }
}
