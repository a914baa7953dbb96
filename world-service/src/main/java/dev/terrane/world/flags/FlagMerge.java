package dev.terrane.world.flags;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Flags of two databases brought together so that nothing is shown that one of them gates: of each
 * asset the stricter in every category. Every restore, and every move of worlds between databases,
 * merges here and nowhere else.
 *
 * @param flagged the flags of both
 * @param kept assets that stand stricter than the other says
 * @param raised assets the other says stricter than they stand
 */
public record FlagMerge(Map<String, AssetFlag> flagged, Set<String> kept, Set<String> raised) {
    public FlagMerge {
        flagged = Map.copyOf(flagged);
        kept = Set.copyOf(kept);
        raised = Set.copyOf(raised);
    }

    /**
     * Takes a copy over into where the flags stand. One of the same generation is only older: what
     * stands was decided since, and holds.
     */
    public static FlagMerge ofCopy(FlagCopy standing, FlagCopy copy) {
        FlagMerge merge = of(standing.flagged(), copy.flagged());
        return copy.isStrangeTo(standing)
                ? merge
                : new FlagMerge(standing.flagged(), merge.kept, Set.of());
    }

    /** The flags of assets the other says stricter, as both say them. */
    public List<AssetFlag> listRaised() {
        return list(raised);
    }

    /** The flags of assets that stand stricter, as both say them. */
    public List<AssetFlag> listKept() {
        return list(kept);
    }

    private List<AssetFlag> list(Set<String> assets) {
        return flagged.values().stream()
                .filter(flag -> assets.contains(flag.assetId()))
                .sorted(Comparator.comparing(AssetFlag::assetId))
                .toList();
    }

    /**
     * Merges.
     *
     * @param standing flags by asset, as they stand
     * @param other those that come in
     */
    public static FlagMerge of(Map<String, AssetFlag> standing, Map<String, AssetFlag> other) {
        Map<String, AssetFlag> both = new HashMap<>(standing);
        Set<String> kept = new HashSet<>();
        Set<String> raised = new HashSet<>();
        standing.forEach(
                (asset, flag) -> {
                    AssetFlag comes = other.get(asset);
                    if (comes == null ? !flag.isNone() : flag.raises(comes)) {
                        kept.add(asset);
                    }
                });
        other.forEach(
                (asset, flag) -> {
                    AssetFlag stands = standing.get(asset);
                    if (stands == null ? !flag.isNone() : flag.raises(stands)) {
                        raised.add(asset);
                        both.merge(asset, flag, AssetFlag::stricter);
                    }
                });
        return new FlagMerge(both, kept, raised);
    }
}
