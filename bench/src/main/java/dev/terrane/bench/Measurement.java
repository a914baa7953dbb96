package dev.terrane.bench;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a benchmark that can be run without the others.
 *
 * @param rows names of the rows it gives, in their order
 */
record Measurement(List<String> rows, Body body) {

    Measurement {
        rows = List.copyOf(rows);
    }

    /** A measurement of one row. */
    static Measurement of(String row, One body) {
        return new Measurement(List.of(row), (rounds, log) -> List.of(body.measure(rounds, log)));
    }

    /** Measures several rows. */
    @FunctionalInterface
    interface Body {
        List<Row> measure(Rounds rounds, PrintWriter log) throws Exception;
    }

    /** Measures one row. */
    @FunctionalInterface
    interface One {
        Row measure(Rounds rounds, PrintWriter log) throws Exception;
    }

    /** No row has such a name. */
    static final class NoneException extends Exception {
        private static final long serialVersionUID = 1;

        private NoneException(String message) {
            super(message);
        }
    }

    /** Whether one of the rows has this in its name. */
    boolean names(String part) {
        return rows.stream().anyMatch(row -> row.contains(part));
    }

    /** Runs those that have a row of such a name, each on its own. */
    static List<Row> run(List<Measurement> all, String part, Rounds rounds, PrintWriter log)
            throws Exception {
        List<Row> rows = new ArrayList<>();
        for (Measurement measurement : all) {
            if (measurement.names(part)) {
                rows.addAll(measurement.body().measure(rounds, log));
            }
        }
        if (rows.isEmpty()) {
            throw new NoneException("no row of this machine has " + part + " in its name");
        }
        return rows;
    }
}
