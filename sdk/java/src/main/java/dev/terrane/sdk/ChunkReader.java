package dev.terrane.sdk;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.Decoded;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.proto.stage.v1alpha1.ChunkData;
import dev.terrane.proto.stage.v1alpha1.ChunkFlags;
import dev.terrane.proto.world.v1alpha1.ContentFlags;
import dev.terrane.proto.world.v1alpha1.Severity;
import java.util.Map;
import java.util.TreeMap;

/**
 * Chunk messages as answers; bytes are believed only when their checksum is that of their content.
 */
final class ChunkReader {
    private ChunkReader() {}

    static ChunkAnswer read(ChunkData data) {
        var at = ChunkPosition.of(data.getAt());
        if (data.hasError()) {
            return new ChunkAnswer.Refused(at, Problem.of(data.getError()));
        }
        if (data.getImage().isEmpty()) {
            return new ChunkAnswer.Current(at, data.getRevision(), data.getChecksum());
        }
        Bytes image = Bytes.copyOf(data.getImage().toByteArray());
        return switch (AgpcCodec.decodeHeader(image)) {
            case Decoded.Rejected<AgpcCodec.Header> rejected ->
                    new ChunkAnswer.Corrupt(at, text(rejected));
            case Decoded.Ok<AgpcCodec.Header>(var header) -> {
                if (!header.checksum().toString().equals(data.getChecksum())) {
                    yield new ChunkAnswer.Corrupt(
                            at,
                            "checksum "
                                    + header.checksum()
                                    + " in the image, "
                                    + data.getChecksum()
                                    + " beside it");
                }
                yield decode(at, data, image);
            }
        };
    }

    static FlagsAnswer read(ChunkFlags message) {
        var at = ChunkPosition.of(message.getAt());
        if (message.hasError()) {
            return new FlagsAnswer.Refused(at, Problem.of(message.getError()));
        }
        ContentFlags flags = message.getFlags();
        var severities = new TreeMap<String, Integer>();
        put(severities, "violence", flags.getViolence());
        put(severities, "sexual", flags.getSexual());
        put(severities, "language", flags.getLanguage());
        put(severities, "substance", flags.getSubstance());
        put(severities, "gambling", flags.getGambling());
        put(severities, "horror", flags.getHorror());
        put(severities, "hate", flags.getHate());
        put(severities, "custom", flags.getCustom());
        return new FlagsAnswer.Flags(
                at, message.getRevision(), severities, flags.getMature(), flags.getSourcesList());
    }

    private static ChunkAnswer decode(ChunkPosition at, ChunkData data, Bytes image) {
        return switch (AgpcCodec.decode(image)) {
            case Decoded.Ok<Chunk>(Chunk chunk) ->
                    new ChunkAnswer.Loaded(
                            at,
                            data.getRevision(),
                            data.getChecksum(),
                            data.getImage().size(),
                            chunk);
            case Decoded.Rejected<Chunk> rejected -> new ChunkAnswer.Corrupt(at, text(rejected));
        };
    }

    private static String text(Decoded.Rejected<?> rejected) {
        return rejected.reason() + " at " + rejected.location() + ": " + rejected.detail();
    }

    private static void put(Map<String, Integer> severities, String category, Severity severity) {
        int level =
                switch (severity) {
                    case SEVERITY_MILD -> 1;
                    case SEVERITY_MODERATE -> 2;
                    case SEVERITY_SEVERE -> 3;
                    case SEVERITY_UNSPECIFIED, UNRECOGNIZED -> 0;
                };
        if (level > 0) {
            severities.put(category, level);
        }
    }
}
