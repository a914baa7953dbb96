package dev.terrane.bench;

import dev.terrane.bench.proto.PeerChunk;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.codec.AgpcCodec;
import java.util.List;
import java.util.function.Function;

/**
 * The chunk codec beside Protobuf of the same data. Ours reads into the validated model; the peer
 * parses its message and checks nothing. The peer's cells are numbers, {@code repeated uint32}; a
 * second set of rows has them as opaque {@code bytes}, which Protobuf only copies.
 */
final class ChunkCodecRows {
    private static final int CHUNKS = 64;
    private static final String UNIT = "chunks/s";
    private static final String BYTES = "Protobuf, cells as bytes";
    private static final String PACKED = "Protobuf, cells as packed varints";

    private ChunkCodecRows() {}

    /** The same chunks in all forms, and whose turn is next in each. */
    private static final class Data {
        private final List<Chunk> chunks = ChunkWorkload.chunks(CHUNKS);
        private final List<Bytes> images =
                chunks.stream().map(c -> AgpcCodec.encode(c).bytes()).toList();
        private final List<PeerChunk> messages =
                chunks.stream().map(c -> ChunkWorkload.peer(c, true)).toList();
        private final List<byte[]> plain = messages.stream().map(PeerChunk::toByteArray).toList();
        private final List<byte[]> packed =
                chunks.stream().map(c -> ChunkWorkload.peer(c, false).toByteArray()).toList();
        private int next;

        private int next() {
            next = (next + 1) % CHUNKS;
            return next;
        }
    }

    static List<Measurement> all() {
        return List.of(
                sizes(),
                decode("", PACKED, data -> data.packed),
                decode("_bytes", BYTES, data -> data.plain),
                encode());
    }

    private static Measurement sizes() {
        return new Measurement(
                List.of("chunk.bytes", "protobuf.bytes"),
                (_, _) -> {
                    Data data = new Data();
                    double ours =
                            data.images.stream().mapToInt(Bytes::size).average().orElseThrow();
                    double peer =
                            data.plain.stream().mapToInt(b -> b.length).average().orElseThrow();
                    return List.of(
                            new Row("chunk.bytes", ours, "bytes", BYTES),
                            new Row("protobuf.bytes", peer, "bytes", BYTES));
                });
    }

    private static Measurement decode(
            String suffix, String peer, Function<Data, List<byte[]>> messages) {
        List<String> names =
                List.of(
                        "ratio.decode_vs_protobuf" + suffix,
                        "ratio.decode_checked_vs_protobuf" + suffix,
                        "chunk.decode" + suffix,
                        "chunk.decode_checked" + suffix,
                        "protobuf.decode" + suffix);
        return new Measurement(
                names,
                (rounds, log) -> {
                    Data data = new Data();
                    List<byte[]> parsed = messages.apply(data);
                    Rounds.Work theirs = () -> parsed(parsed.get(data.next()));
                    Rounds.Outcome trusted =
                            rounds.run(
                                    "decode",
                                    () -> decoded(data, AgpcCodec.Verify.TRUST),
                                    "protobuf" + suffix,
                                    theirs,
                                    log);
                    Rounds.Outcome checked =
                            rounds.run(
                                    "decode_checked",
                                    () -> decoded(data, AgpcCodec.Verify.CHECKSUM),
                                    "protobuf" + suffix,
                                    theirs,
                                    log);
                    return List.of(
                            new Row(names.get(0), trusted.ratio(), "x", peer),
                            new Row(names.get(1), checked.ratio(), "x", peer),
                            new Row(names.get(2), trusted.ours(), UNIT, peer),
                            new Row(names.get(3), checked.ours(), UNIT, peer),
                            new Row(names.get(4), trusted.peer(), UNIT, peer));
                });
    }

    private static Measurement encode() {
        List<String> names = List.of("ratio.encode_vs_protobuf_bytes", "chunk.encode");
        return new Measurement(
                names,
                (rounds, log) -> {
                    Data data = new Data();
                    Rounds.Outcome encode =
                            rounds.run(
                                    "encode",
                                    () ->
                                            AgpcCodec.encode(data.chunks.get(data.next()))
                                                    .bytes()
                                                    .size(),
                                    "protobuf_bytes",
                                    () -> data.messages.get(data.next()).toByteArray().length,
                                    log);
                    return List.of(
                            new Row(names.get(0), encode.ratio(), "x", BYTES),
                            new Row(names.get(1), encode.ours(), UNIT, BYTES));
                });
    }

    /** Something cheap that depends on the whole result. */
    private static Integer decoded(Data data, AgpcCodec.Verify verify) {
        Bytes image = data.images.get(data.next());
        return AgpcCodec.decode(image, ChunkLimits.DEFAULT, verify).get().objects().size();
    }

    private static Integer parsed(byte[] bytes) throws Exception {
        return PeerChunk.parseFrom(bytes).getObjectsCount();
    }
}
