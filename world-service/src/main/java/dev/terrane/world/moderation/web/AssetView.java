package dev.terrane.world.moderation.web;

import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.flags.AssetFlag;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An asset's flags on REST; on input only categories and mature count. */
record AssetView(
        @Schema(example = "props/skull") @Nullable String asset,
        @Schema(
                        description = "Category to none, mild, moderate or severe",
                        example = "{\"violence\": \"moderate\", \"horror\": \"mild\"}")
                @Nullable Map<String, String> categories,
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

    boolean isMature() {
        return Boolean.TRUE.equals(mature);
    }

    Map<ContentCategory, Severity> severities() {
        EnumMap<ContentCategory, Severity> severities = new EnumMap<>(ContentCategory.class);
        if (categories == null) {
            return severities;
        }
        categories.forEach(
                (name, severity) -> {
                    Optional<ContentCategory> category =
                            Arrays.stream(ContentCategory.values())
                                    .filter(known -> known.jsonName().equals(name))
                                    .findFirst();
                    String field = "categories." + name;
                    severities.put(
                            category.orElseThrow(
                                    () -> Requests.bad(field, "there is no such category")),
                            Severity.find(String.valueOf(severity))
                                    .orElseThrow(
                                            () ->
                                                    Requests.bad(
                                                            field,
                                                            "none, mild, moderate or severe")));
                });
        return severities;
    }
}
