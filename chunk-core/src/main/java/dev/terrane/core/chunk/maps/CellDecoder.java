package dev.terrane.core.chunk.maps;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import dev.terrane.core.chunk.maps.SourceMap.Area;
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
    private final String encoding;
    private final String compression;

    /** Reads the attributes of the {@code <data>} element the cursor is at. */
    static CellDecoder of(XmlCursor in) {
        return new CellDecoder(
                in, in.find("encoding").orElse(""), in.find("compression").orElse(""));
    }

    CellDecoder(Faults in, String encoding, String compression) {
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

    /**
     * Decodes text that must hold the cells of an area, by rows.
     *
     * @param at where the text begins
     */
    int[] decode(Place at, String text, Area area) {
        return encoding.equals("csv") ? csv(at, text, area) : base64(at, text, area);
    }

    /** The cells of a list of numbers, which must be those of an area, by rows. */
    static int[] packed(JsonPart data, Area area) {
        IntArray list = data.packed().orElse(null);
        if (list == null && !(data.node().isArray() && data.node().isEmpty())) {
            throw data.fault(ImportReason.BAD_DATA, "a list of tile numbers is expected");
        }
        int found = list == null ? 0 : list.size();
        if (list == null || found != area.cells()) {
            throw wrongCount(data.place(), area, found);
        }
        return list.toArray();
    }

    private static int[] csv(Place place, String text, Area area) {
        int cells = area.cells();
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
                throw found == cells
                        ? wrongCount(lineOf(place, text, start), area, "more")
                        : bad(
                                lineOf(place, text, start),
                                area.cell(found) + " is not a tile number");
            }
            if (found == cells) {
                throw wrongCount(lineOf(place, text, start), area, "more");
            }
            gids[found++] = (int) value;
            while (at < text.length() && isSpace(text.charAt(at))) {
                at++;
            }
            if (at == text.length()) {
                break;
            }
            if (text.charAt(at) != ',') {
                throw bad(
                        lineOf(place, text, at),
                        "a comma is expected after " + area.cell(found - 1));
            }
            at++;
        }
        if (found != cells) {
            throw wrongCount(place, area, found);
        }
        return gids;
    }

    /** Where in a file a text of several lines goes on; a JSON string has no lines. */
    private static Place lineOf(Place begin, String text, int at) {
        if (begin.line() == 0) {
            return begin;
        }
        int lines = (int) text.chars().limit(at).filter(c -> c == '\n').count();
        int column = lines == 0 ? begin.column() + at : at - text.lastIndexOf('\n', at - 1);
        return new Place(begin.file(), begin.line() + lines, column, begin.element());
    }

    private int[] base64(Place at, String text, Area area) {
        int cells = area.cells();
        byte[] stored;
        try {
            stored = Base64.getDecoder().decode(withoutSpace(text));
        } catch (IllegalArgumentException e) {
            throw bad(at, "not base64: " + e.getMessage());
        }
        byte[] raw =
                switch (compression) {
                    case "zlib" -> inflate(at, stored, cells, false);
                    case "gzip" -> inflate(at, stored, cells, true);
                    case "zstd" -> zstd(at, stored, area);
                    default -> stored;
                };
        if (raw.length != cells * 4) {
            throw raw.length > cells * 4
                    ? wrongCount(at, area, "more")
                    : wrongBytes(at, area, raw.length);
        }
        int[] gids = new int[cells];
        ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(gids);
        return gids;
    }

    private byte[] inflate(Place at, byte[] stored, int cells, boolean gzip) {
        try (InputStream source = new ByteArrayInputStream(stored);
                InputStream inflated =
                        gzip ? new GZIPInputStream(source) : new InflaterInputStream(source)) {
            // One byte more than expected tells a longer stream without reading all of it.
            return inflated.readNBytes(cells * 4 + 1);
        } catch (IOException e) {
            throw bad(at, "the " + compression + " data is broken: " + e.getMessage());
        }
    }

    private static byte[] zstd(Place at, byte[] stored, Area area) {
        if (stored.length == 0) {
            throw wrongCount(at, area, 0);
        }
        byte[] raw = new byte[area.cells() * 4];
        long size;
        try {
            size = Zstd.decompressByteArray(raw, 0, raw.length, stored, 0, stored.length);
        } catch (ZstdException e) {
            if (e.getErrorCode() == Zstd.errDstSizeTooSmall()) {
                throw wrongCount(at, area, "more");
            }
            throw bad(at, "the zstd data is broken: " + e.getMessage());
        }
        if (Zstd.isError(size)) {
            if (Zstd.getErrorCode(size) == Zstd.errDstSizeTooSmall()) {
                throw wrongCount(at, area, "more");
            }
            throw bad(at, "the zstd data is broken: " + Zstd.getErrorName(size));
        }
        if (size != raw.length) {
            throw wrongBytes(at, area, size);
        }
        return raw;
    }

    /** An area's cells are fewer; the first of those it lacks is named. */
    static ImportFault wrongCount(Place at, Area area, int found) {
        return found > area.cells()
                ? wrongCount(at, area, String.valueOf(found))
                : wrongCount(at, area, found + "; " + area.cell(found) + " is the first it lacks");
    }

    /** An area's cells are another number. */
    static ImportFault wrongCount(Place at, Area area, String found) {
        return bad(
                at,
                "%d cells are expected, %d x %d from (%d, %d), found %s"
                        .formatted(
                                area.cells(),
                                area.width(),
                                area.height(),
                                area.x(),
                                area.y(),
                                found));
    }

    private static ImportFault wrongBytes(Place at, Area area, long bytes) {
        return bytes % 4 == 0
                ? wrongCount(at, area, (int) (bytes / 4))
                : wrongCount(at, area, bytes + " bytes, which are no whole cells");
    }

    private static ImportFault bad(Place at, String detail) {
        return new ImportFault(ImportReason.BAD_DATA, at, detail);
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
