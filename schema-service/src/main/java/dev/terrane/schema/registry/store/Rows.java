package dev.terrane.schema.registry.store;

import dev.terrane.core.schema.SchemaHash;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaVersion;
import dev.terrane.schema.registry.channels.ChannelMove;
import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.schema.registry.channels.ChannelPointer;
import dev.terrane.schema.registry.lifecycle.AuditEntry;
import dev.terrane.schema.registry.lifecycle.MemberKey;
import dev.terrane.schema.registry.lifecycle.RetiredMember;
import dev.terrane.schema.registry.references.Reference;
import dev.terrane.schema.registry.references.ReferenceKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/** Rows as values. */
final class Rows {
    private Rows() {}

    static SchemaId id(ResultSet row) throws SQLException {
        return new SchemaId(name(row), row.getInt("version"));
    }

    private static SchemaName name(ResultSet row) throws SQLException {
        return new SchemaName(row.getString("name"));
    }

    private static Instant at(ResultSet row, String column) throws SQLException {
        return Instant.ofEpochMilli(row.getLong(column));
    }

    static SchemaVersion version(ResultSet row) throws SQLException {
        row.getLong("retired_at_millis");
        boolean isRetired = !row.wasNull();
        return new SchemaVersion(
                id(row),
                new SchemaHash(row.getString("content_hash")),
                new SchemaHash(row.getString("wire_hash")),
                at(row, "published_at_millis"),
                row.getString("published_by"),
                isRetired);
    }

    static Reference reference(ResultSet row) throws SQLException {
        return new Reference(
                ReferenceKind.find(row.getString("kind")).orElseThrow(),
                row.getString("holder"),
                id(row),
                at(row, "held_at_millis"),
                at(row, "renewed_at_millis"),
                row.getString("held_by"));
    }

    static RetiredMember member(ResultSet row) throws SQLException {
        return new RetiredMember(
                new MemberKey(row.getString("class_name"), row.getLong("member_index")),
                row.getString("member_name"),
                row.getInt("since_version"),
                at(row, "retired_at_millis"),
                row.getString("retired_by"),
                row.getInt("removed_in_version"));
    }

    static ChannelPointer pointer(ResultSet row) throws SQLException {
        return new ChannelPointer(
                new ChannelName(row.getString("channel")), id(row), row.getLong("revision"));
    }

    static ChannelMove move(ResultSet row) throws SQLException {
        return new ChannelMove(
                new ChannelName(row.getString("channel")),
                name(row),
                row.getLong("revision"),
                row.getInt("from_version"),
                row.getInt("to_version"),
                row.getBoolean("is_rollback"),
                row.getString("reason"),
                at(row, "moved_at_millis"),
                row.getString("moved_by"));
    }

    static AuditEntry audit(ResultSet row) throws SQLException {
        return new AuditEntry(
                row.getLong("position"),
                name(row),
                AuditEntry.Action.of(row.getString("action")),
                row.getString("target"),
                row.getString("reason"),
                at(row, "at_millis"),
                row.getString("subject"));
    }
}
