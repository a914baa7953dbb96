package dev.terrane.session.hosting.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.session.ReplayListener;
import dev.terrane.core.session.Replayed;
import dev.terrane.core.session.Session;
import dev.terrane.core.session.SessionLimits;
import dev.terrane.core.session.format.CheckpointCodec;
import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.DefinitionCodec;
import dev.terrane.core.session.format.JournalChunkCodec;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.model.SessionState;
import dev.terrane.session.hosting.Bytes;
import dev.terrane.session.hosting.HostingProperties;
import dev.terrane.session.hosting.RoomColliders;
import dev.terrane.session.hosting.SessionRegistry;
import dev.terrane.session.hosting.SessionStore;
import dev.terrane.session.hosting.StepListener;
import dev.terrane.support.store.StoreFixture;
import dev.terrane.testing.Databases;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** A registry on a real database, as in production but without Spring and with the test's time. */
final class RunningStore implements AutoCloseable {
    final StoreFixture fixture;
    final SessionStore store;
    final SessionRegistry registry;

    RunningStore(
            Databases.Database database,
            HostingProperties properties,
            Supplier<Generation> generations,
            InstantSource clock) {
        String user = database.user().isEmpty() ? null : database.user();
        String password = user == null ? null : database.password();
        fixture = StoreFixture.open("session", database.url(), user, password);
        store = new SqlSessionStore(fixture.threads(), fixture.template(), clock);
        registry =
                new SessionRegistry(
                        properties,
                        store,
                        room -> RoomColliders.Colliders.NONE,
                        StepListener.NONE,
                        generations);
        registry.recover();
    }

    /** The state after the newest base and the journal behind it, as a restart would have it. */
    SessionState restored(SessionId name) {
        SessionStore.Restorable stored = store.load(name).orElseThrow();
        SessionStore.StoredCheckpoint base = stored.checkpoint();
        Session session =
                base == null
                        ? start(stored.definition())
                        : Session.restore(
                                ok(CheckpointCodec.decode(base.state().value())),
                                SessionLimits.DEFAULT);
        return replay(session, stored.chunks());
    }

    /** The state after the whole journal from the definition. */
    SessionState replayed(SessionId name) {
        SessionStore.Restorable stored = store.load(name).orElseThrow();
        return replay(
                start(stored.definition()), store.journal(name, stored.record().generation()));
    }

    private static Session start(Bytes definition) {
        return Session.create(
                ok(DefinitionCodec.decode(definition.value())), SessionLimits.DEFAULT);
    }

    private static SessionState replay(Session session, List<Bytes> chunks) {
        for (Bytes bytes : chunks) {
            assertThat(
                            session.replay(
                                    ok(JournalChunkCodec.decode(bytes.value())),
                                    ReplayListener.NONE))
                    .isEqualTo(new Replayed.Ok());
        }
        return session.checkpoint();
    }

    /** Counts by a statement whose only parameter is none. */
    long count(String statement) {
        return fixture.threads()
                .read(() -> fixture.client().sql(statement).query(Long.class).single());
    }

    static <T> T ok(Decoded<T> decoded) {
        return ((Decoded.Ok<T>) decoded).value();
    }

    @Override
    public void close() {
        registry.close();
        fixture.close();
    }
}
