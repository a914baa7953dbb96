package dev.terrane.rpc.server;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a token entitles to; rows of the access tables list these. Only admin includes others. */
public enum Role {
    /** Reads schemas, worlds, rooms, chunks and stages; joins as a spectator. */
    VIEWER,
    /** Joins stages, acts and sends diffs by the write rules. */
    PLAYER,
    /** Writes chunks and edit stages, imports maps. */
    EDITOR,
    /** Drives a stage from outside: session commands. */
    AUTHORITY,
    /** Sets flags and gates, kicks. */
    MODERATOR,
    /** Reads everything; pauses, drains, makes checkpoints. */
    OPERATOR,
    /** Everything, with tokens and schema publication. */
    ADMIN,
    /** Another service of this deployment: RPC and event streams only. */
    SERVICE;

    /** The name as it stands in tokens and access tables, for example {@code viewer}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of this exact wire name, if there is one. */
    public static Optional<Role> find(String wireName) {
        return Arrays.stream(values()).filter(role -> role.wireName().equals(wireName)).findFirst();
    }
}
