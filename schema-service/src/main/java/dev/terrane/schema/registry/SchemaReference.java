package dev.terrane.schema.registry;

import dev.terrane.core.schema.SchemaHash;
import dev.terrane.schema.registry.channels.ChannelName;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a version is asked for. */
public sealed interface SchemaReference {
    /** Prefix of a content hash where a reference is written as text. */
    String HASH_PREFIX = "sha256:";

    /** What references look like, for messages. */
    String FORMS = "NAME, NAME@VERSION, NAME@CHANNEL or " + HASH_PREFIX + "CONTENT_HASH";

    /** The newest version of a name. */
    record Latest(SchemaName name) implements SchemaReference {
        @Override
        public String toString() {
            return name.value();
        }
    }

    /** Exactly this version. */
    record Pinned(SchemaId id) implements SchemaReference {
        @Override
        public String toString() {
            return id.toString();
        }
    }

    /** The version a channel points to. */
    record Channel(SchemaName name, ChannelName channel) implements SchemaReference {
        @Override
        public String toString() {
            return name + "@" + channel;
        }
    }

    /** The first version ever published with this content, under whatever name. */
    record Content(SchemaHash hash) implements SchemaReference {
        @Override
        public String toString() {
            return HASH_PREFIX + hash;
        }
    }

    /** Whether the answer is the same for ever. */
    default boolean isImmutable() {
        return this instanceof Pinned || this instanceof Content;
    }

    /** The reference a text is: {@value #FORMS}. */
    static Optional<SchemaReference> find(String text) {
        if (text.startsWith(HASH_PREFIX)) {
            String hex = text.substring(HASH_PREFIX.length());
            return SchemaHash.isHash(hex)
                    ? Optional.of(new Content(new SchemaHash(hex)))
                    : Optional.empty();
        }
        int at = text.indexOf('@');
        if (at < 0) {
            return SchemaName.find(text).map(Latest::new);
        }
        Optional<SchemaId> id = findId(text);
        if (id.isPresent()) {
            return id.map(Pinned::new);
        }
        Optional<ChannelName> channel = ChannelName.find(text.substring(at + 1));
        return SchemaName.find(text.substring(0, at))
                .flatMap(name -> channel.map(known -> new Channel(name, known)));
    }

    /** The id a text is, {@code name@version}. */
    static Optional<SchemaId> findId(String text) {
        Matcher matcher = IdForm.PATTERN.matcher(text);
        return matcher.matches()
                ? Optional.of(
                        new SchemaId(
                                new SchemaName(matcher.group(1)),
                                Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    /** Keeps the pattern out of the interface. */
    final class IdForm {
        private static final Pattern PATTERN =
                Pattern.compile("(" + SchemaName.FORM + ")@([1-9][0-9]{0,8})");

        private IdForm() {}
    }
}
