package dev.terrane.schema.registry.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.schema.SchemaLimits;
import dev.terrane.schema.registry.MemorySchemaStore;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.TestRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A thousand classes of a hundred fields: as large as the limits let a document be. */
class LargeSchemaTest {
    private static final SchemaName LARGE = new SchemaName("large");

    private static byte[] document(String type) {
        StringBuilder text = new StringBuilder(4 << 20);
        text.append("{\"format\":\"ark.entity-schema\",\"version\":1,\"classes\":[");
        for (int at = 0; at < 1000; at++) {
            text.append(at == 0 ? "" : ",").append("{\"name\":\"C").append(at);
            text.append("\",\"fields\":[");
            for (int index = 1; index <= 100; index++) {
                text.append(index == 1 ? "" : ",")
                        .append("{\"name\":\"f")
                        .append(index)
                        .append("\",\"index\":")
                        .append(index)
                        .append(",\"type\":\"")
                        .append(at == 999 && index == 100 ? type : "bool")
                        .append("\"}");
            }
            text.append("],\"tables\":[],\"containers\":[]}");
        }
        return text.append("],\"configs\":[]}").toString().getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void isValidatedComparedAndPublished() {
        byte[] first = document("guid");
        assertThat(first.length).isLessThan(SchemaLimits.DEFAULT.documentBytesMax());
        MemorySchemaStore store = new MemorySchemaStore();
        TestRegistry registry = TestRegistry.on(store);
        long begin = System.nanoTime();
        registry.create(LARGE, first);
        long published = System.nanoTime();
        PublishResult refused = registry.publish(LARGE, document("bool"));
        long compared = System.nanoTime();
        PublishPlan plan = ((PublishResult.Refused) refused).plans().getFirst();
        assertThat(plan.forbidden()).hasSize(1);
        assertThat(plan.forbidden().getFirst().message()).contains("/classes/999/fields/99/type");
        String described =
                new String(first, StandardCharsets.UTF_8)
                        .replace("\"name\":\"C0\"", "\"name\":\"C0\",\"description\":\"first\"");
        assertThat(registry.create(LARGE, described.getBytes(StandardCharsets.UTF_8)).id())
                .hasToString("large@2");
        System.out.println(
                "1,000 x 100: published in "
                        + Duration.ofNanos(published - begin).toMillis()
                        + " ms, compared in "
                        + Duration.ofNanos(compared - published).toMillis()
                        + " ms, "
                        + first.length
                        + " bytes");
    }
}
