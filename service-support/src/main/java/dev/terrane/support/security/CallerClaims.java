package dev.terrane.support.security;

import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.Role;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * Reads a {@link Caller} from a token's claims. Roles this product does not know are another
 * application's and are ignored; every other claim of the wrong form makes the token invalid.
 */
final class CallerClaims implements OAuth2TokenValidator<Jwt> {
    private final ClaimNames names;

    CallerClaims(ClaimNames names) {
        this.names = names;
    }

    @Override
    public OAuth2TokenValidatorResult validate(Jwt token) {
        try {
            caller(token);
            return OAuth2TokenValidatorResult.success();
        } catch (IllegalArgumentException e) {
            return OAuth2TokenValidatorResult.failure(
                    new OAuth2Error("invalid_token", String.valueOf(e.getMessage()), null));
        }
    }

    /**
     * The caller of a token.
     *
     * @throws IllegalArgumentException when a claim has the wrong form; the message names it
     */
    Caller caller(Jwt token) {
        String subject = token.getSubject();
        if (subject == null || subject.isBlank()) {
            throw new IllegalArgumentException("claim sub is missing");
        }
        if (token.getExpiresAt() == null) {
            throw new IllegalArgumentException("claim exp is missing");
        }
        return new Caller(
                subject,
                roles(claim(token, names.roles())),
                content(claim(token, names.content())),
                mature(claim(token, names.mature())),
                text(names.team(), claim(token, names.team())),
                text(names.guild(), claim(token, names.guild())),
                Objects.requireNonNull(token.getExpiresAt()));
    }

    private static @Nullable Object claim(Jwt token, String name) {
        Object value = token.getClaims().get(name);
        if (value != null || name.indexOf('.') < 0) {
            return value;
        }
        value = token.getClaims();
        for (String part : name.split("\\.")) {
            value = value instanceof Map<?, ?> map ? map.get(part) : null;
        }
        return value;
    }

    private static Set<Role> roles(@Nullable Object claim) {
        Collection<?> names =
                switch (claim) {
                    case null -> List.of();
                    case String text -> List.of(text.split(" "));
                    case Collection<?> list -> list;
                    default -> throw new IllegalArgumentException("roles must be a list of names");
                };
        Set<Role> roles = EnumSet.noneOf(Role.class);
        names.forEach(name -> Role.find(String.valueOf(name)).ifPresent(roles::add));
        return roles;
    }

    private Map<String, Integer> content(@Nullable Object claim) {
        if (claim == null) {
            return Map.of();
        }
        if (!(claim instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("claim " + names.content() + " must be an object");
        }
        Map<String, Integer> content = new HashMap<>();
        map.forEach(
                (category, severity) -> {
                    if (!(severity instanceof Number number)
                            || number.doubleValue() != number.intValue()) {
                        throw new IllegalArgumentException(
                                "claim " + names.content() + "." + category + " must be 0..3");
                    }
                    content.put(String.valueOf(category), number.intValue());
                });
        return content;
    }

    private boolean mature(@Nullable Object claim) {
        return switch (claim) {
            case null -> false;
            case Boolean mature -> mature;
            default ->
                    throw new IllegalArgumentException(
                            "claim " + names.mature() + " must be true or false");
        };
    }

    private static String text(String name, @Nullable Object claim) {
        return switch (claim) {
            case null -> "";
            case String text -> text;
            default -> throw new IllegalArgumentException("claim " + name + " must be a string");
        };
    }
}
