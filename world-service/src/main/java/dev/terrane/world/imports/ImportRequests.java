package dev.terrane.world.imports;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.flags.Viewer;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Fields of requests about imports, each refused by its name. */
public final class ImportRequests {
    /** Characters of a path a map is sent with. */
    public static final int PATH_MAX = 1_024;

    private static final int SHOWN_MAX = 120;
    private static final String UNNAMED = "map";

    private ImportRequests() {}

    /** What to do, and who asks; a key that is left out is made. */
    public static ImportRequest.Asked asked(
            ImportJob.Mode mode, ImportJob.Choice prefer, String key, Caller caller) {
        return new ImportRequest.Asked(
                mode,
                prefer,
                key.isEmpty() ? UUID.randomUUID().toString() : key,
                caller.subject(),
                Viewer.of(caller));
    }

    /** Commit or plan. */
    public static ImportJob.Mode mode(String field, String text) {
        return switch (text) {
            case "commit", "" -> ImportJob.Mode.COMMIT;
            case "plan" -> ImportJob.Mode.PLAN;
            default -> throw Requests.bad(field, "it is commit or plan");
        };
    }

    /** Whose value is taken. */
    public static ImportJob.Choice prefer(String field, String text) {
        return switch (text) {
            case "none", "" -> ImportJob.Choice.NONE;
            case "ours" -> ImportJob.Choice.OURS;
            case "theirs" -> ImportJob.Choice.THEIRS;
            default -> throw Requests.bad(field, "it is none, ours or theirs");
        };
    }

    /** A kind of planned chunk; null when it is left out. */
    public static StagedChunk.@Nullable Kind kind(String field, String text) {
        return switch (text) {
            case "" -> null;
            case "added" -> StagedChunk.Kind.ADDED;
            case "changed" -> StagedChunk.Kind.CHANGED;
            case "removed" -> StagedChunk.Kind.REMOVED;
            case "untouched" -> StagedChunk.Kind.UNTOUCHED;
            case "conflicting" -> StagedChunk.Kind.CONFLICTING;
            default ->
                    throw Requests.bad(
                            field, "it is added, changed, removed, untouched or conflicting");
        };
    }

    /** A path that stays inside the folder of the map and its files. */
    public static String path(String field, String name) {
        for (String step : name.split("/", -1)) {
            if (step.equals("..") || step.equals(".") || step.isEmpty() || step.contains("\\")) {
                throw Requests.bad(field, "a part is named by a relative path without . and ..");
            }
        }
        requireLength(field, name);
        return name;
    }

    /** The path a map is sent with; faults and the files it names are counted from it. */
    public static String fileName(String field, String name) {
        String printable = name.replaceAll("\\p{Cntrl}", "?");
        requireLength(field, printable);
        return printable.isBlank() ? UNNAMED : printable;
    }

    private static void requireLength(String field, String path) {
        if (path.length() > PATH_MAX) {
            throw TerraneException.of(
                            CommonError.INVALID_ARGUMENT, field + ": the path is too long")
                    .field(field)
                    .limit("pathLengthMax", PATH_MAX, path.length())
                    .toException();
        }
    }

    /** A name of a part as refusals show it. */
    public static String shown(String text) {
        String printable = text.replaceAll("\\p{Cntrl}", "?");
        return printable.length() > SHOWN_MAX ? printable.substring(0, SHOWN_MAX) : printable;
    }

    /** A token of the list of jobs. */
    public static Imports.After after(String field, String token) {
        if (token.isEmpty()) {
            return Imports.After.START;
        }
        int split = token.indexOf('.');
        try {
            return new Imports.After(
                    Instant.ofEpochMilli(Long.parseLong(token.substring(0, Math.max(0, split)))),
                    Requests.requestId(field, token.substring(split + 1)));
        } catch (NumberFormatException e) {
            throw Requests.bad(field, "it is not a token of this list");
        }
    }

    /** The token after a page of jobs; empty when the page was not full. */
    public static String next(List<ImportJob> page, int size) {
        return page.size() < size
                ? ""
                : page.getLast().createdAt().toEpochMilli() + "." + page.getLast().id();
    }
}
