package dev.terrane.rpc.wire;

import com.google.protobuf.ExtensionRegistryLite;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How a message is written: Protobuf's binary form or its canonical JSON. Stateless. */
public enum ConnectCodec {
    PROTO("application/proto") {
        @Override
        public byte[] encode(Message message) {
            return message.toByteArray();
        }

        @Override
        public Message decode(Message prototype, byte[] bytes)
                throws InvalidProtocolBufferException {
            return prototype
                    .getParserForType()
                    .parseFrom(bytes, ExtensionRegistryLite.getEmptyRegistry());
        }
    },
    JSON("application/json") {
        @Override
        public byte[] encode(Message message) {
            try {
                return JsonFormat.printer()
                        .omittingInsignificantWhitespace()
                        .print(message)
                        .getBytes(StandardCharsets.UTF_8);
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException("message holds an Any of an unknown type", e);
            }
        }

        @Override
        public Message decode(Message prototype, byte[] bytes)
                throws InvalidProtocolBufferException {
            String text = strictUtf8(bytes);
            Optional<JsonRefusal> repeated = StrictJson.findRepeated(text);
            if (repeated.isPresent()) {
                throw new InvalidProtocolBufferException(repeated.get().text());
            }
            Message.Builder builder = prototype.newBuilderForType();
            JsonFormat.parser().merge(text, builder);
            return builder.build();
        }
    };

    private static final Pattern CHARSET =
            Pattern.compile(";\\s*charset\\s*=\\s*\"?([^\\s;\"]*)", Pattern.CASE_INSENSITIVE);

    private final String mediaType;

    ConnectCodec(String mediaType) {
        this.mediaType = mediaType;
    }

    /** The bare media type, without parameters. */
    public String mediaType() {
        return mediaType;
    }

    /** The name in the {@code encoding} parameter of a GET: {@code proto} or {@code json}. */
    public String queryName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The codec of a Content-Type header. Its parameters are ignored, but for a character set that
     * JSON is not written in.
     */
    public static Optional<ConnectCodec> findByContentType(@Nullable String contentType) {
        if (contentType == null) {
            return Optional.empty();
        }
        int semicolon = contentType.indexOf(';');
        String bare = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
        String wanted = bare.strip().toLowerCase(Locale.ROOT);
        for (ConnectCodec codec : values()) {
            if (codec.mediaType.equals(wanted)) {
                return codec == JSON && !isUtf8(contentType)
                        ? Optional.empty()
                        : Optional.of(codec);
            }
        }
        return Optional.empty();
    }

    private static boolean isUtf8(String contentType) {
        Matcher charset = CHARSET.matcher(contentType);
        return !charset.find() || charset.group(1).equalsIgnoreCase("utf-8");
    }

    /** The codec of a GET's {@code encoding} parameter. */
    public static Optional<ConnectCodec> findByQueryName(String name) {
        for (ConnectCodec codec : values()) {
            if (codec.queryName().equals(name)) {
                return Optional.of(codec);
            }
        }
        return Optional.empty();
    }

    /** The message's bytes in this form. */
    public abstract byte[] encode(Message message);

    /**
     * The message in these bytes. JSON is written by hand as often as by programs: a field or an
     * enum value that the message does not have is refused, and so is a name that is given twice
     * and what RFC 8259 does not allow. Unknown fields of the binary form are kept, as Protobuf
     * does.
     *
     * @throws InvalidProtocolBufferException when the bytes are no such message
     */
    public abstract Message decode(Message prototype, byte[] bytes)
            throws InvalidProtocolBufferException;

    /**
     * What of a body that {@link #decode} refused is given twice or unknown to the message, if that
     * is why.
     */
    public Optional<JsonRefusal> findDefect(Message prototype, byte[] bytes) {
        if (this != JSON) {
            return Optional.empty();
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        try {
            Optional<JsonRefusal> repeated = StrictJson.findRepeated(text);
            return repeated.isPresent()
                    ? repeated
                    : JsonPlaces.findUnknown(prototype.getDescriptorForType(), text);
        } catch (InvalidProtocolBufferException malformed) {
            return Optional.empty();
        }
    }

    private static String strictUtf8(byte[] bytes) throws InvalidProtocolBufferException {
        try {
            CharBuffer text =
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .onMalformedInput(CodingErrorAction.REPORT)
                            .onUnmappableCharacter(CodingErrorAction.REPORT)
                            .decode(ByteBuffer.wrap(bytes));
            return text.toString();
        } catch (CharacterCodingException e) {
            InvalidProtocolBufferException invalid =
                    new InvalidProtocolBufferException("not valid UTF-8");
            invalid.initCause(e);
            throw invalid;
        }
    }
}
