package dev.terrane.testing;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * An issuer of ES256 tokens for tests: a fresh key pair, its public half served as a JWK set by a
 * real HTTP server on a free port. Independent of the product's own issuer. For all threads.
 */
public final class TestIssuer implements AutoCloseable {
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static final int COORDINATE_BYTES = 32;

    private final HttpServer server;
    private final AtomicInteger fetches = new AtomicInteger();
    private volatile KeyPair keys;
    private volatile String kid;

    private TestIssuer(HttpServer server) {
        this.server = server;
        rotate();
    }

    /** Starts one. */
    public static TestIssuer start() {
        try {
            HttpServer server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            TestIssuer issuer = new TestIssuer(server);
            server.createContext(
                    "/jwks",
                    exchange -> {
                        issuer.fetches.incrementAndGet();
                        byte[] body = issuer.jwks().getBytes(StandardCharsets.UTF_8);
                        exchange.getResponseHeaders().set("Content-Type", "application/json");
                        exchange.sendResponseHeaders(200, body.length);
                        exchange.getResponseBody().write(body);
                        exchange.close();
                    });
            server.start();
            return issuer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Value of {@code iss} in its tokens. */
    public String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Where the public key is served. */
    public URI jwksUrl() {
        return URI.create(issuer() + "/jwks");
    }

    /** How often the key was fetched. */
    public int fetches() {
        return fetches.get();
    }

    /** Replaces the key; tokens of the old one are no longer good. */
    public void rotate() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            keys = generator.generateKeyPair();
            kid = "test-" + Integer.toHexString(System.identityHashCode(keys));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has P-256", e);
        }
    }

    /** A token of subject {@code test} with these roles, good for an hour. */
    public String token(String... roles) {
        return token("test", Map.of("roles", List.of(roles)));
    }

    /**
     * A token with these claims beside {@code iss}, {@code sub}, {@code iat} and {@code exp} (an
     * hour), which may be given too. Values: strings, numbers, booleans, lists and maps of them.
     */
    public String token(String subject, Map<String, ?> claims) {
        long now = Instant.now().getEpochSecond();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("iss", issuer());
        all.put("sub", subject);
        all.put("iat", now);
        all.put("exp", now + 3600);
        all.putAll(claims);
        return sign(json(Map.of("alg", "ES256", "kid", kid, "typ", "JWT")), json(all));
    }

    /** Header and claims, both JSON, signed as they are: for tokens that are wrong on purpose. */
    public String sign(String header, String claims) {
        String signed = encode(header) + "." + encode(claims);
        try {
            Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(keys.getPrivate());
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + BASE64.encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has ES256", e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private String jwks() {
        ECPublicKey key = (ECPublicKey) keys.getPublic();
        return json(
                Map.of(
                        "keys",
                        List.of(
                                Map.of(
                                        "kty", "EC",
                                        "crv", "P-256",
                                        "use", "sig",
                                        "alg", "ES256",
                                        "kid", kid,
                                        "x", coordinate(key.getW().getAffineX()),
                                        "y", coordinate(key.getW().getAffineY())))));
    }

    private static String coordinate(BigInteger value) {
        byte[] padded = new byte[COORDINATE_BYTES];
        byte[] bytes = value.toByteArray();
        int length = Math.min(bytes.length, COORDINATE_BYTES);
        System.arraycopy(bytes, bytes.length - length, padded, COORDINATE_BYTES - length, length);
        return BASE64.encodeToString(padded);
    }

    private static String encode(String text) {
        return BASE64.encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String json(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                    map.entrySet().stream()
                            .map(e -> json(e.getKey()) + ":" + json(e.getValue()))
                            .collect(Collectors.joining(",", "{", "}"));
            case List<?> list ->
                    list.stream().map(TestIssuer::json).collect(Collectors.joining(",", "[", "]"));
            case String text -> '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
            default -> String.valueOf(value);
        };
    }
}
