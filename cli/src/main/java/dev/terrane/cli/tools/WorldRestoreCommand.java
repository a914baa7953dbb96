package dev.terrane.cli.tools;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.ExitCode;
import dev.terrane.cli.OutputFormat;
import dev.terrane.cli.config.ConfigOption;
import dev.terrane.cli.run.DataOption;
import dev.terrane.cli.services.WorldData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts a backup in the place of world-service's database. */
@Command(
        name = "restore",
        description = {
            "Puts a backup of world-service in the place of its SQLite database, which must not be in",
            "use. The backup is only read and checked first: pages, schema, every payload's checksum.",
            "The database that was there is kept in the folder `replaced` beside it. Assets that are",
            "flagged stricter in it than in the backup stay so, and the answer says how many."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the backup does not verify, or PostgreSQL is configured; nothing was changed",
            "2:the command line or the configuration cannot be read",
            "4:a service uses the data folder, which the message names"
        })
final class WorldRestoreCommand extends CliCommand {
    @Parameters(paramLabel = "FILE", description = "The backup, as `maintenance/backup` made it.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private Path file;

    @Mixin private DataOption data = new DataOption();

    @Mixin private ConfigOption config = new ConfigOption();

    @Option(
            names = "--digest",
            paramLabel = "HEX",
            description = "Refuses a backup with another digest than the one that was answered.")
    private String digest = "";

    @Option(
            names = "--keep-damaged",
            description = "Restores also when chunks do not verify; the service sets those aside.")
    private boolean keepDamaged;

    @Option(
            names = "--world",
            paramLabel = "WORLD",
            description = {
                "Restores the file of its own that this world has, or gives it one; the backup holds",
                "this world alone (default: the shared database)."
            })
    private String world = "";

    private enum Flags {
        STRICTER,
        BACKUP
    }

    @Option(
            names = "--flags",
            paramLabel = "WHOSE",
            description = {
                "stricter: of each asset the stricter flags, of those that stand and the backup's;",
                "backup: the backup's as they are, which shows again what was gated since. Of the",
                "shared database only: worlds' own files have copies of its flags."
            })
    private Flags flags = Flags.STRICTER;

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json.")
    private OutputFormat format = OutputFormat.TEXT;

    @Override
    public Integer call() {
        if (!Files.isRegularFile(file)) {
            throw usage("there is no file " + file);
        }
        if (!world.isEmpty() && flags == Flags.BACKUP) {
            throw usage(
                    "--flags backup is for the shared database: the flags of a world's own file are"
                            + " a copy of those");
        }
        WorldData.Restored restored =
                WorldData.load()
                        .restore(
                                new WorldData.Place(data.named(), config.file()),
                                new WorldData.Order(
                                        file,
                                        digest.toLowerCase(Locale.ROOT),
                                        keepDamaged,
                                        world,
                                        flags == Flags.BACKUP));
        switch (format) {
            case JSON -> printJson(new Shown(restored));
            case TEXT -> print(restored);
        }
        return ExitCode.OK;
    }

    private void print(WorldData.Restored restored) {
        out().printf(
                        Locale.ROOT,
                        "restored %s%n  chunks    %d%n  revisions %d%n  schema    %s%n  digest    %s%n",
                        restored.database(),
                        restored.chunks(),
                        restored.revisions(),
                        restored.schemaVersion(),
                        restored.digest());
        out().printf(Locale.ROOT, "  flags     %s%n", told(restored.flags()));
        restored.replaced().ifPresent(kept -> out().printf("  before    %s%n", kept));
        restored.damaged().forEach(one -> out().printf("  damaged   %s%n", one));
    }

    private static String told(WorldData.Flags flags) {
        if (!flags.compared() && flags.earlier().isEmpty()) {
            return "those before could not be read: the backup's, and of %d assets stricter ones of worlds' own files"
                    .formatted(flags.kept());
        }
        return "%sassets kept stricter than in the backup: %d, raised as it says: %d, LOWERED as it says: %d"
                .formatted(
                        flags.compared()
                                ? ""
                                : "those before could not be read, compared with %s: "
                                        .formatted(flags.earlier()),
                        flags.kept(),
                        flags.raised(),
                        flags.lowered());
    }

    /** As JSON: paths as text. */
    private record Shown(
            String database,
            long bytes,
            long chunks,
            long revisions,
            String digest,
            String schemaVersion,
            List<String> damaged,
            @Nullable String replaced,
            WorldData.Flags flags) {
        Shown(WorldData.Restored restored) {
            this(
                    restored.database().toString(),
                    restored.bytes(),
                    restored.chunks(),
                    restored.revisions(),
                    restored.digest(),
                    restored.schemaVersion(),
                    restored.damaged(),
                    restored.replaced().map(Path::toString).orElse(null),
                    restored.flags());
        }
    }
}
