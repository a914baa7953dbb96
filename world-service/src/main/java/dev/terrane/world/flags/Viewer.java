package dev.terrane.world.flags;

import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.ContentFlags;
import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.Role;
import java.util.EnumMap;
import java.util.Map;

/**
 * What somebody may be shown: for each category a severity at most, and whether mature content. A
 * service that asks for itself is trusted; asking for a player it states the player's allowance.
 */
public record Viewer(Map<ContentCategory, Integer> allowance, boolean mature, boolean trusted) {
    private static final int SEVERITY_MAX = 3;

    /** A service that asks for itself. */
    public static final Viewer TRUSTED = new Viewer(Map.of(), true, true);

    /** The lowest allowance, of a token without the claim. */
    public static final Viewer LOWEST = new Viewer(Map.of(), false, false);

    public Viewer {
        EnumMap<ContentCategory, Integer> all = new EnumMap<>(ContentCategory.class);
        for (ContentCategory category : ContentCategory.values()) {
            int severity = trusted ? SEVERITY_MAX : allowance.getOrDefault(category, 0);
            all.put(category, Math.clamp(severity, 0, SEVERITY_MAX));
        }
        allowance = Map.copyOf(all);
    }

    /** What a token says. */
    public static Viewer of(Caller caller) {
        return caller.has(Role.SERVICE) ? TRUSTED : of(caller.content(), caller.mature());
    }

    /** What claims say; categories this version does not know are nothing. */
    public static Viewer of(Map<String, Integer> content, boolean mature) {
        EnumMap<ContentCategory, Integer> allowance = new EnumMap<>(ContentCategory.class);
        for (ContentCategory category : ContentCategory.values()) {
            allowance.put(category, content.getOrDefault(category.jsonName(), 0));
        }
        return new Viewer(allowance, mature, false);
    }

    /** Highest severity of a category that may be shown, 0..3. */
    public int allowance(ContentCategory category) {
        return allowance.getOrDefault(category, 0);
    }

    /** Whether there is nothing it may not be shown. */
    public boolean isUnlimited() {
        return trusted
                || (mature && allowance.values().stream().allMatch(most -> most == SEVERITY_MAX));
    }

    /** Whether it may be shown whatever the other may. */
    public boolean covers(Viewer other) {
        if (isUnlimited()) {
            return true;
        }
        return !other.trusted()
                && (mature || !other.mature())
                && other.allowance().entrySet().stream()
                        .allMatch(entry -> entry.getValue() <= allowance(entry.getKey()));
    }

    /** Whether content flagged like this may be shown. */
    public boolean admits(ContentFlags flags) {
        if (flags.isNone()) {
            return true;
        }
        if (flags.mature() && !mature) {
            return false;
        }
        for (ContentCategory category : ContentCategory.values()) {
            if (flags.severity(category).number() > allowance(category)) {
                return false;
            }
        }
        return true;
    }
}
