package dev.terrane.gateway.live.wire;

import com.google.protobuf.MessageLite;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;

/**
 * Builds a message around fields that are encoded already: Protobuf allows the fields of a message
 * in any order and split, so a small head can be followed by a shared body. Not for several
 * threads.
 */
final class Splice {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(256);

    /** Adds the fields of a message that holds everything but what is spliced. */
    Splice head(MessageLite message) {
        out.writeBytes(message.toByteArray());
        return this;
    }

    /** Adds one embedded message or bytes field. */
    Splice field(int number, byte[] content) {
        varint((number << 3) | WireFormat.WIRETYPE_LENGTH_DELIMITED);
        varint(content.length);
        out.writeBytes(content);
        return this;
    }

    boolean isEmpty() {
        return out.size() == 0;
    }

    byte[] toByteArray() {
        return out.toByteArray();
    }

    void clear() {
        out.reset();
    }

    private void varint(int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            out.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }
}
