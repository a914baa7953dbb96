package dev.terrane.gateway.tokens;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What an access token shall say.
 *
 * @param subject who it is for, 1..128 printable characters without space
 * @param roles at least one role name; see {@link #ROLES}
 * @param content allowance per object category, 0..3; a missing category means 0
 * @param mature whether mature content may be shown
 * @param team team name or empty, at most 64 characters
 * @param guild guild name or empty, at most 64 characters
 * @param lifetime how long it is valid, positive
 */
public record TokenRequest(
        String subject,
        Set<String> roles,
        Map<String, Integer> content,
        boolean mature,
        String team,
        String guild,
        Duration lifetime) {
    /** Every role a token may carry. {@code service} is for the services' own clients only. */
    public static final Set<String> ROLES =
            Set.of(
                    "viewer",
                    "player",
                    "editor",
                    "authority",
                    "moderator",
                    "operator",
                    "admin",
                    "service");

    private static final Pattern SUBJECT = Pattern.compile("[\\x21-\\x7e]{1,128}");
    private static final Pattern NAME = Pattern.compile("[\\x20-\\x7e]{0,64}");
    private static final int CATEGORIES_MAX = 32;

    public TokenRequest {
        // Documents may hold null where a value belongs, which the copies would not survive.
        require(roles.stream().allMatch(Objects::nonNull), "roles", "names of roles, not null");
        require(
                content.values().stream().allMatch(Objects::nonNull),
                "content",
                "categories with severities 0..3, not null");
        roles = Set.copyOf(roles);
        content = Map.copyOf(content);
        require(
                SUBJECT.matcher(subject).matches(),
                "sub",
                "1..128 printable characters without space");
        require(!roles.isEmpty(), "scope", "at least one role");
        require(ROLES.containsAll(roles), "scope", "roles among " + String.join(", ", sorted()));
        require(NAME.matcher(team).matches(), "team", "at most 64 printable characters");
        require(NAME.matcher(guild).matches(), "guild", "at most 64 printable characters");
        require(content.size() <= CATEGORIES_MAX, "content", "at most 32 categories");
        for (Map.Entry<String, Integer> allowance : content.entrySet()) {
            require(
                    NAME.matcher(allowance.getKey()).matches()
                            && allowance.getValue() >= 0
                            && allowance.getValue() <= 3,
                    "content",
                    "categories with severities 0..3");
        }
        require(lifetime.isPositive(), "expires_in", "a positive number of seconds");
    }

    private static void require(boolean holds, String field, String expected) {
        if (!holds) {
            throw invalid(field, expected);
        }
    }

    /** The refusal of a value that is out of its range. */
    public static InvalidTokenRequestException invalid(String field, String expected) {
        return new InvalidTokenRequestException(field, expected);
    }

    private static List<String> sorted() {
        return ROLES.stream().sorted().toList();
    }

    /** A value outside its range; the message names the field and the range. */
    public static final class InvalidTokenRequestException extends IllegalArgumentException {
        private final String field;

        InvalidTokenRequestException(String field, String expected) {
            super(field + " must be " + expected);
            this.field = field;
        }

        /** The request parameter that is out of range. */
        public String field() {
            return field;
        }
    }
}
