package dev.terrane.rpc.wire;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Fields as refusals name them, {@code documents[0].name}, and where they stand in a body: the JSON
 * pointer (RFC 6901) {@code /documents/0/name}.
 */
public final class FieldPaths {
    private static final Pattern BETWEEN = Pattern.compile("[.\\[\\]]+");
    private static final Pattern INDEX = Pattern.compile("[0-9]+");

    private FieldPaths() {}

    /** The names and indexes on the way to a field, outermost first; none of an empty one. */
    public static List<String> steps(String field) {
        return BETWEEN.splitAsStream(field).filter(step -> !step.isEmpty()).toList();
    }

    /** The pointer of steps, whatever their names are. */
    public static String pointer(List<String> steps) {
        return steps.stream()
                .map(step -> "/" + step.replace("~", "~0").replace("/", "~1"))
                .collect(Collectors.joining());
    }

    /**
     * The pointer of a field by the JSON names of a message; the field may be written as the
     * contract has it or as JSON does.
     *
     * @return empty if the message has no such field
     */
    public static Optional<String> findPointer(Descriptor message, String field) {
        List<String> names = new ArrayList<>();
        @Nullable Descriptor within = message;
        for (String step : steps(field)) {
            if (INDEX.matcher(step).matches()) {
                names.add(step);
                continue;
            }
            FieldDescriptor found = within == null ? null : find(within, step);
            if (found == null) {
                return Optional.empty();
            }
            names.add(found.getJsonName());
            within =
                    found.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                            ? found.getMessageType()
                            : null;
        }
        return names.isEmpty() ? Optional.empty() : Optional.of(pointer(names));
    }

    /** A field by its JSON name or as the contract writes it; both are read. */
    static @Nullable FieldDescriptor find(Descriptor message, String name) {
        for (FieldDescriptor field : message.getFields()) {
            if (field.getJsonName().equals(name) || field.getName().equals(name)) {
                return field;
            }
        }
        return null;
    }
}
