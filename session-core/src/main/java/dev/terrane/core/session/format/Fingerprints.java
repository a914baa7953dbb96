package dev.terrane.core.session.format;

import dev.terrane.core.session.bytes.LittleEndianWriter;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.Expected;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.LedgerState;
import dev.terrane.core.session.model.Operation;
import dev.terrane.core.session.model.SessionDefinition;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * Hashes of commands. The fingerprint tells a retry from a conflict: SHA-256 of version 1, the
 * requested revision and the operation; the id is left out. The digest chains every accepted
 * command: SHA-256 of the digest before, the id and the fingerprint. One owner.
 */
public final class Fingerprints {
    private static final int VERSION = 1;

    private final LittleEndianWriter out = new LittleEndianWriter();
    private final MessageDigest sha = Hash.sha256();
    private final byte[] digest = new byte[Hash.BYTES];
    private Operation.@Nullable Step lastStep;
    private @Nullable Hash lastStepFingerprint;

    /** The fingerprint of what a command asks for. Equal clock steps are hashed once. */
    public Hash fingerprint(Expected requested, Operation operation) {
        boolean clockStep =
                requested instanceof Expected.Any && operation instanceof Operation.Step;
        Hash known = lastStepFingerprint;
        if (clockStep && known != null && operation.equals(lastStep)) {
            return known;
        }
        out.reset().i32(VERSION);
        CommandCodec.write(out, requested);
        CommandCodec.write(out, operation);
        Hash hash = hash();
        if (clockStep) {
            lastStep = (Operation.Step) operation;
            lastStepFingerprint = hash;
        }
        return hash;
    }

    /** The digest after one more accepted command. */
    public Hash chain(Hash before, CommandId id, Hash fingerprint) {
        out.reset();
        CommandCodec.write(out, before);
        CommandCodec.write(out, id);
        CommandCodec.write(out, fingerprint);
        return hash();
    }

    /** The digest of a session before its first command. */
    public Hash start(SessionDefinition definition, String engine) {
        out.reset().string(engine);
        DefinitionCodec.write(out, definition);
        return hash();
    }

    /** What the ledger keeps of a client's id for ever. */
    public LedgerState.IdHash idHash(CommandId.Client id) {
        Hash hash = Hash.fromBytes(sha.digest(id.text().getBytes(StandardCharsets.US_ASCII)));
        return new LedgerState.IdHash(hash.a(), hash.b());
    }

    private Hash hash() {
        sha.update(out.buffer(), 0, out.length());
        try {
            sha.digest(digest, 0, digest.length);
        } catch (DigestException e) {
            throw new IllegalStateException("32 bytes hold a SHA-256", e);
        }
        return Hash.fromBytes(digest);
    }
}
