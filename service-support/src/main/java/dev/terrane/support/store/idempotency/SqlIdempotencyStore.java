package dev.terrane.support.store.idempotency;

import com.google.protobuf.ByteString;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Results in the service's own database, table {@code idempotency}. The key is claimed before the
 * work begins, so of two concurrent requests with one key the second waits for the first (on
 * PostgreSQL; SQLite has one writer anyway) and gets its result.
 */
public final class SqlIdempotencyStore implements IdempotencyStore {
    /** How long a result is kept. */
    public static final Duration KEPT = Duration.ofHours(24);

    /** Most results kept. */
    public static final long RESULTS_MAX = 100_000;

    private static final String CLAIM =
            """
            INSERT INTO idempotency (subject, request_id, digest, result, created_at)
            VALUES (:subject, :key, :digest, :result, :now)
            ON CONFLICT (subject, request_id) DO NOTHING
            """;
    private static final String FIND =
            "SELECT digest, result FROM idempotency WHERE subject = :subject AND request_id = :key";
    private static final String KEEP =
            """
            UPDATE idempotency SET result = :result
            WHERE subject = :subject AND request_id = :key
            """;
    private static final String DROP_OLD = "DELETE FROM idempotency WHERE created_at <= :cutoff";
    private static final String COUNT = "SELECT count(*) FROM idempotency";
    private static final String DROP_OLDEST =
            """
            DELETE FROM idempotency WHERE (subject, request_id) IN (
                SELECT subject, request_id FROM idempotency
                ORDER BY created_at, subject, request_id LIMIT :surplus)
            """;

    private final JdbcClient client;
    private final InstantSource clock;
    private final long resultsMax;
    private final long cleanEvery;
    private final AtomicLong claims = new AtomicLong();

    /** Results in this database, with the product's limits. */
    public SqlIdempotencyStore(JdbcClient client, InstantSource clock) {
        this(client, clock, RESULTS_MAX, 256);
    }

    SqlIdempotencyStore(JdbcClient client, InstantSource clock, long resultsMax, long cleanEvery) {
        this.client = client;
        this.clock = clock;
        this.resultsMax = resultsMax;
        this.cleanEvery = cleanEvery;
    }

    private record Stored(String digest, ByteString result) {}

    @Override
    public byte[] once(IdempotencyRequest request, Supplier<byte[]> work) {
        long now = clock.millis();
        if (claims.getAndIncrement() % cleanEvery == 0) {
            clean(now);
        }
        dropIfOld(request, now);
        int claimed =
                client.sql(CLAIM)
                        .param("subject", request.subject())
                        .param("key", request.key())
                        .param("digest", HexFormat.of().parseHex(request.digest()))
                        .param("result", new byte[0])
                        .param("now", now)
                        .update();
        if (claimed == 0) {
            return first(request);
        }
        byte[] result = work.get();
        client.sql(KEEP)
                .param("subject", request.subject())
                .param("key", request.key())
                .param("result", result)
                .update();
        return result;
    }

    private byte[] first(IdempotencyRequest request) {
        Stored stored =
                client.sql(FIND)
                        .param("subject", request.subject())
                        .param("key", request.key())
                        .query(
                                (row, number) ->
                                        new Stored(
                                                HexFormat.of().formatHex(row.getBytes("digest")),
                                                ByteString.copyFrom(row.getBytes("result"))))
                        .single();
        if (!stored.digest().equals(request.digest())) {
            throw TerraneException.of(
                            CommonError.IDEMPOTENCY_MISMATCH,
                            "key " + request.key() + " was used with other content")
                    .field("request_id")
                    .extra("key", request.key())
                    .toException();
        }
        return stored.result().toByteArray();
    }

    /** A result past its time is no result, even before the next clean-up. */
    private void dropIfOld(IdempotencyRequest request, long now) {
        client.sql(DROP_OLD + " AND subject = :subject AND request_id = :key")
                .param("cutoff", now - KEPT.toMillis())
                .param("subject", request.subject())
                .param("key", request.key())
                .update();
    }

    private void clean(long now) {
        client.sql(DROP_OLD).param("cutoff", now - KEPT.toMillis()).update();
        long count = client.sql(COUNT).query(Long.class).single();
        // Room for what comes until the next clean-up, so the limit holds in between as well.
        long surplus = count + cleanEvery - resultsMax;
        if (surplus > 0) {
            client.sql(DROP_OLDEST).param("surplus", surplus).update();
        }
    }
}
