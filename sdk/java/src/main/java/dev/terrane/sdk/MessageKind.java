package dev.terrane.sdk;

/** Kinds of messages that are counted apart. */
public enum MessageKind {
    /** Entry, pongs, goodbyes. */
    CONNECTION,
    /** First parts of frames. */
    CONTROL,
    /** Second parts of frames: binds with baselines, deltas. */
    STATE,
    /** Third parts of frames. */
    EVENTS,
    /** Chunk messages. */
    CHUNK
}
