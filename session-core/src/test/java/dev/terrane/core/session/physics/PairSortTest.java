package dev.terrane.core.session.physics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Seeds;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PairSortTest {
    @Test
    void anyOrderIsSortedAndWhatLiesBehindIsLeftAlone() {
        Seeds.forEach(
                300,
                random -> {
                    int count = random.between(0, random.oneIn(10) ? 3_000 : 60);
                    long[] keys = new long[count + 3];
                    for (int i = 0; i < keys.length; i++) {
                        keys[i] = random.oneIn(3) ? i : random.nextLong() >>> 1;
                    }
                    long[] expected = keys.clone();
                    Arrays.sort(expected, 0, count);
                    PairSort.sort(keys, count);
                    assertThat(keys).isEqualTo(expected);
                });
    }

    @Test
    void descendingKeysAreSortedToo() {
        long[] keys = new long[5_000];
        Arrays.setAll(keys, i -> keys.length - i);
        PairSort.sort(keys, keys.length);
        assertThat(keys).isSorted();
    }
}
