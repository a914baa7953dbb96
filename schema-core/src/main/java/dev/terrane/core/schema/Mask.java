package dev.terrane.core.schema;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The flags of a member in the order its document lists them, without duplicates. The order carries
 * no meaning but survives an export; {@link #bits()} and {@link #inBitOrder()} do not depend on it.
 *
 * @param names the flags, each at most once
 */
public record Mask(List<MaskName> names) {
    /** No flags. */
    public static final Mask NONE = new Mask(List.of());

    public Mask {
        names = List.copyOf(names);
        if (Set.copyOf(names).size() != names.size()) {
            throw new IllegalArgumentException("a flag is listed twice: " + names);
        }
    }

    /** A mask of these flags. */
    public static Mask of(MaskName... names) {
        return new Mask(Arrays.asList(names));
    }

    /** All flags as one number; bit positions are those of {@link MaskName}. */
    public int bits() {
        int bits = 0;
        for (MaskName name : names) {
            bits |= name.bit();
        }
        return bits;
    }

    /** Whether the flag is set. */
    public boolean has(MaskName name) {
        return names.contains(name);
    }

    /** The same flags, lowest bit first. */
    public Mask inBitOrder() {
        return names.isEmpty() ? NONE : new Mask(List.copyOf(EnumSet.copyOf(names)));
    }
}
