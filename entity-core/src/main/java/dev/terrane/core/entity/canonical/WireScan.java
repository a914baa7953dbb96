package dev.terrane.core.entity.canonical;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import java.io.IOException;

/**
 * Walks encoded bytes along a descriptor without building anything, so that the parser that follows
 * is never asked for more than the limits allow. Also refuses what a parser would merge silently: a
 * singular field or a oneof given twice.
 */
final class WireScan {
    private final CodedInputStream input;
    private final CodecLimits limits;
    private int records;

    private WireScan(CodedInputStream input, CodecLimits limits) {
        this.input = input;
        this.limits = limits;
    }

    static void require(ByteString bytes, Descriptor descriptor, CodecLimits limits) {
        var scan = new WireScan(bytes.newCodedInput(), limits);
        try {
            scan.message(descriptor, 0);
        } catch (IOException _) {
            throw CodecException.rejected(Reason.MALFORMED, scan.position());
        }
    }

    private void message(Descriptor descriptor, int depth) throws IOException {
        long seenFields = 0;
        while (!input.isAtEnd()) {
            int tag = input.readTag();
            int number = WireFormat.getTagFieldNumber(tag);
            FieldDescriptor field = descriptor.findFieldByNumber(number);
            if (field == null
                    || field.getLiteType().getWireType() != WireFormat.getTagWireType(tag)) {
                countRecord();
                skipUnknown(tag, depth);
                continue;
            }
            if (!field.isRepeated()) {
                long bit = 1L << seenSlot(field);
                if ((seenFields & bit) != 0) {
                    throw CodecException.rejected(
                            Reason.DUPLICATE, field.getName() + " at " + position());
                }
                seenFields |= bit;
            }
            if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                countRecord();
                nested(field, depth + 1);
            } else if (!input.skipField(tag)) {
                throw CodecException.rejected(Reason.MALFORMED, position());
            }
        }
    }

    private void nested(FieldDescriptor field, int depth) throws IOException {
        requireDepth(depth);
        int outer = input.pushLimit(input.readRawVarint32());
        message(field.getMessageType(), depth);
        input.popLimit(outer);
    }

    private void skipUnknown(int tag, int depth) throws IOException {
        switch (WireFormat.getTagWireType(tag)) {
            case WireFormat.WIRETYPE_START_GROUP ->
                    skipGroup(WireFormat.getTagFieldNumber(tag), depth + 1);
            case WireFormat.WIRETYPE_END_GROUP ->
                    throw CodecException.rejected(Reason.MALFORMED, position());
            default -> {
                boolean skipped = input.skipField(tag);
                if (!skipped) {
                    throw CodecException.rejected(Reason.MALFORMED, position());
                }
            }
        }
    }

    private void skipGroup(int number, int depth) throws IOException {
        requireDepth(depth);
        while (true) {
            int tag = input.readTag();
            if (tag == 0) {
                throw CodecException.rejected(Reason.MALFORMED, position());
            }
            if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_END_GROUP) {
                if (WireFormat.getTagFieldNumber(tag) != number) {
                    throw CodecException.rejected(Reason.MALFORMED, position());
                }
                return;
            }
            countRecord();
            skipUnknown(tag, depth);
        }
    }

    private void countRecord() {
        records++;
        if (records > limits.recordsMax()) {
            throw CodecException.over(Refusal.Limit.MESSAGE_RECORDS, limits.recordsMax(), records);
        }
    }

    private void requireDepth(int depth) {
        if (depth > limits.depthMax()) {
            throw CodecException.rejected(Reason.MALFORMED, "depth " + depth + " at " + position());
        }
    }

    /**
     * A oneof is one slot; its alternatives share it. Field numbers of the contract are below 48.
     */
    private static int seenSlot(FieldDescriptor field) {
        var oneof = field.getContainingOneof();
        return oneof == null ? field.getNumber() : 48 + oneof.getIndex();
    }

    private String position() {
        return "byte " + input.getTotalBytesRead();
    }
}
