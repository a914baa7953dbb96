package dev.terrane.core.schema.diff;

import dev.terrane.core.schema.Mask;
import dev.terrane.core.schema.MaskName;
import dev.terrane.core.schema.SchemaWriter;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values as JSON. */
final class Text {
    private Text() {}

    static String of(String value) {
        return SchemaWriter.writeString(value);
    }

    static String orNull(@Nullable String value) {
        return value == null ? "null" : of(value);
    }

    static String of(Mask mask) {
        return mask.names().stream()
                .map(MaskName::text)
                .map(Text::of)
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
