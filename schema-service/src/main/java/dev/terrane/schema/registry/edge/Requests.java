package dev.terrane.schema.registry.edge;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.schema.registry.channels.Channels;
import dev.terrane.schema.registry.plan.PublishRequest;
import dev.terrane.schema.registry.plan.PublishRequest.Confirmation;
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
                                                        + " that terrane.schema.channels names")
                                        .field(field)
                                        .extra("setting", "terrane.schema.channels")
                                        .toException());
    }

    /** Why something is done, for the audit. */
    public static String reason(String field, @Nullable String text) {
        if (text == null
                || text.isBlank()
                || text.length() > REASON_MAX
                || text.chars().anyMatch(c -> Character.isISOControl(c))) {
            throw SchemaNames.bad(
                    field, "a reason has 1.." + REASON_MAX + " characters, no control characters");
        }
        return text;
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
