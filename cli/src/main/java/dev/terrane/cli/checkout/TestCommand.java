package dev.terrane.cli.checkout;

import dev.terrane.cli.CliCommand;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Runs the test suite of a checkout. The source launcher answers this command itself, so that it
 * does not build twice; this class serves the help and a jar started by hand.
 */
@Command(
        name = "test",
        description = {
            "Runs the whole test suite (mvn verify) in a checkout.",
            "Needs Maven 3.8 or newer and Node.js 20 or newer, and says so at once without them."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"1:tests failed", "3:this is no checkout, or Maven or Node.js is missing"})
public final class TestCommand extends CliCommand {
    @Option(names = "--long", description = "Runs the long tier too: more seeds and kill rounds.")
    private boolean longTier;

    @Parameters(paramLabel = "MAVEN_ARG", description = "Passed to Maven; put -- before options.")
    private List<String> extra = List.of();

    @Override
    public Integer call() throws InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("test"));
        if (longTier) {
            arguments.add("--long");
        }
        arguments.addAll(extra);
        return Checkout.require(home(), "test").launch(arguments);
    }
}
