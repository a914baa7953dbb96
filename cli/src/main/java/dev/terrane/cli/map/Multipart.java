package dev.terrane.cli.map;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** A body of type multipart/form-data (RFC 7578). */
final class Multipart {
    private final String boundary = "terrane-" + UUID.randomUUID();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    /** Adds a file part. Names are UTF-8; quotes in them are escaped as browsers do. */
    void file(String name, String fileName, byte[] content) {
        text("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + escape(name));
        text("\"; filename=\"" + escape(fileName));
        text("\"\r\nContent-Type: application/octet-stream\r\n\r\n");
        body.writeBytes(content);
        text("\r\n");
    }

    String contentType() {
        return "multipart/form-data; boundary=" + boundary;
    }

    /** The whole body, with its end; call once. */
    byte[] toBytes() {
        text("--" + boundary + "--\r\n");
        return body.toByteArray();
    }

    private void text(String text) {
        body.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String escape(String name) {
        return name.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
    }
}
