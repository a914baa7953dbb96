package dev.terrane.gateway.tokens;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** Signs access tokens (RFC 9068 shape, ES256). Safe for all threads. */
public final class TokenIssuer {
    private final SigningKeys keys;
    private final String issuer;
    private final InstantSource clock;

    /**
     * @param issuer value of {@code iss}; what the services are configured to expect
     */
    public TokenIssuer(SigningKeys keys, String issuer, InstantSource clock) {
        this.keys = keys;
        this.issuer = issuer;
        this.clock = clock;
    }

    /** A token that says what is asked; the caller has decided that it may be given. */
    public IssuedToken issue(TokenRequest request) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Instant expiresAt = now.plus(request.lifetime());
        JWTClaimsSet.Builder claims =
                new JWTClaimsSet.Builder()
                        .issuer(issuer)
                        .subject(request.subject())
                        .issueTime(Date.from(now))
                        .expirationTime(Date.from(expiresAt))
                        .jwtID(UUID.randomUUID().toString())
                        .claim("roles", new TreeSet<>(request.roles()).stream().toList());
        if (!request.content().isEmpty()) {
            claims.claim("content", new TreeMap<>(request.content()));
        }
        if (request.mature()) {
            claims.claim("mature", true);
        }
        if (!request.team().isEmpty()) {
            claims.claim("team", request.team());
        }
        if (!request.guild().isEmpty()) {
            claims.claim("guild", request.guild());
        }
        return new IssuedToken(sign(claims.build()), request.lifetime(), expiresAt);
    }

    /** The public keys that verify this issuer's tokens, as a JWK set document. */
    public String toJwksJson() {
        return keys.toJwksJson();
    }

    private String sign(JWTClaimsSet claims) {
        ECKey key = keys.current();
        JWSHeader header =
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .keyID(key.getKeyID())
                        .type(JOSEObjectType.JWT)
                        .build();
        SignedJWT jwt = new SignedJWT(header, claims);
        try {
            jwt.sign(new ECDSASigner(key));
        } catch (JOSEException e) {
            throw new IllegalStateException("cannot sign with key " + key.getKeyID(), e);
        }
        return jwt.serialize();
    }
}
