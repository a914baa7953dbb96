package dev.terrane.core.chunk.codec;

/** A model whose body would exceed the format's 1 MiB. Nothing was encoded. */
public final class ChunkTooLargeException extends IllegalArgumentException {
    private final int bodyBytes;

    ChunkTooLargeException(int bodyBytes) {
        super("a chunk body has at most " + AgpcCodec.BODY_BYTES_MAX + " bytes, not " + bodyBytes);
        this.bodyBytes = bodyBytes;
    }

    /** Bytes the body would have. */
    public int bodyBytes() {
        return bodyBytes;
    }
}
