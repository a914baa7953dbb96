package dev.terrane.rpc.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** gzip with a limit on what comes out. */
public final class Gzip {
    private Gzip() {}

    /** The bytes compressed. */
    public static byte[] compress(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2 + 32);
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        }
        return out.toByteArray();
    }

    /**
     * The bytes decompressed, but never more than one byte over the limit: a longer result means
     * the limit is exceeded. An empty input is not decompressed.
     *
     * @throws IOException when the bytes are not gzip
     */
    public static byte[] decompress(byte[] bytes, int limit) throws IOException {
        if (bytes.length == 0) {
            return bytes;
        }
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return in.readNBytes(limit + 1);
        }
    }
}
