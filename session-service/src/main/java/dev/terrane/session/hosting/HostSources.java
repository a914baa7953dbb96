package dev.terrane.session.hosting;

import dev.terrane.core.session.model.CommandId;

/**
 * The host's own writers. Each writes commands under ids {@code ~source:sequence} with ascending
 * sequences; a session knows one watermark a source. Sources of this service are not to be had from
 * outside; other services use theirs.
 */
public final class HostSources {
    /** Steps of a session's clock: sequence 1, 2, 3… */
    public static final String CLOCK = "clock";

    /** First part of the sources of a room's chunks. */
    static final String ROOM_PREFIX = "room-";

    private HostSources() {}

    /** Whether the id belongs to this service itself. */
    public static boolean isOwn(CommandId.Host id) {
        return id.source().equals(CLOCK) || id.source().startsWith(ROOM_PREFIX);
    }
}
