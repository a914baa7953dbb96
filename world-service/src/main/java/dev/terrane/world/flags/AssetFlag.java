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

    /** Whether it says what the other says, whoever said it and when. */
    public boolean isLike(AssetFlag other) {
        return severities.equals(other.severities) && mature == other.mature;
    }

    /** Whether it flags for something the other does not flag for, or not as severely. */
    public boolean raises(AssetFlag other) {
        return (mature && !other.mature)
                || severities.entrySet().stream()
                        .anyMatch(e -> e.getValue().compareTo(other.severity(e.getKey())) > 0);
    }

    /**
     * The stricter of both in each category, mature if one is. Who said it and when are those of
     * the one that says all of it; if neither does, those of the later one.
     */
    public AssetFlag stricter(AssetFlag other) {
        if (!other.raises(this)) {
            return this;
        }
        if (!raises(other)) {
            return other;
        }
        EnumMap<ContentCategory, Severity> most = new EnumMap<>(severities);
        other.severities.forEach((c, s) -> most.merge(c, s, (a, b) -> a.compareTo(b) >= 0 ? a : b));
        AssetFlag later = other.updatedAt.isAfter(updatedAt) ? other : this;
        return new AssetFlag(assetId, most, mature || other.mature, later.actor, later.updatedAt);
    }

    /** Whether nothing is flagged. */
    public boolean isNone() {
        return !mature && severities.values().stream().allMatch(Severity.NONE::equals);
    }
}
