package dev.terrane.core.chunk.maps;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** Decodes the text of {@code <data>} or {@code <chunk>} into gids, exactly as many as expected. */
final class CellDecoder {
    private final Faults in;
    private final String encoding;
    private final String compression;

    /** Reads the attributes of the {@code <data>} element the cursor is at. */
    static CellDecoder of(XmlCursor in) {
        return new CellDecoder(
                in, in.find("encoding").orElse(""), in.find("compression").orElse(""));
    }

    CellDecoder(Faults in, String encoding, String compression) {
        this.in = in;
        this.encoding = encoding;
        this.compression = compression;
        boolean known =
                switch (encoding) {
                    case "", "csv" -> compression.isEmpty();
                    case "base64" ->
                            switch (compression) {
                                case "", "zlib", "gzip", "zstd" -> true;
                                default -> false;
                            };
                    default -> false;
                };
        if (!known) {
            throw in.fault(
                    ImportReason.UNSUPPORTED_ENCODING,
                    "encoding '%s' with compression '%s'; csv, or base64 with zlib, gzip, zstd or"
                                    .formatted(encoding, compression)
                            + " none");
        }
    }

    /** Whether cells are {@code <tile gid>} elements. */
    boolean isPlainXml() {
        return encoding.isEmpty();
    }

    /** Decodes text that must hold this many cells. */
    int[] decode(String text, int cells) {
        return encoding.equals("csv") ? csv(text, cells) : base64(text, cells);
    }

    private int[] csv(String text, int cells) {
        int[] gids = new int[cells];
        int found = 0;
        int at = 0;
        while (true) {
            while (at < text.length() && isSpace(text.charAt(at))) {
                at++;
            }
            if (at == text.length() && found == 0 && cells == 0) {
                return gids;
            }
            long value = 0;
            int start = at;
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                value = Math.min(value * 10 + text.charAt(at) - '0', 1L << 33);
                at++;
            }
            if (at == start || value > 0xFFFF_FFFFL) {
                throw in.fault(ImportReason.BAD_DATA, "cell " + found + " is not a tile number");
            }
            if (found == cells) {
                throw wrongCount(cells, "more");
            }
            gids[found++] = (int) value;
            while (at < text.length() && isSpace(text.charAt(at))) {
                at++;
            }
            if (at == text.length()) {
                break;
            }
            if (text.charAt(at) != ',') {
                throw in.fault(
                        ImportReason.BAD_DATA, "cell " + found + " is not parted by a comma");
            }
            at++;
        }
        if (found != cells) {
            throw wrongCount(cells, String.valueOf(found));
        }
        return gids;
    }

    private int[] base64(String text, int cells) {
        byte[] stored;
        try {
            stored = Base64.getDecoder().decode(withoutSpace(text));
        } catch (IllegalArgumentException e) {
            throw in.fault(ImportReason.BAD_DATA, "not base64: " + e.getMessage());
        }
        byte[] raw =
                switch (compression) {
                    case "zlib" -> inflate(stored, cells, false);
                    case "gzip" -> inflate(stored, cells, true);
                    case "zstd" -> zstd(stored, cells);
                    default -> stored;
                };
        if (raw.length != cells * 4) {
            throw wrongCount(cells, raw.length > cells * 4 ? "more" : raw.length / 4.0 + "");
        }
        int[] gids = new int[cells];
        ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(gids);
        return gids;
    }

    private byte[] inflate(byte[] stored, int cells, boolean gzip) {
        try (InputStream source = new ByteArrayInputStream(stored);
                InputStream inflated =
                        gzip ? new GZIPInputStream(source) : new InflaterInputStream(source)) {
            // One byte more than expected tells a longer stream without reading all of it.
            return inflated.readNBytes(cells * 4 + 1);
        } catch (IOException e) {
            throw in.fault(
                    ImportReason.BAD_DATA,
                    "the " + compression + " data is broken: " + e.getMessage());
        }
    }

    private byte[] zstd(byte[] stored, int cells) {
        if (stored.length == 0) {
            throw wrongCount(cells, "none");
        }
        byte[] raw = new byte[cells * 4];
        long size;
        try {
            size = Zstd.decompressByteArray(raw, 0, raw.length, stored, 0, stored.length);
        } catch (ZstdException e) {
            if (e.getErrorCode() == Zstd.errDstSizeTooSmall()) {
                throw wrongCount(cells, "more");
            }
            throw in.fault(ImportReason.BAD_DATA, "the zstd data is broken: " + e.getMessage());
        }
        if (Zstd.isError(size)) {
            if (Zstd.getErrorCode(size) == Zstd.errDstSizeTooSmall()) {
                throw wrongCount(cells, "more");
            }
            throw in.fault(
                    ImportReason.BAD_DATA, "the zstd data is broken: " + Zstd.getErrorName(size));
        }
        if (size != raw.length) {
            throw wrongCount(cells, size / 4.0 + "");
        }
        return raw;
    }

    private ImportFault wrongCount(int cells, String found) {
        return in.fault(ImportReason.BAD_DATA, cells + " cells are expected, found " + found);
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    private static String withoutSpace(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (!isSpace(text.charAt(i))) {
                kept.append(text.charAt(i));
            }
        }
        return kept.toString();
    }
}
