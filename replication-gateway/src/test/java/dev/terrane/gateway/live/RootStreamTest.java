package dev.terrane.gateway.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.entity.CreateResult;
import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.GuidWidth;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.KernelLimits;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.StreamLimits;
import dev.terrane.gateway.live.wire.CanonicalBodies;
import java.util.List;
import org.junit.jupiter.api.Test;

class RootStreamTest {
    /** As after 65,536 entities that came and went: their lifetimes are forgotten. */
    private static final KernelLimits FORGETFUL =
            new KernelLimits(100, 100, 100, 100, GuidWidth.BITS_64, 1, 1, 1, 100, 0);

    private final Kernel kernel =
            new Kernel(
                    StageFixture.schema().catalog(),
                    () -> {
                        throw new IllegalStateException("every entity is created with a guid");
                    },
                    FORGETFUL);

    @Test
    void anEntityMadeAfterManyHaveEndedIsPublished() {
        kernel.destroy(player(1).guid());
        Entity entity = player(2);
        assertThat(entity.lifetime()).isEqualTo(2);
        var projection = ProjectionClass.of("guest@1", entity.layout());
        var opened =
                RootStream.open(entity, projection, StreamLimits.defaults(), new CanonicalBodies());
        RootStream stream = ((RootStream.Opened.Open) opened).stream();
        assertThat(stream.incarnation()).isEqualTo(2);
        entity.set(StageFixture.HP, new Value.UInt32(5));
        assertThat(stream.flush()).isEqualTo(new RootStream.Flushed.Changed());
    }

    private Entity player(long guid) {
        var creation = new Creation("Player", new Guid(guid), 0, List.of());
        return ((CreateResult.Created) kernel.create(creation)).entity();
    }
}
