package dev.terrane.support.security;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Names of the claims a token carries beside {@code sub} and {@code exp}. A dotted name reaches
 * into an object claim, for example {@code realm_access.roles}.
 *
 * @param roles roles, an array of names or one string with spaces
 * @param content object category to highest allowed severity, 0..3
 * @param mature whether mature content may be shown
 * @param team the caller's team
 * @param guild the caller's guild
 */
@ConfigurationProperties("terrane.common.security.claims")
public record ClaimNames(
        @DefaultValue("roles") String roles,
        @DefaultValue("content") String content,
        @DefaultValue("mature") String mature,
        @DefaultValue("team") String team,
        @DefaultValue("guild") String guild) {
    public ClaimNames {
        for (String name : new String[] {roles, content, mature, team, guild}) {
            if (name.isBlank()) {
                throw new IllegalArgumentException(
                        "common.security.claims: a claim name must not be blank");
            }
        }
    }
}
