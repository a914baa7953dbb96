package dev.terrane.session.hosting.store;

import dev.terrane.core.session.format.Decoded;
import dev.terrane.core.session.format.FactCodec;
import dev.terrane.core.session.format.StepCodec;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.CommandKind;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Generation;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.Receipt;
import dev.terrane.core.session.model.ReceiptError;
import dev.terrane.core.session.model.SessionId;
import dev.terrane.session.hosting.Bytes;
import dev.terrane.session.hosting.Clock;
import dev.terrane.session.hosting.RoomColliders;
import dev.terrane.session.hosting.SessionRecord;
import dev.terrane.session.hosting.SessionStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rows of this store as values. */
final class Rows {
    static final String CHECKPOINT_COLUMNS =
            "SELECT revision, step_index, number, state FROM checkpoints ";
    static final String JOURNAL_COLUMNS =
            "SELECT number, first_index, command_count, step_index, chunk FROM journal ";

    private static final Logger LOG = LoggerFactory.getLogger(Rows.class);

    /** In place of one that cannot be read; no session draws it. */
    private static final Generation NO_GENERATION = new Generation("0".repeat(32));

    private static final Hash NO_HASH = Hash.fromBytes(new byte[Hash.BYTES]);

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

    /**
     * A receipt.
     *
     * @throws IllegalStateException if the row is damaged; names the place
     */
    static SessionStore.StoredReceipt receipt(CommandId id, ResultSet row) throws SQLException {
        int kind = row.getInt("kind");
        int error = row.getInt("error");
        byte[] fingerprint = row.getBytes("fingerprint");
        if (fingerprint.length != Hash.BYTES) {
            throw damagedReceipt(id, "a fingerprint of " + fingerprint.length + " bytes");
        }
        var receipt =
                new Receipt(
                        id,
                        CommandKind.find(kind)
                                .orElseThrow(() -> damagedReceipt(id, "kind " + kind)),
                        ReceiptError.find(error)
                                .orElseThrow(() -> damagedReceipt(id, "error " + error)),
                        row.getLong("before_revision"),
                        row.getLong("after_revision"),
                        row.getLong("step_index"),
                        row.getInt("fact_count"));
        return new SessionStore.StoredReceipt(receipt, Hash.fromBytes(fingerprint));
    }

    private static IllegalStateException damagedReceipt(CommandId id, String what) {
        return new IllegalStateException("the receipt of command " + id.text() + " has " + what);
    }

    /** A session; what is damaged in its row faults it, so that the others are still listed. */
    static SessionRecord session(ResultSet row) throws SQLException {
        var damage = new RowDamage();
        String generation = row.getString("generation");
        String first = row.getString("first_generation");
        byte[] specHash = row.getBytes("spec_hash");
        byte[] digest = row.getBytes("digest");
        String stateColumn = row.getString("state");
        int hertz = row.getInt("clock_hertz");
        byte[] step = row.getBytes("clock_step");
        String world = row.getString("world");
        Generation life =
                damage.read("generation", () -> new Generation(generation), NO_GENERATION);
        Generation began =
                damage.read("first_generation", () -> new Generation(first), NO_GENERATION);
        Hash made = damage.read("spec_hash", () -> Hash.fromBytes(specHash), NO_HASH);
        Hash stands = damage.read("digest", () -> Hash.fromBytes(digest), NO_HASH);
        SessionRecord.State state =
                damage.read(
                        "state",
                        () -> SessionRecord.State.of(stateColumn),
                        SessionRecord.State.FAULTED);
        Clock clock = hertz == 0 ? null : damage.readOrNull("clock", () -> clock(hertz, step));
        var record =
                new SessionRecord(
                        new SessionId(row.getString("name")),
                        life,
                        new SessionRecord.Creation(made, began),
                        state,
                        row.getString("fault"),
                        row.getInt("paused") == 1,
                        clock,
                        world.isEmpty()
                                ? null
                                : new RoomColliders.RoomName(world, row.getString("room")),
                        new SessionRecord.Progress(
                                row.getLong("revision"),
                                row.getLong("step_index"),
                                row.getInt("body_count"),
                                stands));
        String found = damage.found();
        return found == null ? record : record.faulted(found);
    }

    /**
     * A row of sessions.
     *
     * @param name as it is stored
     * @param record the session, or none if not even its name can be read
     */
    record Listed(String name, Optional<SessionRecord> record) {
        /** The same, and the log names what cannot be read. */
        Optional<SessionRecord> told() {
            if (record.isEmpty()) {
                LOG.error("a session is not hosted: its stored name '{}' is none", name);
            }
            return record;
        }
    }

    static Listed listed(ResultSet row) throws SQLException {
        String name = row.getString("name");
        return new Listed(
                name, SessionId.isValid(name) ? Optional.of(session(row)) : Optional.empty());
    }

    private static Clock clock(int hertz, byte @Nullable [] step) {
        if (step == null) {
            throw new IllegalStateException("no step is stored");
        }
        return new Clock(hertz, require(StepCodec.decode(step)));
    }

    /**
     * Facts of the command that made a revision.
     *
     * @throws IllegalStateException if they are damaged; names the place
     */
    static List<ContactFact> facts(long revision, byte[] bytes) {
        return switch (FactCodec.decode(bytes)) {
            case Decoded.Ok<List<ContactFact>>(List<ContactFact> facts) -> facts;
            case Decoded.Rejected<List<ContactFact>>(var reason, String location) ->
                    throw new IllegalStateException(
                            "facts of revision " + revision + ": " + reason + " at " + location);
        };
    }

    static <T> T require(Decoded<T> decoded) {
        return switch (decoded) {
            case Decoded.Ok<T>(T value) -> value;
            case Decoded.Rejected<T>(var reason, String location) ->
                    throw new IllegalStateException("stored bytes: " + reason + " at " + location);
        };
    }
}
