package dev.terrane.world.moderation.web;

import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.wire.FieldPaths;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.flags.AssetFlag;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An asset's flags on REST; on input only categories and mature count, and both must be said: what
 * is left out by mistake would take flags away.
 */
record AssetView(
        @Schema(example = "props/skull") @Nullable String asset,
        @Schema(
                        requiredMode = Schema.RequiredMode.REQUIRED,
                        description =
                                "Category to none, mild, moderate or severe; one that is left out is"
                                        + " none, so {} takes all away",
                        example = "{\"violence\": \"moderate\", \"horror\": \"mild\"}")
                @Nullable Map<String, String> categories,
        @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "false")
                @Nullable Boolean mature,
        @Schema(example = "mo") @Nullable String actor,
        @Nullable Instant updatedAt) {
    static AssetView of(AssetFlag flag) {
        return new AssetView(
                flag.assetId(), names(flag), flag.mature(), flag.actor(), flag.updatedAt());
    }

    static AssetView none(String asset) {
        return new AssetView(
                asset,
                names(new AssetFlag(asset, Map.of(), false, "", Instant.EPOCH)),
                false,
                null,
                null);
    }

    private static Map<String, String> names(AssetFlag flag) {
        TreeMap<String, String> names = new TreeMap<>();
        for (ContentCategory category : ContentCategory.values()) {
            names.put(category.jsonName(), flag.severity(category).jsonName());
        }
        return names;
    }

    boolean statedMature() {
        if (mature == null) {
            throw Requests.bad("mature", "it must say whether the asset is mature");
        }
        return mature;
    }

    Map<ContentCategory, Severity> severities() {
        if (categories == null) {
            throw Requests.bad("categories", "it must say all categories; {} takes all away");
        }
        EnumMap<ContentCategory, Severity> severities = new EnumMap<>(ContentCategory.class);
        categories.forEach(
                (name, severity) -> {
                    ContentCategory category =
                            Arrays.stream(ContentCategory.values())
                                    .filter(known -> known.jsonName().equals(name))
                                    .findFirst()
                                    .orElseThrow(() -> bad(name, "there is no such category"));
                    severities.put(
                            category,
                            Severity.find(String.valueOf(severity))
                                    .orElseThrow(
                                            () -> bad(name, "none, mild, moderate or severe")));
                });
        return severities;
    }

    /** Of a category as the body names it, which may hold whatever separates steps of a path. */
    private static TerraneException bad(String category, String text) {
        return Requests.bad("categories." + category, text)
                .at(FieldPaths.pointer(List.of("categories", category)));
    }
}
