package dev.terrane.cli.tools;

import picocli.CommandLine.Command;

/** Chunks in files. */
@Command(
        name = "chunk",
        description = "Converts and shows chunks in binary (AGPC) or JSON form.",
        subcommands = {
            ChunkEncodeCommand.class,
            ChunkDecodeCommand.class,
            ChunkInspectCommand.class
        })
public final class ChunkCommand extends GroupCommand {}
