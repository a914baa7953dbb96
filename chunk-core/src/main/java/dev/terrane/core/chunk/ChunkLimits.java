package dev.terrane.core.chunk;

/**
 * What a decoder accepts at most, checked before anything is allocated. A world may lower them; the
 * format's own bounds stay above.
 *
 * @param bodyBytesMax uncompressed body
 * @param layersMax tile layers of a chunk
 * @param objectsMax objects of a chunk
 * @param jsonBytesMax text of the JSON form
 */
public record ChunkLimits(int bodyBytesMax, int layersMax, int objectsMax, int jsonBytesMax) {
    /** 1 MiB, 16 layers, 4,096 objects, 8 MiB of JSON. */
    public static final ChunkLimits DEFAULT =
            new ChunkLimits(1 << 20, Chunk.LAYERS_MAX, Chunk.OBJECTS_MAX, 8 << 20);

    public ChunkLimits {
        if (bodyBytesMax < 1
                || bodyBytesMax > 1 << 20
                || layersMax < 0
                || layersMax > Chunk.LAYERS_MAX
                || objectsMax < 0
                || objectsMax > Chunk.OBJECTS_MAX
                || jsonBytesMax < 1) {
            throw new IllegalArgumentException(
                    "limits %d, %d, %d, %d"
                            .formatted(bodyBytesMax, layersMax, objectsMax, jsonBytesMax));
        }
    }
}
