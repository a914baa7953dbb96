package dev.terrane.schema.registry.edge;

import dev.terrane.core.schema.SchemaRule;
import dev.terrane.core.schema.diff.SchemaChange;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SchemaError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.registry.DocumentProblem;
import dev.terrane.schema.registry.SchemaProperties;
import dev.terrane.schema.registry.plan.Finding;
import dev.terrane.schema.registry.plan.Held;
import dev.terrane.schema.registry.plan.PublishPlan;
import dev.terrane.schema.registry.plan.PublishResult;
import dev.terrane.schema.registry.references.Reference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What keeps a document from being published, the same on every transport, always with reasons. */
public final class PublishRefusals {
    /** Places a refusal tells at most; how many there are, it says. */
    private static final int PLACES_MAX = 100;

    private static final int HOLDERS_MAX = 20;

    private PublishRefusals() {}

    /** What a publisher's request came to; everything but success is a refusal. */
    public static PublishResult.Published published(
            PublishResult result, Names names, SchemaProperties properties) {
        return switch (result) {
            case PublishResult.Published published -> published;
            case PublishResult.Planned _ ->
                    throw new IllegalStateException("a plan is no publication");
            case PublishResult.Invalid invalid -> throw invalid(invalid, properties);
            case PublishResult.Conflict conflict -> throw conflict(conflict, names);
            case PublishResult.Refused(var plans, String hash) -> throw refused(plans, hash);
            case PublishResult.Unconfirmed(var plans, String hash) ->
                    throw unconfirmed(plans, hash, names);
            case PublishResult.Stale stale -> throw stale(stale, names);
        };
    }

    /** What a request for a plan came to. */
    public static PublishResult.Planned planned(PublishResult result, SchemaProperties properties) {
        return switch (result) {
            case PublishResult.Planned planned -> planned;
            case PublishResult.Invalid invalid -> throw invalid(invalid, properties);
            default -> throw new IllegalStateException("a plan came to " + result);
        };
    }

    /** Names of the request's fields on a transport. */
    public record Names(String expectedLatest, String planHash) {
        /** On REST. */
        public static final Names REST = new Names("expectedLatestVersion", "planHash");

        /** On RPC. */
        public static final Names RPC = new Names("expected_latest_version", "plan_hash");
    }

    private static TerraneException invalid(
            PublishResult.Invalid invalid, SchemaProperties properties) {
        PublishResult.Invalidity first = invalid.invalid().getFirst();
        DocumentProblem problem = first.problems().getFirst();
        if (problem.rule().equals(SchemaRule.LIMIT_BYTES.id())) {
            return TerraneException.of(CommonError.PAYLOAD_TOO_LARGE, problem.message())
                    .field("document")
                    .extra("schema", first.name().value())
                    .limit(
                            SchemaProperties.DOCUMENT_LIMIT,
                            properties.documentBytesMax().toBytes(),
                            first.documentBytes())
                    .toException();
        }
        long count = invalid.invalid().stream().mapToLong(each -> each.problems().size()).sum();
        TerraneException.Builder builder =
                TerraneException.of(
                                SchemaError.SCHEMA_INVALID,
                                problem.message() + Problems.more(count))
                        .field("document")
                        .pointer(problem.pointer())
                        .position(problem.line(), problem.column())
                        .extra("schema", first.name().value())
                        .extra("rule", problem.rule());
        for (PublishResult.Invalidity each : invalid.invalid()) {
            for (DocumentProblem one : each.problems()) {
                builder.place(
                        one.pointer(),
                        one.line(),
                        one.column(),
                        Map.of(
                                "schema", each.name().value(),
                                "rule", one.rule(),
                                "message", one.message()));
            }
        }
        return builder.toException();
    }

    private static TerraneException conflict(PublishResult.Conflict conflict, Names names) {
        return TerraneException.of(
                        SchemaError.SCHEMA_VERSION_CONFLICT,
                        "the newest version of "
                                + conflict.name()
                                + " is "
                                + conflict.latest()
                                + ", not "
                                + conflict.expected())
                .field(names.expectedLatest())
                .extra("schema", conflict.name().value())
                .extra("latestVersion", Integer.toString(conflict.latest()))
                .toException();
    }

    private static TerraneException refused(List<PublishPlan> plans, String hash) {
        List<Held> held = plans.stream().flatMap(plan -> plan.held().stream()).toList();
        List<Placed> forbidden =
                plans.stream()
                        .flatMap(plan -> plan.forbidden().stream().map(f -> new Placed(plan, f)))
                        .toList();
        if (forbidden.isEmpty()) {
            return inUse(plans, held, hash);
        }
        Placed first = forbidden.getFirst();
        TerraneException.Builder builder =
                TerraneException.of(
                                SchemaError.SCHEMA_INCOMPATIBLE,
                                first.plan().mode()
                                        + " does not allow "
                                        + first.finding().message()
                                        + Problems.more(forbidden.size()))
                        .field("document")
                        .pointer(pointer(first.finding()))
                        .extra("schema", first.plan().name().value())
                        .extra("mode", first.plan().mode().name())
                        .extra("latestVersion", Integer.toString(first.plan().latest()))
                        .extra("planHash", hash)
                        .extra("findings", Integer.toString(forbidden.size()));
        tell(builder, forbidden);
        held.forEach(each -> tell(builder, each));
        return builder.toException();
    }

    private static TerraneException inUse(List<PublishPlan> plans, List<Held> held, String hash) {
        Held first = held.getFirst();
        TerraneException.Builder builder =
                TerraneException.of(
                                SchemaError.SCHEMA_IN_USE,
                                first.member().key()
                                        + " is retired, but still held by "
                                        + holders(first.holders()))
                        .field("document")
                        .extra("schema", plans.getFirst().name().value())
                        .extra("planHash", hash);
        held.forEach(each -> tell(builder, each));
        return builder.toException();
    }

    private static TerraneException unconfirmed(List<PublishPlan> plans, String hash, Names names) {
        List<Placed> open =
                plans.stream()
                        .flatMap(
                                plan -> plan.confirmations().stream().map(f -> new Placed(plan, f)))
                        .toList();
        Placed first = open.getFirst();
        TerraneException.Builder builder =
                TerraneException.of(
                                SchemaError.SCHEMA_CONFIRMATION_REQUIRED,
                                "the plan must be confirmed: "
                                        + first.finding().message()
                                        + Problems.more(open.size()))
                        .field(names.planHash())
                        .pointer(pointer(first.finding()))
                        .extra("schema", first.plan().name().value())
                        .extra("planHash", hash)
                        .extra("findings", Integer.toString(open.size()));
        tell(builder, open);
        return builder.toException();
    }

    private static TerraneException stale(PublishResult.Stale stale, Names names) {
        return TerraneException.of(
                        SchemaError.SCHEMA_PLAN_STALE,
                        "the plan's hash is " + stale.planHash() + ", not " + stale.confirmed())
                .field(names.planHash())
                .extra("schema", stale.plans().getFirst().name().value())
                .extra("latestVersion", Integer.toString(stale.plans().getFirst().latest()))
                .extra("planHash", stale.planHash())
                .toException();
    }

    private record Placed(PublishPlan plan, Finding finding) {}

    private static void tell(TerraneException.Builder builder, List<Placed> findings) {
        findings.stream()
                .limit(PLACES_MAX)
                .forEach(
                        placed ->
                                builder.place(
                                        pointer(placed.finding()),
                                        0,
                                        0,
                                        extras(placed.plan(), placed.finding())));
    }

    private static Map<String, String> extras(PublishPlan plan, Finding finding) {
        SchemaChange change = finding.change();
        Map<String, String> extras = new LinkedHashMap<>();
        extras.put("schema", plan.name().value());
        extras.put("rule", change.rule().id());
        extras.put("against", finding.against() == null ? "" : finding.against().toString());
        putSide(extras, "old", change.before());
        putSide(extras, "new", change.after());
        extras.put("wire", change.impact().wire().name());
        extras.put("source", change.impact().source().name());
        extras.put("data", change.impact().data().name());
        extras.put("authorisation", change.impact().authorisation().name());
        extras.put("message", finding.message());
        extras.put("fix", change.rule().fix());
        return extras;
    }

    private static void putSide(
            Map<String, String> extras, String side, SchemaChange.@Nullable Side value) {
        if (value != null) {
            extras.put(side + "Pointer", value.pointer());
            extras.put(side + "Value", clip(value.value()));
        }
    }

    private static void tell(TerraneException.Builder builder, Held held) {
        builder.place(
                "",
                0,
                0,
                Map.of(
                        "rule", "retired-member-held",
                        "member", held.member().key().toString(),
                        "holders", holders(held.holders()),
                        "message",
                                held.member().key()
                                        + " was retired at version "
                                        + held.member().sinceVersion()
                                        + " and may still be used by "
                                        + holders(held.holders()),
                        "fix", SchemaError.SCHEMA_IN_USE.spec().fix()));
    }

    /** Some holders, for people. */
    static String holders(List<Reference> holders) {
        StringBuilder text = new StringBuilder();
        for (Reference holder : holders.subList(0, Math.min(HOLDERS_MAX, holders.size()))) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(holder.kind().text())
                    .append(' ')
                    .append(holder.holder())
                    .append(" on ")
                    .append(holder.id());
        }
        return holders.size() > HOLDERS_MAX
                ? text + " and " + (holders.size() - HOLDERS_MAX) + " more"
                : text.toString();
    }

    private static String pointer(Finding finding) {
        SchemaChange.Side place =
                finding.change().after() == null
                        ? finding.change().before()
                        : finding.change().after();
        return place == null ? "" : place.pointer();
    }

    private static String clip(String value) {
        return value.length() > 500 ? value.substring(0, 500) + "…" : value;
    }
}
