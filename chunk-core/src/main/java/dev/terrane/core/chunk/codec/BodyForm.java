package dev.terrane.core.chunk.codec;

/** How a body is stored. Checksums do not depend on it. */
public enum BodyForm {
    /** As it is; canonical. */
    RAW,
    /** One zstd frame behind the raw length; not canonical, never on a virtual thread. */
    ZSTD
}
