package dev.terrane.session.hosting;

import dev.terrane.support.config.SettingRange;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How sessions are hosted.
 *
 * @param workers platform threads that run sessions; 1 to 64
 * @param sessionsMax sessions that are not disposed
 * @param mailboxMax commands batches and questions waiting for one session; further ones are
 *     refused
 * @param bodiesMax bodies of one session, boxes of a room included
 * @param contactsMax pairs of bodies within reach; a step that finds more faults its session
 * @param undurableStepsMax steps a session may be ahead of its store before it waits
 * @param catchUpStepsMax steps a late clock makes up for at once; the rest of the delay is dropped
 * @param checkpointEverySteps steps between two bases of a session: after a crash at most about
 *     twice as many are replayed
 * @param checkpointEverySize journal between two bases of a session, whatever its steps
 * @param factsRetainedSteps steps whose facts are kept
 * @param journalRetained how long journal before the newest base is kept, and all that is left of a
 *     generation that ended
 * @param receiptsRetained how long receipts are kept; a retry that comes later is told that its id
 *     was used, no more
 * @param clientIdsMax clients' command ids of one generation; further ones are {@code LEDGER_FULL}
 *     until a rollover
 * @param commandsPerSecondMax clients' commands one session takes in a second, on average; 0 for
 *     any number
 * @param stepsRetained step results kept in memory for event streams of one session
 */
@ConfigurationProperties("terrane.session.hosting")
public record HostingProperties(
        @DefaultValue("2") int workers,
        @DefaultValue("1000") int sessionsMax,
        @DefaultValue("1024") int mailboxMax,
        @DefaultValue("8192") int bodiesMax,
        @DefaultValue("65536") int contactsMax,
        @DefaultValue("8") int undurableStepsMax,
        @DefaultValue("5") int catchUpStepsMax,
        @DefaultValue("18000") int checkpointEverySteps,
        @DefaultValue("8MB") DataSize checkpointEverySize,
        @DefaultValue("36000") int factsRetainedSteps,
        @DefaultValue("1d") Duration journalRetained,
        @DefaultValue("1d") Duration receiptsRetained,
        @DefaultValue("1048576") int clientIdsMax,
        @DefaultValue("10000") int commandsPerSecondMax,
        @DefaultValue("10000") int stepsRetained) {
    /** The setting of the sessions, as refusals name it. */
    static final String SESSIONS_MAX = "session.hosting.sessions-max";

    /** The setting of what waits for one session. */
    static final String MAILBOX_MAX = "session.hosting.mailbox-max";

    /** The setting of the rate of commands. */
    static final String COMMANDS_PER_SECOND_MAX = "session.hosting.commands-per-second-max";

    private static final DataSize CHECKPOINT_SIZE_MAX = DataSize.ofMegabytes(1024);

    public HostingProperties {
        SettingRange.require("session.hosting.workers", workers, 1, 64);
        SettingRange.require(SESSIONS_MAX, sessionsMax, 1, 100_000);
        SettingRange.require(MAILBOX_MAX, mailboxMax, 1, 100_000);
        SettingRange.require("session.hosting.bodies-max", bodiesMax, 1, 1_000_000);
        SettingRange.require("session.hosting.contacts-max", contactsMax, 1, 10_000_000);
        SettingRange.require("session.hosting.undurable-steps-max", undurableStepsMax, 1, 1_000);
        SettingRange.require("session.hosting.catch-up-steps-max", catchUpStepsMax, 1, 1_000);
        SettingRange.require(
                "session.hosting.checkpoint-every-steps", checkpointEverySteps, 1, 10_000_000);
        SettingRange.require(
                "session.hosting.facts-retained-steps", factsRetainedSteps, 1, Integer.MAX_VALUE);
        SettingRange.requirePositive("session.hosting.journal-retained", journalRetained);
        SettingRange.requirePositive("session.hosting.receipts-retained", receiptsRetained);
        SettingRange.require(
                "session.hosting.checkpoint-every-size",
                checkpointEverySize,
                DataSize.ofBytes(1),
                CHECKPOINT_SIZE_MAX);
        SettingRange.require("session.hosting.client-ids-max", clientIdsMax, 1, 1 << 24);
        SettingRange.requireAtLeast(COMMANDS_PER_SECOND_MAX, commandsPerSecondMax, 0);
        SettingRange.require("session.hosting.steps-retained", stepsRetained, 1, 1_000_000);
    }
}
