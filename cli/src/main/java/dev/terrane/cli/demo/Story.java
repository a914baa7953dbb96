package dev.terrane.cli.demo;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Prints what happens as it happens and remembers what was observed. One thread. */
final class Story {
    private static final int LABEL = 12;

    private final PrintWriter out;
    private final EnumSet<Proof> observed = EnumSet.noneOf(Proof.class);

    Story(PrintWriter out) {
        this.out = out;
    }

    /** A line of its own, before and between the parts. */
    void say(String line) {
        out.println(line);
        out.flush();
    }

    /** A part of the story: a label and what happened. */
    @SuppressWarnings("AnnotateFormatMethod") // the annotation would need a library of its own
    void tell(String label, String format, Object... values) {
        out.printf(Locale.ROOT, "  %-" + LABEL + "s %s%n", label, format.formatted(values));
        out.flush();
    }

    /** One more line of the same part. */
    @SuppressWarnings("AnnotateFormatMethod") // as above
    void more(String format, Object... values) {
        tell("", format, values);
    }

    /** This was seen. */
    void observe(Proof proof) {
        observed.add(proof);
    }

    /** Says what was not seen, or that everything was. Whether it was. */
    boolean conclude(Duration took) {
        Set<Proof> missing = EnumSet.complementOf(observed);
        say("");
        if (missing.isEmpty()) {
            say(
                    "All %d things were observed, in %s s."
                            .formatted(Proof.values().length, seconds(took)));
            return true;
        }
        say("Not observed:");
        missing.forEach(proof -> say("  - " + proof.text()));
        return false;
    }

    static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f", duration.toMillis() / 1_000.0);
    }

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
