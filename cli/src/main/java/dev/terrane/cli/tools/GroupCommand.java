package dev.terrane.cli.tools;

import dev.terrane.cli.CliCommand;

/** A command that only groups others; alone it is a mistake. */
public abstract class GroupCommand extends CliCommand {
    @Override
    public final Integer call() {
        throw usage("Name one of its commands.");
    }
}
