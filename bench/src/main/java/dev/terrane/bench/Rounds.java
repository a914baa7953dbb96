package dev.terrane.bench;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Measures two things in turns, so that whatever else the machine does hits both, and takes
 * medians. Every round is printed.
 *
 * @param count rounds that count, at least 5
 * @param length how long each side of a round runs
 * @param warmUp how long each side runs before them, so that its code is compiled
 */
record Rounds(int count, Duration length, Duration warmUp) {

    Rounds {
        if (count < 5) {
            throw new IllegalArgumentException("at least 5 rounds, not " + count);
        }
    }

    /** Rounds whose warm-up is as long as one of them. */
    Rounds(int count, Duration length) {
        this(count, length, length);
    }

    /** Does something once; what it returns is only used up. */
    interface Work {
        Object run() throws Exception;
    }

    /** Medians of the calls per second of both, and of the rounds' ratios. */
    record Outcome(double ours, double peer, double ratio) {}

    Outcome run(String oursName, Work ours, String peerName, Work peer, PrintWriter log)
            throws Exception {
        List<Double> oursRates = new ArrayList<>();
        List<Double> peerRates = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round <= count; round++) {
            Duration each = round == 0 ? warmUp : length;
            double peerRate = rate(peer, each);
            double oursRate = rate(ours, each);
            log.printf(
                    Locale.ROOT,
                    "%s  %s %.0f/s  %s %.0f/s  ratio %.3f%n",
                    round == 0 ? "warm-up" : "round " + round,
                    oursName,
                    oursRate,
                    peerName,
                    peerRate,
                    oursRate / peerRate);
            if (round > 0) {
                oursRates.add(oursRate);
                peerRates.add(peerRate);
                ratios.add(oursRate / peerRate);
            }
        }
        return new Outcome(median(oursRates), median(peerRates), median(ratios));
    }

    private static double rate(Work work, Duration length) throws Exception {
        long begin = System.nanoTime();
        long end = begin + length.toNanos();
        int used = 0;
        int calls = 0;
        long now = begin;
        while (now - end < 0) {
            used += work.run().hashCode();
            calls++;
            now = System.nanoTime();
        }
        // Keeps the results alive without printing anything.
        if (used == Integer.MIN_VALUE && calls == 0) {
            throw new IllegalStateException("nothing was called");
        }
        return calls * 1e9 / (now - begin);
    }

    static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
