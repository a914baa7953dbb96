package dev.terrane.session.hosting.store;

import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.StepCodec;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.CommandKind;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.core.session.physics.StepSpec;
import dev.terrane.session.hosting.Bytes;
import dev.terrane.session.hosting.Clock;
import dev.terrane.session.hosting.RoomColliders;
import dev.terrane.session.hosting.SessionRecord;
import dev.terrane.session.hosting.SessionStore;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Rows of this store as values. */
final class Rows {
    static final String CHECKPOINT_COLUMNS =
            "SELECT revision, step_index, number, state FROM checkpoints ";
    static final String JOURNAL_COLUMNS =
            "SELECT number, first_index, command_count, step_index, chunk FROM journal ";

    private Rows() {}

    static SessionStore.StoredCheckpoint checkpoint(ResultSet row) throws SQLException {
        return new SessionStore.StoredCheckpoint(
                row.getLong("revision"),
                row.getLong("step_index"),
                row.getLong("number"),
                new Bytes(row.getBytes("state")));
    }

    static SessionStore.JournalRow journal(ResultSet row) throws SQLException {
        return new SessionStore.JournalRow(
                row.getLong("number"),
                row.getLong("first_index"),
                row.getLong("command_count"),
                row.getLong("step_index"),
                new Bytes(row.getBytes("chunk")));
    }

    static RoomColliders.PinnedChunk pinned(ResultSet row) throws SQLException {
        return new RoomColliders.PinnedChunk(
                row.getInt("cx"),
                row.getInt("cy"),
                row.getInt("cz"),
                row.getLong("revision"),
                row.getString("checksum"));
    }

    static SessionStore.StoredReceipt receipt(CommandId id, ResultSet row) throws SQLException {
        var receipt =
                new Receipt(
                        id,
                        CommandKind.find(row.getInt("kind")).orElseThrow(),
                        ReceiptError.find(row.getInt("error")).orElseThrow(),
                        row.getLong("before_revision"),
                        row.getLong("after_revision"),
                        row.getLong("step_index"),
                        row.getInt("fact_count"));
        return new SessionStore.StoredReceipt(receipt, Hash.fromBytes(row.getBytes("fingerprint")));
    }

    static SessionRecord session(ResultSet row) throws SQLException {
        SessionRecord.State state = SessionRecord.State.of(row.getString("state"));
        String fault = row.getString("fault");
        int hertz = row.getInt("clock_hertz");
        Clock clock = null;
        if (hertz > 0) {
            switch (StepCodec.decode(row.getBytes("clock_step"))) {
                case Decoded.Ok<StepSpec>(StepSpec step) -> clock = new Clock(hertz, step);
                case Decoded.Rejected<StepSpec>(var reason, String location) -> {
                    // One damaged row must not keep the other sessions from being listed.
                    if (state == SessionRecord.State.RUNNING) {
                        state = SessionRecord.State.FAULTED;
                        fault = "the stored clock cannot be read: " + reason + " at " + location;
                    }
                }
            }
        }
        String world = row.getString("world");
        return new SessionRecord(
                new SessionId(row.getString("name")),
                new Generation(row.getString("generation")),
                Hash.fromBytes(row.getBytes("spec_hash")),
                state,
                fault,
                row.getInt("paused") == 1,
                clock,
                world.isEmpty() ? null : new RoomColliders.RoomName(world, row.getString("room")),
                new SessionRecord.Progress(
                        row.getLong("revision"),
                        row.getLong("step_index"),
                        row.getInt("body_count"),
                        Hash.fromBytes(row.getBytes("digest"))));
    }

    static <T> T require(Decoded<T> decoded) {
        return switch (decoded) {
            case Decoded.Ok<T>(T value) -> value;
            case Decoded.Rejected<T>(var reason, String location) ->
                    throw new IllegalStateException("stored bytes: " + reason + " at " + location);
        };
    }
}
