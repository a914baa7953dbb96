package dev.terrane.support.config;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds what was probably meant: by edit distance, blind to case and separators. */
final class Spelling {
    private Spelling() {}

    static Optional<String> closest(String word, Collection<String> candidates) {
        String bare = bare(word);
        int best = Math.max(2, bare.length() / 5) + 1;
        String found = null;
        for (String candidate : candidates) {
            int distance = distance(bare, bare(candidate));
            if (distance < best) {
                best = distance;
                found = candidate;
            }
        }
        return Optional.ofNullable(found);
    }

    private static String bare(String word) {
        return word.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.]", "");
    }

    /** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                boolean same = a.charAt(i - 1) == b.charAt(j - 1);
                int least = Math.min(cost[i - 1][j], cost[i][j - 1]) + 1;
                least = Math.min(least, cost[i - 1][j - 1] + (same ? 0 : 1));
                if (i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1)) {
                    least = Math.min(least, cost[i - 2][j - 2] + 1);
                }
                cost[i][j] = least;
            }
        }
        return cost[a.length()][b.length()];
    }
}
