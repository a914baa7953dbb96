package dev.terrane.core.session.format;

import dev.terrane.core.session.physics.StepSpec;

/** How a step runs, standing alone, magic {@code TSST}: what a host's clock repeats. */
public final class StepCodec {
    private static final int MAGIC = Frame.magic("TSST");
    private static final int VERSION = 1;
    private static final int BYTES_MAX = 1 << 20;

    private StepCodec() {}

    /** The step as bytes. */
    public static byte[] encode(StepSpec spec) {
        return Frame.encode(MAGIC, VERSION, out -> BodyCodec.write(out, spec));
    }

    /** The step in these bytes. */
    public static Decoded<StepSpec> decode(byte[] bytes) {
        return Frame.decode(bytes, MAGIC, VERSION, BYTES_MAX, BodyCodec::readStep);
    }
}
