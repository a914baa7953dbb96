package dev.terrane.core.chunk.codec;

/**
 * Constants of AGPC v1. All integers are little-endian.
 *
 * <pre>
 * offset width field        meaning
 *  0     4     magic        "AGPC"
 *  4     2     version      u16, 1
 *  6     2     header_len   u16, 40: bytes of header after this field
 *  8     4     flags        u32, bit 0 = zstd body, all others 0
 * 12     4     payload_len  u32, stored body bytes (with zstd: the raw length's 4 bytes counted)
 * 16    32     checksum     SHA-256 of the uncompressed body
 * 48     -     body         with zstd: u32 raw length, then one zstd frame
 *
 * section: u8 id, u32 length, data; order 01 once, 02*, 03*, 04 once, 05 once
 * </pre>
 */
final class Agpc {
    static final int MAGIC = 0x43504741;
    static final int VERSION = 1;
    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 4;
    static final int HEADER_LENGTH_OFFSET = 6;
    static final int FLAGS_OFFSET = 8;
    static final int PAYLOAD_LENGTH_OFFSET = 12;
    static final int CHECKSUM_OFFSET = 16;
    static final int HEADER_BYTES = 48;
    static final int HEADER_LENGTH = HEADER_BYTES - FLAGS_OFFSET;

    static final int FLAG_ZSTD = 1;

    static final int SECTION_HEADER_BYTES = 5;
    static final int METADATA = 1;
    static final int LAYER = 2;
    static final int OBJECT = 3;
    static final int FLAGS = 4;
    static final int META = 5;

    private Agpc() {}
}
