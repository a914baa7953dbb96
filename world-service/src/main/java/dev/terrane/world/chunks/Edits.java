package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.RejectReason;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.core.chunk.codec.ChunkJson;
import dev.terrane.core.chunk.codec.ChunkTooLargeException;
import dev.terrane.core.chunk.edit.JsonPatch;
import dev.terrane.core.chunk.edit.PatchLimits;
import dev.terrane.core.chunk.edit.PatchOutcome;
import dev.terrane.core.chunk.edit.PatchRefusal;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.error.WorldError;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.springframework.stereotype.Component;

/** What transports send, turned into edits, and refusals every transport words alike. */
@Component
public final class Edits {
    private static final Checksum NOT_STATED = new Checksum("0".repeat(64));

    private final EditQueue queue;
    private final EditGate gate;

    /** Makes the edge of a queue. */
    public Edits(EditQueue queue, EditGate gate) {
        this.queue = queue;
        this.gate = gate;
    }

    /** Hands in an edit and waits for its commit. */
    public EditResult submit(EditRequest request) {
        try {
            return gate.shown(request, queue.submit(request).join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** A patch document in UTF-8. */
    public static EditRequest.Change.Patch patch(byte[] bytes) {
        int limit = PatchLimits.DEFAULT.patchBytesMax();
        if (bytes.length > limit) {
            throw refused(new PatchRefusal.OverLimit(-1, "patchBytesMax", limit, bytes.length));
        }
        String text =
                findText(bytes)
                        .orElseThrow(
                                () -> refused(new PatchRefusal.Malformed("patch", "not UTF-8")));
        return switch (JsonPatch.parse(text, PatchLimits.DEFAULT)) {
            case PatchOutcome.Refused<JsonPatch>(PatchRefusal refusal) -> throw refused(refusal);
            case PatchOutcome.Done<JsonPatch>(JsonPatch patch) ->
                    new EditRequest.Change.Patch(patch, Checksum.over(bytes, 0, bytes.length));
        };
    }

    /** A chunk of a world as a JSON document in UTF-8. */
    public static Chunk document(byte[] bytes, ChunkGrid grid) {
        String text =
                findText(bytes)
                        .orElseThrow(
                                () ->
                                        TerraneException.of(
                                                        WorldError.CHUNK_INVALID,
                                                        "the document is not UTF-8")
                                                .extra("reason", RejectReason.BAD_TEXT.name())
                                                .toException());
        return decoded(ChunkJson.decode(text, grid, ChunkLimits.DEFAULT));
    }

    /** Bytes as text, if they are UTF-8: nothing is replaced. */
    private static Optional<String> findText(byte[] bytes) {
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** An AGPC image with an uncompressed body; a checksum of zeros states none. */
    public static Chunk image(Bytes image) {
        AgpcCodec.Verify verify = AgpcCodec.Verify.CHECKSUM;
        if (AgpcCodec.decodeHeader(image) instanceof Decoded.Ok<AgpcCodec.Header>(var header)) {
            // zstd is native code, which must not run on a request's virtual thread.
            if (header.zstd()) {
                throw TerraneException.of(
                                WorldError.CHUNK_INVALID,
                                "the body is compressed; send it as it is")
                        .byteOffset(8)
                        .extra("reason", "UNKNOWN_FLAG")
                        .toException();
            }
            if (header.checksum().equals(NOT_STATED)) {
                verify = AgpcCodec.Verify.TRUST;
            }
        }
        return decoded(AgpcCodec.decode(image, ChunkLimits.DEFAULT, verify));
    }

    /** The value, or the refusal that says where it went wrong. */
    public static Chunk decoded(Decoded<Chunk> decoded) {
        return switch (decoded) {
            case Decoded.Ok<Chunk>(Chunk chunk) -> chunk;
            case Decoded.Rejected<Chunk> rejected -> throw refused(rejected);
        };
    }

    private static TerraneException refused(Decoded.Rejected<Chunk> rejected) {
        Decoded.LimitHit hit = rejected.limit();
        TerraneException.Builder builder =
                TerraneException.of(
                        hit == null ? WorldError.CHUNK_INVALID : CommonError.PAYLOAD_TOO_LARGE,
                        rejected.location() + ": " + rejected.detail());
        builder.extra("reason", rejected.reason().name());
        switch (rejected.location()) {
            case Decoded.Location.Offset(long bytes) -> builder.byteOffset(bytes);
            case Decoded.Location.Pointer(String pointer) -> builder.pointer(pointer);
            case Decoded.Location.Text(int line, int column) -> builder.position(line, column);
        }
        if (hit != null) {
            builder.limit(hit.name(), hit.limit(), hit.actual());
        }
        return builder.toException();
    }

    /** The content of a put. */
    public static EditRequest.Change.Put put(Chunk chunk) {
        try {
            return new EditRequest.Change.Put(chunk, AgpcCodec.encode(chunk).contentHash());
        } catch (ChunkTooLargeException e) {
            throw TerraneException.of(CommonError.PAYLOAD_TOO_LARGE, String.valueOf(e.getMessage()))
                    .limit("bodyBytesMax", AgpcCodec.BODY_BYTES_MAX, e.bodyBytes())
                    .toException();
        }
    }

    /** The refusal of a patch. */
    public static TerraneException refused(PatchRefusal refusal) {
        TerraneException.Builder builder =
                switch (refusal) {
                    case PatchRefusal.Malformed malformed ->
                            of(WorldError.PATCH_MALFORMED, refusal)
                                    .extra("place", malformed.place());
                    case PatchRefusal.TestFailed failed ->
                            of(WorldError.PATCH_TEST_FAILED, refusal)
                                    .pointer(failed.path())
                                    .extra("operation", Integer.toString(failed.operation()));
                    case PatchRefusal.InvalidTarget target ->
                            of(WorldError.PATCH_TARGET_INVALID, refusal)
                                    .pointer(target.path())
                                    .extra("operation", Integer.toString(target.operation()));
                    case PatchRefusal.Forbidden forbidden ->
                            of(WorldError.PATCH_PATH_FORBIDDEN, refusal)
                                    .pointer(forbidden.path())
                                    .extra("operation", Integer.toString(forbidden.operation()));
                    case PatchRefusal.InvalidResult invalid ->
                            of(WorldError.CHUNK_INVALID, refusal)
                                    .pointer(invalid.pointer())
                                    .extra("reason", invalid.reason().name());
                    case PatchRefusal.OverLimit over ->
                            of(CommonError.PAYLOAD_TOO_LARGE, refusal)
                                    .limit(over.limitName(), over.limit(), over.actual());
                };
        return builder.toException();
    }

    private static TerraneException.Builder of(ErrorCode code, PatchRefusal refusal) {
        return TerraneException.of(code, refusal.text());
    }
}
