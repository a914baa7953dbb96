package dev.terrane.core.entity.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.terrane.core.entity.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** Forms that must have been made or read, and the golden files of them. */
public final class Forms {
    private Forms() {}

    /** What was encoded. */
    public static <F> F made(Encoded<F> encoded) {
        return switch (encoded) {
            case Encoded.Ok<F>(F form) -> form;
            case Encoded.Refused<F>(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    /** What was decoded. */
    public static <V> V read(Decoded<V> decoded) {
        return switch (decoded) {
            case Decoded.Ok<V>(V value) -> value;
            case Decoded.Refused<V>(Refusal refusal) ->
                    throw new AssertionError(refusal.toString());
        };
    }

    /**
     * Bytes and message are those of {@code FOLDER/NAME.hex} and {@code .json}, which {@code
     * -Dterrane.golden.record=true} writes.
     */
    static void compare(Path folder, String name, ByteString bytes, Message message)
            throws IOException {
        Path hex = folder.resolve(name + ".hex");
        Path json = folder.resolve(name + ".json");
        String text = JsonFormat.printer().print(message) + "\n";
        String digits = HexFormat.of().formatHex(bytes.toByteArray()) + "\n";
        if (Boolean.getBoolean("terrane.golden.record")) {
            Files.createDirectories(folder);
            Files.writeString(hex, digits);
            Files.writeString(json, text);
        }
        assertThat(digits).isEqualTo(Files.readString(hex));
        assertThat(text).isEqualTo(Files.readString(json));
    }
}
