package dev.terrane.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs a command in this JVM and keeps what it printed. */
public record Cli(int exit, String out, String err) {

    /** Runs it to its end. */
    public static Cli run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new Cli(exit, out.toString(), err.toString());
    }
}
