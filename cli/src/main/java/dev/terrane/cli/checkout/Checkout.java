package dev.terrane.cli.checkout;

import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A source checkout, recognised by its launcher. */
final class Checkout {
    private final Path root;

    private Checkout(Path root) {
        this.root = root;
    }

    /**
     * The checkout at this folder.
     *
     * @param command what needs it, for the message
     * @throws TerraneException CHECKOUT_NEEDED when it is none
     */
    static Checkout require(Path root, String command) {
        if (!Files.isRegularFile(root.resolve("build/Launch.java"))) {
            throw TerraneException.of(
                            CliError.CHECKOUT_NEEDED,
                            "`terrane %s` works on the sources, and %s holds none"
                                    .formatted(command, root))
                    .toException();
        }
        return new Checkout(root);
    }

    Path root() {
        return root;
    }

    /** Runs the source launcher with these arguments on this process's streams. */
    int launch(List<String> arguments) throws InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(root.resolve("build/Launch.java").toString());
        command.addAll(arguments);
        return java(command);
    }

    /** Runs this process's java with these arguments on this process's streams. */
    int java(List<String> arguments) throws InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.addAll(arguments);
        try {
            return new ProcessBuilder(command)
                    .directory(root.toFile())
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run java", e);
        }
    }
}
