package dev.terrane.gateway.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import dev.terrane.gateway.tokens.TokenRequest.InvalidTokenRequestException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenIssuerTest {
    private static final Duration ROTATE = Duration.ofDays(90);
    private static final Duration RETAIN = Duration.ofDays(7);

    @TempDir Path dir;
    private Instant now = Instant.parse("2026-11-29T12:00:00.123Z");

    private SigningKeys keys() {
        return SigningKeys.open(dir.resolve("keys"), () -> now, ROTATE, RETAIN);
    }

    private TokenIssuer issuer(SigningKeys keys) {
        return new TokenIssuer(keys, "http://issuer", () -> now);
    }

    private static TokenRequest player(Duration lifetime) {
        return new TokenRequest(
                "ada",
                Set.of("player", "editor"),
                Map.of("violence", 2),
                true,
                "red",
                "makers",
                lifetime);
    }

    private static void assertVerifies(SigningKeys keys, String token) throws Exception {
        SignedJWT jwt = SignedJWT.parse(token);
        JWKSet set = JWKSet.parse(keys.toJwksJson());
        var key = set.getKeyByKeyId(jwt.getHeader().getKeyID());
        assertThat(key).as("published key").isNotNull();
        assertThat(jwt.verify(new ECDSAVerifier(key.toECKey()))).isTrue();
    }

    @Test
    void tokenCarriesSubjectRolesAndClaimsAndVerifiesAgainstThePublishedKeys() throws Exception {
        SigningKeys keys = keys();
        IssuedToken token = issuer(keys).issue(player(Duration.ofMinutes(10)));

        assertVerifies(keys, token.value());
        var claims = SignedJWT.parse(token.value()).getJWTClaimsSet();
        assertThat(claims.getIssuer()).isEqualTo("http://issuer");
        assertThat(claims.getSubject()).isEqualTo("ada");
        assertThat(claims.getStringListClaim("roles")).isEqualTo(List.of("editor", "player"));
        assertThat(claims.getJSONObjectClaim("content")).isEqualTo(Map.of("violence", 2L));
        assertThat(claims.getBooleanClaim("mature")).isTrue();
        assertThat(claims.getStringClaim("team")).isEqualTo("red");
        assertThat(claims.getStringClaim("guild")).isEqualTo("makers");
        assertThat(claims.getExpirationTime().toInstant()).isEqualTo(token.expiresAt());
        assertThat(token.expiresAt()).isEqualTo(Instant.parse("2026-11-29T12:10:00Z"));
    }

    @Test
    void emptyClaimsAreLeftOut() throws Exception {
        var request =
                new TokenRequest(
                        "a", Set.of("viewer"), Map.of(), false, "", "", Duration.ofSeconds(1));
        var claims = SignedJWT.parse(issuer(keys()).issue(request).value()).getJWTClaimsSet();
        assertThat(claims.getClaims()).doesNotContainKeys("content", "mature", "team", "guild");
    }

    @Test
    void keysSurviveARestart() throws Exception {
        String token = issuer(keys()).issue(player(Duration.ofHours(1))).value();
        SigningKeys reopened = keys();
        assertVerifies(reopened, token);
        assertThat(SignedJWT.parse(issuer(reopened).issue(player(RETAIN)).value()).getHeader())
                .extracting(h -> h.getKeyID())
                .isEqualTo(SignedJWT.parse(token).getHeader().getKeyID());
    }

    @Test
    void keyFilesAreReadableByTheirOwnerOnly() throws Exception {
        keys();
        assertThat(Files.getPosixFilePermissions(dir.resolve("keys")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        try (var files = Files.list(dir.resolve("keys"))) {
            assertThat(files.toList())
                    .hasSize(1)
                    .allSatisfy(
                            file ->
                                    assertThat(Files.getPosixFilePermissions(file))
                                            .isEqualTo(
                                                    PosixFilePermissions.fromString("rw-------")));
        }
    }

    @Test
    void aRotatedKeySignsAndTheOldOneStaysPublishedUntilItsTokensHaveExpired() throws Exception {
        SigningKeys keys = keys();
        String old = issuer(keys).issue(player(RETAIN)).value();

        now = now.plus(ROTATE);
        String fresh = issuer(keys).issue(player(RETAIN)).value();

        assertThat(SignedJWT.parse(fresh).getHeader().getKeyID())
                .isNotEqualTo(SignedJWT.parse(old).getHeader().getKeyID());
        assertVerifies(keys, old);
        assertVerifies(keys, fresh);
        assertVerifies(keys(), old);

        now = now.plus(RETAIN).plusSeconds(1);
        keys.rotate();
        assertThat(JWKSet.parse(keys.toJwksJson()).getKeys())
                .extracting(key -> key.getKeyID())
                .contains(SignedJWT.parse(fresh).getHeader().getKeyID())
                .doesNotContain(SignedJWT.parse(old).getHeader().getKeyID());
    }

    @Test
    void publishedKeysHoldNoPrivateHalf() {
        assertThat(keys().toJwksJson()).contains("\"kid\"").doesNotContain("\"d\"");
    }

    @Test
    void requestsOutOfRangeNameTheirField() {
        assertThatThrownBy(() -> request("", Set.of("player"), Map.of(), "", ROTATE))
                .isInstanceOfSatisfying(
                        InvalidTokenRequestException.class,
                        e -> assertThat(e.field()).isEqualTo("sub"));
        assertField("scope", () -> request("a", Set.of(), Map.of(), "", ROTATE));
        assertField("scope", () -> request("a", Set.of("king"), Map.of(), "", ROTATE));
        assertField("content", () -> request("a", Set.of("player"), Map.of("x", 4), "", ROTATE));
        assertField("team", () -> request("a", Set.of("player"), Map.of(), "t".repeat(65), ROTATE));
        Set<String> nobody = new HashSet<>();
        nobody.add(null);
        assertField("roles", () -> request("a", nobody, Map.of(), "", ROTATE));
        Map<String, Integer> nothing = new HashMap<>();
        nothing.put("x", null);
        assertField("content", () -> request("a", Set.of("player"), nothing, "", ROTATE));
        assertField(
                "expires_in", () -> request("a", Set.of("player"), Map.of(), "", Duration.ZERO));
    }

    private static TokenRequest request(
            String sub, Set<String> roles, Map<String, Integer> content, String team, Duration d) {
        return new TokenRequest(sub, roles, content, false, team, "", d);
    }

    private static void assertField(String field, Runnable build) {
        assertThatThrownBy(build::run)
                .isInstanceOfSatisfying(
                        InvalidTokenRequestException.class,
                        e -> assertThat(e.field()).isEqualTo(field));
    }
}
