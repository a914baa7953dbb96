package dev.terrane.gateway.tokens;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The issuer's ES256 key pairs: one JWK file {@code <kid>.json} each, mode 600, in a directory of
 * mode 700. The newest signs; older ones stay published, so that tokens they signed stay valid,
 * until {@code retention} after a newer one took over. Safe for all threads; reads files only when
 * opened and writes only when a key is made or dropped.
 */
public final class SigningKeys {
    private static final Set<PosixFilePermission> OWNER_ONLY =
            PosixFilePermissions.fromString("rw-------");

    private final Path directory;
    private final InstantSource clock;
    private final Duration rotateAfter;
    private final Duration retention;

    /** Newest first, never empty. */
    private List<ECKey> keys;

    private SigningKeys(
            Path directory,
            InstantSource clock,
            Duration rotateAfter,
            Duration retention,
            List<ECKey> keys) {
        this.directory = directory;
        this.clock = clock;
        this.rotateAfter = rotateAfter;
        this.retention = retention;
        this.keys = keys;
    }

    /**
     * Reads the keys of a directory, making it and a first key when there is none.
     *
     * @param rotateAfter age at which a new key takes over
     * @param retention how long a replaced key stays published; at least the longest token lifetime
     */
    public static SigningKeys open(
            Path directory, InstantSource clock, Duration rotateAfter, Duration retention) {
        try {
            Files.createDirectories(directory);
            if (isPosix(directory)) {
                Files.setPosixFilePermissions(
                        directory, PosixFilePermissions.fromString("rwx------"));
            }
            SigningKeys opened =
                    new SigningKeys(directory, clock, rotateAfter, retention, read(directory));
            if (opened.keys.isEmpty()) {
                opened.rotate();
            }
            return opened;
        } catch (IOException e) {
            throw new UncheckedIOException("issuer keys in " + directory, e);
        }
    }

    /** The key that signs now; a new one is made first when the newest is too old. */
    public synchronized ECKey current() {
        if (!issuedAt(keys.getFirst()).plus(rotateAfter).isAfter(clock.instant())) {
            rotate();
        }
        return keys.getFirst();
    }

    /** The public halves of all keys, as a JWK set document. */
    public synchronized String toJwksJson() {
        return new JWKSet(List.<JWK>copyOf(keys)).toString(true);
    }

    /** Makes a new key, which signs from now on, and drops those replaced longer ago than kept. */
    public synchronized void rotate() {
        try {
            Instant now = clock.instant();
            ECKey key =
                    new ECKeyGenerator(Curve.P_256)
                            .keyIDFromThumbprint(true)
                            .keyUse(KeyUse.SIGNATURE)
                            .algorithm(JWSAlgorithm.ES256)
                            .issueTime(Date.from(now))
                            .generate();
            write(key);
            List<ECKey> next = new ArrayList<>(List.of(key));
            for (int i = 0; i < keys.size(); i++) {
                Instant replacedAt = i == 0 ? now : issuedAt(keys.get(i - 1));
                if (replacedAt.plus(retention).isBefore(now)) {
                    Files.deleteIfExists(file(keys.get(i)));
                } else {
                    next.add(keys.get(i));
                }
            }
            keys = List.copyOf(next);
        } catch (IOException e) {
            throw new UncheckedIOException("issuer keys in " + directory, e);
        } catch (JOSEException e) {
            throw new IllegalStateException("cannot make an ES256 key", e);
        }
    }

    private static List<ECKey> read(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<ECKey> found = new ArrayList<>();
            for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
                found.add(parse(file));
            }
            found.sort(Comparator.comparing(SigningKeys::issuedAt).reversed());
            return List.copyOf(found);
        }
    }

    private static ECKey parse(Path file) throws IOException {
        try {
            return ECKey.parse(Files.readString(file));
        } catch (ParseException e) {
            throw new IOException("not a JWK: " + file, e);
        }
    }

    private void write(ECKey key) throws IOException {
        Path partial = directory.resolve(key.getKeyID() + ".partial");
        Files.deleteIfExists(partial);
        FileAttribute<?>[] attributes =
                isPosix(directory)
                        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
                        : new FileAttribute<?>[0];
        Files.createFile(partial, attributes);
        Files.write(
                partial,
                key.toJSONString().getBytes(StandardCharsets.UTF_8),
                StandardOpenOption.SYNC);
        Files.move(partial, file(key), StandardCopyOption.ATOMIC_MOVE);
    }

    private Path file(ECKey key) {
        return directory.resolve(key.getKeyID() + ".json");
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static Instant issuedAt(ECKey key) {
        return key.getIssueTime() == null ? Instant.EPOCH : key.getIssueTime().toInstant();
    }
}
