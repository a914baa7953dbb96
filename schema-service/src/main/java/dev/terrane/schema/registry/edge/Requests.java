package dev.terrane.schema.registry.edge;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.schema.registry.channels.Channels;
import dev.terrane.schema.registry.plan.PublishRequest;
import dev.terrane.schema.registry.plan.PublishRequest.Confirmation;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Fields of requests that REST and RPC share, each refused by its name. */
public final class Requests {
    private static final Pattern HOLDER = Pattern.compile("[!-~]{1,200}");
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final int REASON_MAX = 500;
    private static final int CLASS_NAME_MAX = 255;

    private Requests() {}

    /** A version by its id. */
    public static SchemaId id(String field, String text) {
        return SchemaReference.findId(text)
                .orElseThrow(
                        () ->
                                SchemaNames.bad(
                                        field,
                                        "a version is named by NAME@VERSION, not by "
                                                + SchemaNames.clip(text)));
    }

    /** What the caller confirms; nothing when the hash is empty. */
    public static Confirmation confirmation(String field, @Nullable String planHash) {
        if (planHash == null || planHash.isEmpty()) {
            return new Confirmation.None();
        }
        if (!HASH.matcher(planHash).matches()) {
            throw SchemaNames.bad(field, "a plan's hash is 64 lower-case hexadecimal digits");
        }
        return new Confirmation.OfPlan(planHash);
    }

    /** A channel the configuration names. */
    public static ChannelName channel(String field, String text, Channels channels) {
        return ChannelName.find(text)
                .filter(channels.names()::contains)
                .orElseThrow(
                        () ->
                                TerraneException.of(
                                                CommonError.INVALID_ARGUMENT,
                                                SchemaNames.clip(text)
                                                        + " is none of the channels "
                                                        + channels.names()
                                                        + " that "
                                                        + SchemaProperties.CHANNELS
                                                        + " names")
                                        .field(field)
                                        .extra("setting", SchemaProperties.CHANNELS)
                                        .toException());
    }

    /** Why something is done, for the audit. */
    public static String reason(String field, @Nullable String text) {
        if (text == null
                || text.isBlank()
                || text.length() > REASON_MAX
                || text.codePoints().anyMatch(c -> Character.isISOControl(c) || isHalf(c))) {
            throw SchemaNames.bad(
                    field,
                    "a reason has 1.."
                            + REASON_MAX
                            + " characters, no control characters or half surrogate pairs");
        }
        return text;
    }

    /** The name of a class as a caller writes it; no store can hold others. */
    public static String className(String field, @Nullable String text) {
        if (text == null
                || text.isEmpty()
                || text.length() > CLASS_NAME_MAX
                || text.codePoints().anyMatch(c -> c == 0 || isHalf(c))) {
            throw SchemaNames.bad(
                    field,
                    "a class is named by 1.."
                            + CLASS_NAME_MAX
                            + " characters, without NUL or half surrogate pairs");
        }
        return text;
    }

    /** The bytes of a document that came as a text; an encoder would write ? for what is none. */
    public static byte[] document(String field, String text) {
        int index = 0;
        for (int c : text.codePoints().toArray()) {
            if (isHalf(c)) {
                throw SchemaNames.bad(
                        field, "half of a surrogate pair at character " + (index + 1));
            }
            index += Character.charCount(c);
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean isHalf(int codePoint) {
        return Character.getType(codePoint) == Character.SURROGATE;
    }

    /** Who holds a version. */
    public static String holder(String field, String text) {
        if (!HOLDER.matcher(text).matches()) {
            throw SchemaNames.bad(field, "a holder is 1..200 printable ASCII characters");
        }
        return text;
    }

    /** Documents that can be published together. */
    public static void directory(String field, List<PublishRequest.Document> documents) {
        if (documents.isEmpty() || documents.size() > PublishRequest.DOCUMENTS_MAX) {
            throw TerraneException.of(
                            CommonError.INVALID_ARGUMENT,
                            "1.."
                                    + PublishRequest.DOCUMENTS_MAX
                                    + " documents are published together, not "
                                    + documents.size())
                    .field(field)
                    .limit(field, PublishRequest.DOCUMENTS_MAX, documents.size())
                    .toException();
        }
        Set<SchemaName> names = new HashSet<>();
        for (PublishRequest.Document document : documents) {
            if (!names.add(document.name())) {
                throw SchemaNames.bad(field, "two documents are named " + document.name());
            }
        }
    }
}
