package dev.terrane.core.entity.compact;

import dev.terrane.core.entity.Reason;
import java.util.BitSet;

/**
 * Which members follow: groups of seven bits, lowest member first, bit 7 says that another group
 * follows. At least one bit is set and the last group is not zero.
 */
final class Mask {
    private Mask() {}

    static void write(ByteSink out, BitSet members) {
        int groups = (members.length() + 6) / 7;
        for (int group = 0; group < groups; group++) {
            int bits = 0;
            for (int i = 0; i < 7; i++) {
                bits |= members.get(group * 7 + i) ? 1 << i : 0;
            }
            out.u8(group < groups - 1 ? bits | 0x80 : bits);
        }
    }

    /** As {@link #write(ByteSink, BitSet)}, of at most 63 members. */
    static void write(ByteSink out, long members) {
        // Groups of seven bits, lowest first, with a bit that says more follow: LEB128.
        out.varint(members);
    }

    /** As {@link #write(ByteSink, BitSet)}, 64 members to a word. */
    static void write(ByteSink out, long[] members) {
        int word = members.length - 1;
        while (word >= 0 && members[word] == 0) {
            word--;
        }
        int length = word < 0 ? 0 : word * 64 + 64 - Long.numberOfLeadingZeros(members[word]);
        for (int first = 0; first < length; first += 7) {
            long bits = members[first >> 6] >>> first;
            // A group that begins near the end of a word goes on in the next.
            if ((first & 63) > 57 && (first >> 6) + 1 < members.length) {
                bits |= members[(first >> 6) + 1] << -first;
            }
            int group = (int) bits & 0x7F;
            out.u8(first + 7 < length ? group | 0x80 : group);
        }
    }

    static BitSet read(ByteSource in, int members, String location) {
        var present = new BitSet(members);
        int start = in.position();
        for (int first = 0; ; first += 7) {
            int group = in.u8();
            for (int i = 0; i < 7; i++) {
                if ((group & (1 << i)) != 0) {
                    present.set(first + i);
                }
            }
            if (group < 0x80) {
                requireCanonical(group != 0 || first == 0, start);
                break;
            }
            requireCanonical(first + 7 < members, start);
        }
        if (present.isEmpty()) {
            throw CompactException.rejected(Reason.EMPTY_PATCH, location);
        }
        requireCanonical(present.length() <= members, start);
        return present;
    }

    private static void requireCanonical(boolean canonical, int start) {
        if (!canonical) {
            throw CompactException.malformed(start);
        }
    }
}
