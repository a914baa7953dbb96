package dev.terrane.rpc.server;

import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * Who is calling, as its verified token says. Immutable.
 *
 * @param subject the token's subject; {@code anonymous} when there is no token
 * @param roles the roles held; empty for an anonymous caller
 * @param content object category to highest allowed severity, 0..3; a missing category is 0
 * @param mature whether mature content may be shown
 * @param team the caller's team, empty when it has none
 * @param guild the caller's guild, empty when it has none
 * @param expires when the token ends; {@link Instant#MAX} for an anonymous caller
 */
public record Caller(
        String subject,
        Set<Role> roles,
        Map<String, Integer> content,
        boolean mature,
        String team,
        String guild,
        Instant expires) {

    /** A caller without a token: on rows of the access table that are public. */
    public static final Caller ANONYMOUS =
            new Caller("anonymous", Set.of(), Map.of(), false, "", "", Instant.MAX);

    private static final int NAME_LENGTH_MAX = 64;
    private static final int SEVERITY_MAX = 3;

    public Caller {
        if (subject.isBlank()) {
            throw new IllegalArgumentException("a caller needs a subject");
        }
        if (team.length() > NAME_LENGTH_MAX || guild.length() > NAME_LENGTH_MAX) {
            throw new IllegalArgumentException("team and guild have at most 64 characters");
        }
        roles = Set.copyOf(roles);
        content = Map.copyOf(content);
        content.forEach(
                (category, severity) -> {
                    if (severity < 0 || severity > SEVERITY_MAX) {
                        throw new IllegalArgumentException(
                                "content severity of " + category + " is not 0..3: " + severity);
                    }
                });
    }

    /** Whether there is no token behind this caller. */
    public boolean isAnonymous() {
        return equals(ANONYMOUS);
    }

    /** Whether the caller holds this role or admin, which includes every role but service. */
    public boolean has(Role role) {
        return roles.contains(role) || (role != Role.SERVICE && roles.contains(Role.ADMIN));
    }

    /**
     * The content gate: every severity is within this caller's allowance, and the content is not
     * mature unless the caller may see mature content.
     */
    public boolean admits(Map<String, Integer> severities, boolean isMature) {
        return (!isMature || mature)
                && severities.entrySet().stream()
                        .allMatch(e -> e.getValue() <= content.getOrDefault(e.getKey(), 0));
    }
}
