package dev.terrane.world.chunks.web;

import dev.terrane.core.chunk.Box;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.core.chunk.Transform;
import dev.terrane.core.chunk.WorldObject;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * A chunk as a PNG, for people who look for it: each cell a square in a colour made of its asset's
 * id, solid ones with a dark edge, air transparent; layers over each other in the order of their
 * ids, depth from below; objects as white dots. No picture of an asset is known here. The pixels
 * are stored, not deflated: compression is native code, which request threads must not call.
 */
final class ChunkPicture {
    /** Pixels of a cell along each side. */
    static final int CELL = 8;

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10};
    private static final int CLEAR = 0;
    private static final int WHITE = 1;
    private static final int EDGE = 2;
    private static final int FIRST_COLOUR = 3;
    private static final int COLOURS = 253;
    private static final int STORED_BLOCK_MAX = 65_535;

    /** A picture has at most so many pixels: of chunks with more cells, a cell has fewer. */
    private static final int PIXELS_MAX = 1 << 20;

    private final int cell;
    private final int width;
    private final int height;
    private final byte[] pixels;

    private ChunkPicture(Chunk chunk) {
        int cells = chunk.grid().size().x() * chunk.grid().size().y();
        int side = CELL;
        while (side > 1 && (long) cells * side * side > PIXELS_MAX) {
            side--;
        }
        this.cell = side;
        this.width = chunk.grid().size().x() * cell;
        this.height = chunk.grid().size().y() * cell;
        this.pixels = new byte[width * height];
    }

    static byte[] of(Chunk chunk) {
        ChunkPicture picture = new ChunkPicture(chunk);
        for (TileLayer layer : chunk.layers()) {
            picture.draw(layer);
        }
        for (WorldObject object : chunk.objects()) {
            picture.draw(object, chunk.bounds());
        }
        return picture.toPng();
    }

    private void draw(TileLayer layer) {
        int across = layer.size().x();
        int down = layer.size().y();
        for (int i = 0; i < layer.size().cells(); i++) {
            if (layer.tiles().get(i) == 0) {
                continue;
            }
            TileDef tile = layer.getTileAt(i);
            int left = i % across * cell;
            int top = i / across % down * cell;
            int colour = FIRST_COLOUR + Math.floorMod(tile.assetId().hashCode(), COLOURS);
            for (int y = 0; y < cell; y++) {
                for (int x = 0; x < cell; x++) {
                    boolean edge = cell > 2 && (x == 0 || y == 0 || x == cell - 1 || y == cell - 1);
                    set(left + x, top + y, tile.solid() && edge ? EDGE : colour);
                }
            }
        }
    }

    private void draw(WorldObject object, Box box) {
        Transform.Vector at = object.transform().position();
        int x = (int) ((at.x() - box.minX()) * cell);
        int y = (int) ((at.y() - box.minY()) * cell);
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                set(x + dx, y + dy, WHITE);
            }
        }
    }

    private void set(int x, int y, int colour) {
        if (x >= 0 && x < width && y >= 0 && y < height) {
            pixels[y * width + x] = (byte) colour;
        }
    }

    private byte[] toPng() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(pixels.length + 2_048);
        out.writeBytes(SIGNATURE);
        ByteBuffer header = ByteBuffer.allocate(13);
        // 8 bits a pixel, indexed, deflate, adaptive filters, not interlaced.
        header.putInt(width).putInt(height).put(new byte[] {8, 3, 0, 0, 0});
        chunk(out, "IHDR", header.array());
        chunk(out, "PLTE", palette());
        chunk(out, "tRNS", new byte[] {0});
        chunk(out, "IDAT", stored(lines()));
        chunk(out, "IEND", new byte[0]);
        return out.toByteArray();
    }

    private byte[] palette() {
        byte[] palette = new byte[256 * 3];
        set(palette, CLEAR, 0, 0, 0);
        set(palette, WHITE, 255, 255, 255);
        set(palette, EDGE, 24, 24, 32);
        for (int i = 0; i < COLOURS; i++) {
            // Three strides without a common divisor spread the colours over the cube.
            set(palette, FIRST_COLOUR + i, 64 + i * 37 % 160, 64 + i * 59 % 160, 64 + i * 83 % 160);
        }
        return palette;
    }

    private static void set(byte[] palette, int index, int red, int green, int blue) {
        palette[index * 3] = (byte) red;
        palette[index * 3 + 1] = (byte) green;
        palette[index * 3 + 2] = (byte) blue;
    }

    /** Each line behind its filter, none. */
    private byte[] lines() {
        byte[] lines = new byte[height * (width + 1)];
        for (int y = 0; y < height; y++) {
            System.arraycopy(pixels, y * width, lines, y * (width + 1) + 1, width);
        }
        return lines;
    }

    /** A zlib stream of stored blocks. */
    private static byte[] stored(byte[] data) {
        int blocks = data.length / STORED_BLOCK_MAX + 1;
        ByteBuffer out = ByteBuffer.allocate(2 + blocks * 5 + data.length + 4);
        out.put((byte) 0x78).put((byte) 0x01);
        for (int i = 0; i < blocks; i++) {
            int from = i * STORED_BLOCK_MAX;
            int size = Math.min(STORED_BLOCK_MAX, data.length - from);
            out.put((byte) (i == blocks - 1 ? 1 : 0));
            out.put((byte) size).put((byte) (size >> 8));
            out.put((byte) ~size).put((byte) (~size >> 8));
            out.put(data, from, size);
        }
        Adler32 sum = new Adler32();
        sum.update(data);
        out.putInt((int) sum.getValue());
        return out.array();
    }

    private static void chunk(ByteArrayOutputStream out, String type, byte[] data) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 sum = new CRC32();
        sum.update(name);
        sum.update(data);
        out.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
        out.writeBytes(name);
        out.writeBytes(data);
        out.writeBytes(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
    }
}
