package dev.terrane.world.imports;

import dev.terrane.support.config.SettingRange;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Imports of world-service, {@code world.imports}.
 *
 * @param requestBytesMax all files of one import together
 * @param concurrentMax imports whose files are received at once, whichever worlds' they are; more
 *     are refused with RESOURCE_EXHAUSTED. As many maps are read at once; more wait
 * @param jobsMax jobs that are not over, plans that wait included, in each database; more are
 *     refused with RESOURCE_EXHAUSTED
 * @param stagedBytesMax files and staged chunks of all jobs that are not over, in each database
 * @param atomicChunksMax chunks of a room that one transaction commits; an import that changes more
 *     commits in slices, of which readers may see some before the others; up to 4096
 * @param jobsKept how long a job can be asked for after its end; the last import of a map into a
 *     room is kept
 * @param plansKept how long a plan waits to be carried out before it is cancelled, and a suspended
 *     job to be resumed before it fails, or, when readers see some of it, is tried again
 * @param lease how long a job stays with a process that does not answer, with several on one
 *     PostgreSQL; 1 s to 10 min
 */
@ConfigurationProperties("terrane.world.imports")
public record ImportProperties(
        @DefaultValue("16MB") DataSize requestBytesMax,
        @DefaultValue("3") int concurrentMax,
        @DefaultValue("32") int jobsMax,
        @DefaultValue("1GB") DataSize stagedBytesMax,
        @DefaultValue("4096") int atomicChunksMax,
        @DefaultValue("7d") Duration jobsKept,
        @DefaultValue("1d") Duration plansKept,
        @DefaultValue("30s") Duration lease) {
    /** The setting, as refusals name it. */
    public static final String LIMIT = "world.imports.request-bytes-max";

    /** The setting of the imports at once. */
    public static final String CONCURRENT_LIMIT = "world.imports.concurrent-max";

    /** The setting of the jobs. */
    public static final String JOBS_LIMIT = "world.imports.jobs-max";

    /** The setting of the staged bytes. */
    public static final String STAGED_LIMIT = "world.imports.staged-bytes-max";

    /** The setting of the chunks in one transaction. */
    public static final String ATOMIC_LIMIT = "world.imports.atomic-chunks-max";

    private static final int ATOMIC_MAX = 4_096;

    public ImportProperties {
        SettingRange.requireAtLeast(CONCURRENT_LIMIT, concurrentMax, 1);
        SettingRange.requireAtLeast(LIMIT, requestBytesMax, DataSize.ofBytes(1));
        SettingRange.requireAtLeast(JOBS_LIMIT, jobsMax, 1);
        SettingRange.requireAtLeast(STAGED_LIMIT, stagedBytesMax, DataSize.ofBytes(1));
        SettingRange.require(ATOMIC_LIMIT, atomicChunksMax, 1, ATOMIC_MAX);
        SettingRange.requirePositive("world.imports.jobs-kept", jobsKept);
        SettingRange.requirePositive("world.imports.plans-kept", plansKept);
        SettingRange.require(
                "world.imports.lease", lease, Duration.ofSeconds(1), Duration.ofMinutes(10));
    }
}
