package dev.terrane.gateway.stages.store;

import dev.terrane.gateway.live.StageSpec;
import dev.terrane.gateway.stages.StageDeletion;
import dev.terrane.gateway.stages.StageDocument;
import dev.terrane.gateway.stages.StageStore;
import dev.terrane.gateway.stages.StoredStage;
import dev.terrane.support.store.StoreThreads;
import dev.terrane.support.store.idempotency.IdempotencyStore;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Stage definitions by plain SQL that both databases take. For all threads. */
public final class SqlStageStore implements StageStore {
    private static final int KEY_BYTES = 32;

    private static final String FIND =
            "SELECT document, generation, created_at_millis FROM stages WHERE id = :id";
    private static final String LIST =
            """
            SELECT document, generation, created_at_millis FROM stages
            WHERE id > :after ORDER BY id LIMIT :limit""";
    private static final String INSERT =
            """
            INSERT INTO stages (id, document, generation, created_at_millis, created_by)
            VALUES (:id, :document, 0, :now, :author) ON CONFLICT (id) DO NOTHING""";
    private static final String BEGIN_GENERATION =
            "UPDATE stages SET generation = generation + 1 WHERE id = :id";
    private static final String DELETE = "DELETE FROM stages WHERE id = :id";
    private static final String MAKE_GUIDS =
            """
            INSERT INTO guid_blocks (id, permutation_key, next_number)
            VALUES (1, :key, 1) ON CONFLICT (id) DO NOTHING""";
    private static final String LEASE_GUIDS =
            "UPDATE guid_blocks SET next_number = next_number + :count WHERE id = 1";

    private final StoreThreads threads;
    private final JdbcClient jdbc;
    private final IdempotencyStore results;

    /**
     * A store on the service's own database.
     *
     * @param results first results of requests, in the same database
     */
    public SqlStageStore(StoreThreads threads, JdbcClient jdbc, IdempotencyStore results) {
        this.threads = threads;
        this.jdbc = jdbc;
        this.results = results;
    }

    @Override
    public Optional<StoredStage> find(String id) {
        return threads.read(() -> findNow(id));
    }

    private Optional<StoredStage> findNow(String id) {
        return jdbc.sql(FIND).param("id", id).query(SqlStageStore::stage).optional();
    }

    @Override
    public List<StoredStage> list(String after, int limit) {
        return threads.read(
                () ->
                        jdbc.sql(LIST)
                                .param("after", after)
                                .param("limit", limit)
                                .query(SqlStageStore::stage)
                                .list());
    }

    @Override
    public Insert insert(StageSpec spec, String author, Instant now, int stagesMax) {
        return threads.write(
                () -> {
                    if (findNow(spec.id()).isPresent()) {
                        return Insert.ID_TAKEN;
                    }
                    long kept = jdbc.sql("SELECT COUNT(*) FROM stages").query(Long.class).single();
                    if (kept >= stagesMax) {
                        return Insert.FULL;
                    }
                    String document = new String(StageDocument.write(spec), StandardCharsets.UTF_8);
                    int rows =
                            jdbc.sql(INSERT)
                                    .param("id", spec.id())
                                    .param("document", document)
                                    .param("now", now.toEpochMilli())
                                    .param("author", author)
                                    .update();
                    return rows == 1 ? Insert.KEPT : Insert.ID_TAKEN;
                });
    }

    @Override
    public Optional<StoredStage> beginGeneration(String id) {
        return threads.write(
                () ->
                        jdbc.sql(BEGIN_GENERATION).param("id", id).update() == 1
                                ? findNow(id)
                                : Optional.empty());
    }

    @Override
    public boolean delete(StageDeletion deletion) {
        return threads.write(
                () -> {
                    AtomicBoolean deleted = new AtomicBoolean();
                    results.once(
                            deletion.request(),
                            () -> {
                                if (jdbc.sql(DELETE).param("id", deletion.id()).update() == 0) {
                                    throw StageStore.notFound(deletion.id());
                                }
                                deleted.set(true);
                                return new byte[0];
                            });
                    return deleted.get();
                });
    }

    @Override
    public GuidBlock leaseGuids(int count) {
        return threads.write(
                () -> {
                    byte[] key = new byte[KEY_BYTES];
                    new SecureRandom().nextBytes(key);
                    jdbc.sql(MAKE_GUIDS).param("key", HexFormat.of().formatHex(key)).update();
                    jdbc.sql(LEASE_GUIDS).param("count", count).update();
                    return jdbc.sql("SELECT next_number, permutation_key FROM guid_blocks")
                            .query(
                                    (row, _) ->
                                            new GuidBlock(
                                                    row.getLong("next_number") - count,
                                                    count,
                                                    row.getString("permutation_key")))
                            .single();
                });
    }

    private static StoredStage stage(ResultSet row, int number) throws SQLException {
        return new StoredStage(
                StageDocument.read(row.getString("document").getBytes(StandardCharsets.UTF_8)),
                row.getLong("generation"),
                Instant.ofEpochMilli(row.getLong("created_at_millis")));
    }
}
