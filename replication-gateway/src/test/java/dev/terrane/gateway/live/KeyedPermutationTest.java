package dev.terrane.gateway.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyedPermutationTest {
    private static byte[] key(int seed) {
        byte[] key = new byte[32];
        key[0] = (byte) seed;
        return key;
    }

    @Test
    void differentNumbersNeverMeet() {
        for (int bits : new int[] {32, 64}) {
            KeyedPermutation permutation = new KeyedPermutation(key(1), bits);
            Set<Long> seen = new HashSet<>();
            for (long i = 0; i < 20_000; i++) {
                long image = permutation.apply(i);
                assertThat(seen.add(image)).isTrue();
                assertThat(bits == 64 || (image >= 0 && image < 1L << 32)).isTrue();
            }
        }
    }

    @Test
    void theSameKeyGivesTheSamePermutationAndAnotherKeyAnother() {
        KeyedPermutation one = new KeyedPermutation(key(1), 64);
        KeyedPermutation same = new KeyedPermutation(key(1), 64);
        KeyedPermutation other = new KeyedPermutation(key(2), 64);
        int different = 0;
        for (long i = 0; i < 100; i++) {
            assertThat(one.apply(i)).isEqualTo(same.apply(i));
            different += one.apply(i) == other.apply(i) ? 0 : 1;
        }
        assertThat(different).isEqualTo(100);
    }

    @Test
    void neighboursShareNoPattern() {
        KeyedPermutation permutation = new KeyedPermutation(key(3), 32);
        int ascending = 0;
        for (long i = 0; i < 10_000; i++) {
            ascending += permutation.apply(i) < permutation.apply(i + 1) ? 1 : 0;
        }
        assertThat(ascending).isBetween(4_700, 5_300);
    }

    @Test
    void otherWidthsAndShortKeysAreRefused() {
        assertThatThrownBy(() -> new KeyedPermutation(key(1), 16))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new KeyedPermutation(new byte[8], 32))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void networkIdsAreNeverZeroAndNeverRepeat() {
        NetworkIds ids = new NetworkIds(key(4));
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            long id = ids.applyAsLong(5);
            assertThat(id).isBetween(1L, 0xffff_ffffL);
            assertThat(seen.add(id)).isTrue();
        }
    }
}
