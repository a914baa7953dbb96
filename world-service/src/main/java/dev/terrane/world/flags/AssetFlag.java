package dev.terrane.world.flags;

import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.core.chunk.Texts;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

/**
 * What moderators said of one asset or script.
 *
 * @param assetId 1..256 of {@code [A-Za-z0-9_./:-]}
 * @param severities all eight categories
 * @param actor who said it last
 */
public record AssetFlag(
        String assetId,
        Map<ContentCategory, Severity> severities,
        boolean mature,
        String actor,
        Instant updatedAt) {
    public AssetFlag {
        if (assetId.isEmpty() || Texts.assetFault(assetId) != null) {
            throw new IllegalArgumentException("not an asset id: '" + assetId + "'");
        }
        EnumMap<ContentCategory, Severity> all = new EnumMap<>(ContentCategory.class);
        for (ContentCategory category : ContentCategory.values()) {
            all.put(category, severities.getOrDefault(category, Severity.NONE));
        }
        severities = Map.copyOf(all);
    }

    /** Severity of one category. */
    public Severity severity(ContentCategory category) {
        return severities.getOrDefault(category, Severity.NONE);
    }

    /** Whether nothing is flagged. */
    public boolean isNone() {
        return !mature && severities.values().stream().allMatch(Severity.NONE::equals);
    }
}
