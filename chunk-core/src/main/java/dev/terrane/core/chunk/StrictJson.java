package dev.terrane.core.chunk;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** How JSON of chunks and of what lies in them is parsed; {@link JsonFaults} words the refusals. */
public final class StrictJson {
    /**
     * Refuses members that stand twice, more than 64 levels, numbers of more than 1,000 characters
     * and strings of more than 1,048,576.
     */
    public static final JsonMapper MAPPER =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(64)
                                                    .maxNumberLength(1_000)
                                                    .maxStringLength(1 << 20)
                                                    .build())
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .build();

    private StrictJson() {}
}
