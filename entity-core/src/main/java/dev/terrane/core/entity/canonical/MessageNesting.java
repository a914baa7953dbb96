package dev.terrane.core.entity.canonical;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import dev.terrane.core.entity.Refusal;
import java.util.List;
import java.util.Map;

/**
 * Judges how deep a message that is already built nests, unknown groups included, before anything
 * that recurses as deep as it does. Bytes are judged by {@link WireScan}.
 */
final class MessageNesting {
    private final int depthMax;

    private MessageNesting(int depthMax) {
        this.depthMax = depthMax;
    }

    static void require(Message message, int depthMax) {
        new MessageNesting(depthMax).message(message, 0);
    }

    private void message(Message message, int depth) {
        requireDepth(depth);
        for (Map.Entry<FieldDescriptor, Object> member : message.getAllFields().entrySet()) {
            if (member.getKey().getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
                continue;
            }
            if (member.getKey().isRepeated()) {
                ((List<?>) member.getValue()).forEach(each -> message((Message) each, depth + 1));
            } else {
                message((Message) member.getValue(), depth + 1);
            }
        }
        groups(message.getUnknownFields(), depth);
    }

    private void groups(UnknownFieldSet unknown, int depth) {
        for (UnknownFieldSet.Field field : unknown.asMap().values()) {
            for (UnknownFieldSet group : field.getGroupList()) {
                requireDepth(depth + 1);
                groups(group, depth + 1);
            }
        }
    }

    private void requireDepth(int depth) {
        if (depth > depthMax) {
            throw CodecException.over(Refusal.Limit.MESSAGE_DEPTH, depthMax, depth);
        }
    }
}
