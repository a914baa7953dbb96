package dev.terrane.world.backups.store;

import dev.terrane.core.chunk.ContentCategory;
import dev.terrane.core.chunk.Severity;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.world.backups.RestoredFlags;
import dev.terrane.world.flags.AssetFlag;
import dev.terrane.world.flags.FlagCopy;
import dev.terrane.world.flags.FlagMerge;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.NonTransientDataAccessResourceException;

/** Flags of assets in databases that no service has open, and in those that worlds come into. */
public final class FlagRows {
    private static final String REVISION_KEY = "asset_revision";
    private static final Tables.Table FLAGS = Tables.get("asset_flags");
    private static final Tables.Table USED = Tables.get("chunk_assets");
    private static final List<String> CATEGORIES =
            Arrays.stream(ContentCategory.values()).map(ContentCategory::jsonName).toList();
    private static final String SELECT =
            "SELECT asset_id, mature, actor, updated_at, %s FROM asset_flags"
                    .formatted(String.join(", ", CATEGORIES));
    private static final String PUT =
            """
            INSERT INTO asset_flags (asset_id, mature, actor, updated_at, %s)
            VALUES (?, ?, ?, ?, %s)
            ON CONFLICT (asset_id) DO UPDATE SET mature = excluded.mature, actor = excluded.actor,
                updated_at = excluded.updated_at, %s
            """
                    .formatted(
                            String.join(", ", CATEGORIES),
                            String.join(", ", Collections.nCopies(CATEGORIES.size(), "?")),
                            CATEGORIES.stream()
                                    .map(name -> name + " = excluded." + name)
                                    .collect(Collectors.joining(", ")));
    private static final int FIRST_CATEGORY = 5;

    private FlagRows() {}

    /**
     * Where flags are found beside a database that cannot be read.
     *
     * @param worlds files of worlds, which have copies of its flags
     * @param aside copies of it that restores kept
     */
    public record Others(List<Path> worlds, List<Path> aside) {
        public Others {
            worlds = List.copyOf(worlds);
            aside = List.copyOf(aside);
        }
    }

    /**
     * What a file says of assets.
     *
     * @return empty when there is no such file, or it cannot be read
     */
    public static Optional<FlagCopy> find(Path file) {
        return find(file, BackupFiles::open);
    }

    /** How a file is opened. */
    @FunctionalInterface
    private interface Opening {
        Connection open(Path file) throws SQLException;
    }

    private static Optional<FlagCopy> find(Path file, Opening opening) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (Connection connection = opening.open(file)) {
            return isSound(connection) ? Optional.of(read(connection)) : Optional.empty();
        } catch (SQLException | DataAccessException e) {
            return Optional.empty();
        }
    }

    /** What an earlier restore kept aside, and what it says. */
    private record Aside(Path file, FlagCopy flags) {}

    /**
     * The newest that was kept aside of the same flags; the files are only read. One without a
     * generation is not known to be of the same.
     */
    private static Optional<Aside> findNewest(List<Path> aside, String generation) {
        return aside.stream()
                .flatMap(
                        file ->
                                find(file, BackupFiles::openKept).stream()
                                        .map(flags -> new Aside(file, flags)))
                .filter(one -> !generation.isEmpty() && one.flags().generation().equals(generation))
                .max(Comparator.comparingLong(one -> one.flags().revision()));
    }

    private static boolean isSound(Connection connection) throws SQLException {
        if (!Tables.isThere(connection, FLAGS)) {
            return true;
        }
        try (Statement statement = connection.createStatement();
                ResultSet check = statement.executeQuery("PRAGMA integrity_check(asset_flags)")) {
            return check.next() && check.getString(1).equals("ok");
        }
    }

    /**
     * Gives a backup of the shared database the flags it is to have, in one transaction.
     *
     * @param copy of the backup, which nobody uses yet
     * @param standing the flags where it is restored; empty when they cannot be read
     * @param others where else flags are found when they cannot be read there
     * @param now when jobs begin that give chunks the flags that are kept
     */
    public static RestoredFlags settle(
            Path copy,
            Optional<FlagCopy> standing,
            Others others,
            RestoredFlags.Rule rule,
            Instant now) {
        RestoredFlags done = RestoredFlags.UNKNOWN;
        try (Connection connection = BackupFiles.open(copy)) {
            connection.setAutoCommit(false);
            if (standing.isPresent()) {
                done = settle(copy, connection, standing.get(), rule, now);
            } else {
                done = settleUnknown(copy, connection, others, rule, now);
            }
            connection.commit();
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException("the copy cannot be changed: " + copy, e);
        }
        if (!BackupFiles.foldLog(copy)) {
            throw new NonTransientDataAccessResourceException(
                    "the copy cannot be written: " + copy);
        }
        return done;
    }

    /**
     * What the newest copy of the same flags that was kept aside, and worlds' own files, say
     * stricter is all that is known. The generation ends: those that come later, or cannot be read
     * now, are merged when they are opened.
     */
    private static RestoredFlags settleUnknown(
            Path copy, Connection connection, Others others, RestoredFlags.Rule rule, Instant now)
            throws SQLException {
        FlagCopy given = read(connection);
        Optional<Aside> newest = findNewest(others.aside(), given.generation());
        Map<String, AssetFlag> before = newest.map(one -> one.flags().flagged()).orElse(Map.of());
        FlagMerge merge = FlagMerge.of(before, given.flagged());
        int raised = newest.isPresent() ? merge.raised().size() : 0;
        Optional<Path> earlier = newest.map(Aside::file);
        if (rule == RestoredFlags.Rule.BACKUP) {
            return new RestoredFlags(false, 0, merge.kept().size(), raised, earlier);
        }
        Map<String, AssetFlag> beyond = before;
        List<Path> unread = new ArrayList<>();
        for (Path file : others.worlds()) {
            Optional<FlagCopy> its = find(file);
            if (its.isEmpty()) {
                unread.add(file);
            } else {
                beyond = FlagMerge.of(beyond, its.get().flagged()).flagged();
            }
        }
        requireRead(unread);
        List<AssetFlag> kept = FlagMerge.of(given.flagged(), beyond).listRaised();
        keep(copy, connection, kept, now);
        putMeta(connection, REVISION_KEY, Long.toString(given.revision() + 1));
        try (PreparedStatement forget =
                connection.prepareStatement("DELETE FROM meta WHERE key = ?")) {
            forget.setString(1, FlagCopy.GENERATION_KEY);
            forget.executeUpdate();
        }
        return new RestoredFlags(false, kept.size(), 0, raised, earlier);
    }

    /** With all that says what is gated unread, a restore would show it without a word. */
    private static void requireRead(List<Path> unread) {
        if (!unread.isEmpty()) {
            throw TerraneException.of(
                            CommonError.STORE_UNFIT,
                            "the flags that stood cannot be read, nor those in %s%s: make it readable or restore it first, or take the backup's with --flags backup"
                                    .formatted(
                                            unread.getFirst(),
                                            unread.size() == 1
                                                    ? ""
                                                    : " and %d more worlds' files"
                                                            .formatted(unread.size() - 1)))
                    .toException();
        }
    }

    private static void keep(Path copy, Connection connection, List<AssetFlag> flags, Instant now)
            throws SQLException {
        if (flags.isEmpty()) {
            return;
        }
        if (!Tables.isThere(connection, FLAGS)) {
            connection.commit();
            BackupFiles.migrate(copy); // Of a version that had no flags.
        }
        put(connection, flags);
        reflag(connection, used(connection, flags), now);
    }

    private static RestoredFlags settle(
            Path copy,
            Connection connection,
            FlagCopy standing,
            RestoredFlags.Rule rule,
            Instant now)
            throws SQLException {
        FlagCopy given = read(connection);
        FlagMerge merge = FlagMerge.of(standing.flagged(), given.flagged());
        if (rule == RestoredFlags.Rule.STRICTER) {
            keep(copy, connection, merge.listKept(), now);
        }
        putMeta(connection, REVISION_KEY, Long.toString(after(standing, given)));
        if (!standing.generation().isEmpty()) {
            putMeta(connection, FlagCopy.GENERATION_KEY, standing.generation());
        }
        int kept = merge.kept().size();
        return rule == RestoredFlags.Rule.STRICTER
                ? new RestoredFlags(true, kept, 0, merge.raised().size())
                : new RestoredFlags(true, 0, kept, merge.raised().size());
    }

    /** Says in one database that its flags are a copy of another's. */
    static void copyGeneration(Connection source, Connection target) throws SQLException {
        String generation = text(source, FlagCopy.GENERATION_KEY).orElse("");
        if (!generation.isEmpty()) {
            putMeta(target, FlagCopy.GENERATION_KEY, generation);
        }
    }

    /**
     * Takes over what a database says stricter into where its worlds go, unless it is a copy of the
     * flags there; chunks that are there are rewritten by jobs.
     */
    static void takeOver(Connection source, Connection target, Instant now) throws SQLException {
        FlagCopy standing = read(target);
        FlagCopy comes = read(source);
        List<AssetFlag> raised = FlagMerge.ofCopy(standing, comes).listRaised();
        if (!raised.isEmpty()) {
            add(raised, standing, comes, target, now);
        }
    }

    /** Raises flags; their revision is then beyond that of both, so that no copy passes for it. */
    static void add(
            List<AssetFlag> raised, FlagCopy one, FlagCopy other, Connection target, Instant now)
            throws SQLException {
        putMeta(target, REVISION_KEY, Long.toString(after(one, other)));
        if (!raised.isEmpty()) {
            put(target, raised);
            reflag(target, used(target, raised), now);
        }
    }

    private static long after(FlagCopy one, FlagCopy other) {
        return Math.max(one.revision(), other.revision()) + 1;
    }

    /** What a database says of assets. */
    static FlagCopy read(Connection connection) throws SQLException {
        if (!Tables.isThere(connection, FLAGS)) {
            return FlagCopy.NONE;
        }
        Map<String, AssetFlag> flagged = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SELECT)) {
            while (rows.next()) {
                AssetFlag flag = flag(rows);
                flagged.put(flag.assetId(), flag);
            }
        }
        return new FlagCopy(
                text(connection, FlagCopy.GENERATION_KEY).orElse(""),
                Long.parseLong(text(connection, REVISION_KEY).orElse("0")),
                flagged);
    }

    private static AssetFlag flag(ResultSet row) throws SQLException {
        EnumMap<ContentCategory, Severity> severities = new EnumMap<>(ContentCategory.class);
        int column = FIRST_CATEGORY;
        for (ContentCategory category : ContentCategory.values()) {
            severities.put(category, Severity.find(row.getInt(column++)).orElseThrow());
        }
        return new AssetFlag(
                row.getString(1),
                severities,
                row.getInt(2) == 1,
                row.getString(3),
                Instant.ofEpochMilli(row.getLong(4)));
    }

    private static void put(Connection connection, List<AssetFlag> flags) throws SQLException {
        try (PreparedStatement put = connection.prepareStatement(PUT)) {
            for (AssetFlag flag : flags) {
                put.setString(1, flag.assetId());
                put.setInt(2, flag.mature() ? 1 : 0);
                put.setString(3, flag.actor());
                put.setLong(4, flag.updatedAt().toEpochMilli());
                int column = FIRST_CATEGORY;
                for (ContentCategory category : ContentCategory.values()) {
                    put.setInt(column++, flag.severity(category).number());
                }
                put.addBatch();
            }
            put.executeBatch();
        }
    }

    private static Optional<String> text(Connection connection, String key) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT value FROM meta WHERE key = ?")) {
            statement.setString(1, key);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
            }
        }
    }

    private static void putMeta(Connection connection, String key, String value)
            throws SQLException {
        try (PreparedStatement put =
                connection.prepareStatement(
                        "INSERT INTO meta (key, value) VALUES (?, ?)"
                                + " ON CONFLICT (key) DO UPDATE SET value = excluded.value")) {
            put.setString(1, key);
            put.setString(2, value);
            put.executeUpdate();
        }
    }

    /** Which of these assets chunks may refer to: all, while it is not known which they do. */
    private static Set<String> used(Connection connection, List<AssetFlag> flags)
            throws SQLException {
        Set<String> used = new HashSet<>();
        flags.forEach(flag -> used.add(flag.assetId()));
        if (text(connection, "index_pending").isPresent()) {
            return used;
        }
        used.retainAll(texts(connection, "SELECT DISTINCT asset_id FROM " + USED.name()));
        return used;
    }

    static Set<String> texts(Connection connection, String sql) throws SQLException {
        Set<String> texts = new HashSet<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    /** Jobs that rewrite the chunks that refer to these assets. */
    static void reflag(Connection target, Collection<String> assets, Instant now)
            throws SQLException {
        try (PreparedStatement job =
                target.prepareStatement(
                        """
                        INSERT INTO jobs (id, kind, state, argument, actor, created_at, updated_at)
                        VALUES (?, 'reflag', 'running', ?, 'world-service', ?, ?)
                        """)) {
            for (String asset : assets) {
                job.setString(1, UUID.randomUUID().toString());
                job.setString(2, asset + "\n");
                job.setLong(3, now.toEpochMilli());
                job.setLong(4, now.toEpochMilli());
                job.addBatch();
            }
            job.executeBatch();
        }
    }
}
