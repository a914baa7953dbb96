package dev.terrane.schema.registry.edge;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.SchemaError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaNames;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.SchemaRegistry;
import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.schema.registry.channels.ChannelPointer;
import dev.terrane.schema.registry.channels.ChannelStore.MoveResult;
import dev.terrane.schema.registry.lifecycle.LifecycleStore.VersionResult;
import dev.terrane.schema.registry.lifecycle.MemberKey;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Outcomes of channels and endings as refusals. */
public final class RegistryRefusals {
    private RegistryRefusals() {}

    /** Where a channel points after a move; every other outcome is a refusal. */
    public static ChannelPointer moved(
            SchemaRegistry registry, ChannelName channel, SchemaName schema, MoveResult result) {
        return switch (result) {
            case MoveResult.Moved(var pointer, _) -> pointer;
            case MoveResult.Unchanged(var pointer) -> pointer;
            case MoveResult.NoVersion(int version) -> throw absent(registry, schema, version);
            case MoveResult.Retired(int version) -> throw absent(registry, schema, version);
            case MoveResult.Stale(long revision, int version) ->
                    throw TerraneException.of(
                                    SchemaError.CHANNEL_STALE,
                                    "channel "
                                            + channel
                                            + " of "
                                            + schema
                                            + (revision == 0
                                                    ? " points nowhere"
                                                    : " points to version "
                                                            + version
                                                            + " at revision "
                                                            + revision))
                            .field("If-Match")
                            .extra("currentRevision", Long.toString(revision))
                            .extra("currentVersion", Integer.toString(version))
                            .toException();
            case MoveResult.NoEarlier() ->
                    throw TerraneException.of(
                                    CommonError.NOT_FOUND,
                                    "channel "
                                            + channel
                                            + " of "
                                            + schema
                                            + " pointed nowhere before")
                            .field("channel")
                            .toException();
        };
    }

    private static TerraneException absent(
            SchemaRegistry registry, SchemaName schema, int version) {
        if (version < 1) {
            return SchemaNames.badVersion("version", version);
        }
        return SchemaRefusals.absent(
                registry, "version", new SchemaReference.Pinned(new SchemaId(schema, version)));
    }

    /** Refuses unless a version is retired or restored, now or before. */
    public static void requireDone(SchemaId id, VersionResult result) {
        switch (result) {
            case VersionResult.Done(), VersionResult.Unchanged() -> {}
            case VersionResult.Missing() ->
                    throw SchemaRefusals.notFound("id", new SchemaReference.Pinned(id));
            case VersionResult.InUse(var channels, var references) -> {
                List<String> users =
                        Stream.concat(
                                        channels.stream().map(channel -> "channel " + channel),
                                        Stream.of(PublishRefusals.holders(references)))
                                .filter(text -> !text.isEmpty())
                                .toList();
                throw TerraneException.of(
                                SchemaError.SCHEMA_IN_USE,
                                id + " is used by " + String.join(", ", users))
                        .field("id")
                        .extra("schema", id.toString())
                        .extra(
                                "channels",
                                channels.stream()
                                        .map(ChannelName::value)
                                        .collect(Collectors.joining(",")))
                        .extra("holders", PublishRefusals.holders(references))
                        .toException();
            }
        }
    }

    /** A member that is retired for ever. */
    public static TerraneException reserved(SchemaName schema, MemberKey key, int version) {
        return TerraneException.of(
                        SchemaError.SCHEMA_MEMBER_RESERVED,
                        key
                                + " of "
                                + schema
                                + " is left out since version "
                                + version
                                + "; its index is reserved")
                .field("index")
                .extra("schema", schema.value())
                .extra("removedInVersion", Integer.toString(version))
                .toException();
    }

    /** A member the newest version does not have. */
    public static TerraneException noMember(SchemaName schema, MemberKey key) {
        return TerraneException.of(
                        CommonError.NOT_FOUND,
                        "the newest version of " + schema + " has no member " + key)
                .field("index")
                .extra("schema", schema.value())
                .toException();
    }
}
