package dev.terrane.schema.registry.plan;

import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.channels.ChannelName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Documents to be published together, all or none.
 *
 * @param documents 1..{@value #DOCUMENTS_MAX}, each of another name
 * @param confirmation what the caller confirms
 * @param channel the channel that shall point to what is published
 * @param subject who publishes
 */
public record PublishRequest(
        List<Document> documents,
        Confirmation confirmation,
        Optional<ChannelMoveRequest> channel,
        String subject) {
    /** Most documents of one request. */
    public static final int DOCUMENTS_MAX = 100;

    public PublishRequest {
        documents = List.copyOf(documents);
        long names = documents.stream().map(Document::name).distinct().count();
        if (documents.isEmpty() || documents.size() > DOCUMENTS_MAX || names != documents.size()) {
            throw new IllegalArgumentException(
                    documents.size() + " documents of " + names + " names");
        }
    }

    /** Length of all texts together. */
    public long documentBytes() {
        return documents.stream().mapToLong(Document::length).sum();
    }

    /** One document. */
    public static PublishRequest of(
            SchemaName name,
            byte[] document,
            OptionalInt expectedLatest,
            Confirmation confirmation,
            String subject) {
        return new PublishRequest(
                List.of(new Document(name, document, expectedLatest)),
                confirmation,
                Optional.empty(),
                subject);
    }

    /** A channel and why it moves. */
    public record ChannelMoveRequest(ChannelName channel, String reason) {}

    /** What the caller knows of the plan. */
    public sealed interface Confirmation {
        /** Nothing: refused when something must be confirmed. */
        record None() implements Confirmation {}

        /** Exactly this plan, as a hexadecimal hash: refused when it is another by now. */
        record OfPlan(String hash) implements Confirmation {}

        /** Whatever it says: for an operator who has put the documents there by hand. */
        record Everything() implements Confirmation {}
    }

    /** A document under a name. Bytes as written. */
    public static final class Document {
        private final SchemaName name;
        private final byte[] bytes;
        private final OptionalInt expectedLatest;
        private final boolean isStored;

        /**
         * A document as somebody sent it.
         *
         * @param expectedLatest refuse unless this is the newest number, 0 for none
         */
        public Document(SchemaName name, byte[] bytes, OptionalInt expectedLatest) {
            this(name, bytes, expectedLatest, false);
        }

        private Document(
                SchemaName name, byte[] bytes, OptionalInt expectedLatest, boolean isStored) {
            this.isStored = isStored;
            this.name = name;
            this.bytes = bytes.clone();
            this.expectedLatest = expectedLatest;
        }

        /**
         * The canonical export of a draft: it was accepted before, and may be longer than what it
         * was made from.
         */
        public static Document stored(
                SchemaName name, String canonical, OptionalInt expectedLatest) {
            return new Document(
                    name, canonical.getBytes(StandardCharsets.UTF_8), expectedLatest, true);
        }

        boolean isStored() {
            return isStored;
        }

        /** The schema it becomes a version of. */
        public SchemaName name() {
            return name;
        }

        /** The newest number the caller expects. */
        public OptionalInt expectedLatest() {
            return expectedLatest;
        }

        /** Length of the text. */
        public int length() {
            return bytes.length;
        }

        byte[] bytes() {
            return bytes.clone();
        }
    }
}
