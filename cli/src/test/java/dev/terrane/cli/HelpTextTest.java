package dev.terrane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * {@code build/help.txt} is what a checkout prints without building itself: the program's own help.
 * Written anew with {@code -Dterrane.docs.write=true}.
 */
class HelpTextTest {
    private static final Path FILE = Path.of("..", "build", "help.txt");

    @Test
    void theFileOfACheckoutIsTheProgramsHelp() throws IOException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        assertThat(Main.run(new PrintWriter(out), new PrintWriter(err), "--help"))
                .isEqualTo(ExitCode.OK);
        assertThat(Main.run(new PrintWriter(out), new PrintWriter(err))).isEqualTo(ExitCode.USAGE);

        String help = out.toString().replace("\r\n", "\n");
        if (Boolean.getBoolean("terrane.docs.write")) {
            Files.writeString(FILE, help);
        }
        assertThat(Files.readString(FILE)).isEqualTo(help);
        assertThat(err.toString().replace("\r\n", "\n")).isEqualTo("Name a command.\n" + help);
    }
}
