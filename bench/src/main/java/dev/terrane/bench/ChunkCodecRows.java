package dev.terrane.bench;

import dev.terrane.bench.proto.PeerChunk;
import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkLimits;
import dev.terrane.core.chunk.codec.AgpcCodec;
import java.io.PrintWriter;
import java.util.List;

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

    static List<Row> measure(Rounds rounds, PrintWriter log) throws Exception {
        List<Chunk> chunks = ChunkWorkload.chunks(CHUNKS);
        List<Bytes> images = chunks.stream().map(c -> AgpcCodec.encode(c).bytes()).toList();
        List<PeerChunk> messages = chunks.stream().map(c -> ChunkWorkload.peer(c, true)).toList();
        List<byte[]> plain = messages.stream().map(PeerChunk::toByteArray).toList();
        List<byte[]> packed =
                chunks.stream().map(c -> ChunkWorkload.peer(c, false).toByteArray()).toList();
        int[] turn = new int[4];
        Rounds.Work trusted = () -> decoded(images.get(turn[0]++ % CHUNKS), AgpcCodec.Verify.TRUST);
        Rounds.Work checked =
                () -> decoded(images.get(turn[1]++ % CHUNKS), AgpcCodec.Verify.CHECKSUM);
        Rounds.Work peer = () -> parsed(plain.get(turn[2]++ % CHUNKS));
        Rounds.Work varints = () -> parsed(packed.get(turn[2]++ % CHUNKS));
        Rounds.Outcome decode = rounds.run("decode", trusted, "protobuf", peer, log);
        Rounds.Outcome verify = rounds.run("decode_checked", checked, "protobuf", peer, log);
        Rounds.Outcome usual = rounds.run("decode", trusted, "protobuf_packed", varints, log);
        Rounds.Outcome usualVerify =
                rounds.run("decode_checked", checked, "protobuf_packed", varints, log);
        Rounds.Outcome encode =
                rounds.run(
                        "encode",
                        () -> AgpcCodec.encode(chunks.get(turn[3]++ % CHUNKS)).bytes().size(),
                        "protobuf",
                        () -> messages.get(turn[3]++ % CHUNKS).toByteArray().length,
                        log);
        double size = images.stream().mapToInt(Bytes::size).average().orElseThrow();
        double peerSize = plain.stream().mapToInt(bytes -> bytes.length).average().orElseThrow();
        return List.of(
                new Row("chunk.decode", decode.ours(), UNIT, BYTES),
                new Row("chunk.decode_checked", verify.ours(), UNIT, BYTES),
                new Row("chunk.encode", encode.ours(), UNIT, BYTES),
                new Row("protobuf.decode", usual.peer(), UNIT, PACKED),
                new Row("protobuf.decode_bytes", decode.peer(), UNIT, BYTES),
                new Row("chunk.bytes", size, "bytes", BYTES),
                new Row("protobuf.bytes", peerSize, "bytes", BYTES),
                new Row("ratio.decode_vs_protobuf", usual.ratio(), "x", PACKED),
                new Row("ratio.decode_checked_vs_protobuf", usualVerify.ratio(), "x", PACKED),
                new Row("ratio.decode_vs_protobuf_bytes", decode.ratio(), "x", BYTES),
                new Row("ratio.decode_checked_vs_protobuf_bytes", verify.ratio(), "x", BYTES),
                new Row("ratio.encode_vs_protobuf_bytes", encode.ratio(), "x", BYTES));
    }

    /** Something cheap that depends on the whole result. */
    private static Integer decoded(Bytes image, AgpcCodec.Verify verify) {
        return AgpcCodec.decode(image, ChunkLimits.DEFAULT, verify).get().objects().size();
    }

    private static Integer parsed(byte[] bytes) throws Exception {
        return PeerChunk.parseFrom(bytes).getObjectsCount();
    }
}
