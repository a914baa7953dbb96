package dev.terrane.core.entity.compact;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Immutable bytes of one body, and the children a recipient must be told about before it; compared
 * by content. The bytes name no entity, revision or recipient, so one body serves every recipient
 * of its projection class.
 */
public final class CompactBody {
    private final byte[] bytes;
    private final boolean nested;
    private final List<BodyChild> children;
    private final long work;

    private CompactBody(byte[] bytes, boolean nested, List<BodyChild> children, long work) {
        this.bytes = bytes;
        this.nested = nested;
        this.children = List.copyOf(children);
        this.work = work;
    }

    /** A copy of bytes that show no children; what they decode to is taken for one value each. */
    static CompactBody copyOf(byte[] bytes) {
        return new CompactBody(bytes.clone(), false, List.of(), bytes.length);
    }

    /** A body that is known to decode to so much. */
    static CompactBody of(ByteSink sink, long work) {
        return new CompactBody(sink.toByteArray(), false, List.of(), work);
    }

    static CompactBody ofNested(ByteSink sink, List<BodyChild> children, long work) {
        return new CompactBody(sink.toByteArray(), true, children, work);
    }

    /** Values, rows and operations it decodes to, which bound a frame. */
    public long work() {
        return work;
    }

    /** Whether the projection class has containers. */
    boolean isNested() {
        return nested;
    }

    /** The children it shows and its base does not, by ordinal. */
    public List<BodyChild> children() {
        return children;
    }

    /** Number of bytes. */
    public int size() {
        return bytes.length;
    }

    /** A copy of the bytes. */
    public byte[] toByteArray() {
        return bytes.clone();
    }

    void writeTo(ByteSink sink) {
        sink.bytes(bytes, bytes.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CompactBody that
                && Arrays.equals(bytes, that.bytes)
                && children.equals(that.children);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length <= 64 ? HexFormat.of().formatHex(bytes) : bytes.length + " bytes";
    }
}
