package dev.terrane.core.chunk;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Moderation flags of a chunk or an object. Computed by the server from the assets used; what a
 * client sends is never kept.
 *
 * @param severities all eight categories
 * @param mature whether anything that contributed is for adults
 * @param sources ids of the flags that contributed, sorted, each once
 */
public record ContentFlags(
        Map<ContentCategory, Severity> severities, boolean mature, List<String> sources) {
    /** Sources of one set of flags at most. */
    public static final int SOURCES_MAX = 256;

    /** Nothing flagged. */
    public static final ContentFlags NONE = new ContentFlags(Map.of(), false, List.of());

    public ContentFlags {
        EnumMap<ContentCategory, Severity> all = new EnumMap<>(ContentCategory.class);
        for (ContentCategory category : ContentCategory.values()) {
            all.put(category, severities.getOrDefault(category, Severity.NONE));
        }
        severities = Map.copyOf(all);
        sources = List.copyOf(new TreeSet<>(sources));
        for (String source : sources) {
            Texts.require(Texts.textFault(source), "source", source);
        }
        if (sources.size() > SOURCES_MAX) {
            throw new IllegalArgumentException("at most 256 sources, not " + sources.size());
        }
    }

    /** Severity of one category. */
    public Severity severity(ContentCategory category) {
        return severities.getOrDefault(category, Severity.NONE);
    }

    /** Whether nothing is flagged. */
    public boolean isNone() {
        return equals(NONE);
    }

    /**
     * The maximum of each category, mature if either is, the sources of both: the first 256 in
     * their order.
     */
    public ContentFlags merge(ContentFlags other) {
        EnumMap<ContentCategory, Severity> merged = new EnumMap<>(ContentCategory.class);
        for (ContentCategory category : ContentCategory.values()) {
            Severity mine = severity(category);
            Severity theirs = other.severity(category);
            merged.put(category, mine.compareTo(theirs) >= 0 ? mine : theirs);
        }
        TreeSet<String> all = new TreeSet<>(sources);
        all.addAll(other.sources);
        return new ContentFlags(
                merged, mature || other.mature, all.stream().limit(SOURCES_MAX).toList());
    }
}
