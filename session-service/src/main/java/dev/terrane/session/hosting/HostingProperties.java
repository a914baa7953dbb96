package dev.terrane.session.hosting;

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
        requireRange("session.hosting.workers", workers, 64);
        requireRange(SESSIONS_MAX, sessionsMax, 100_000);
        requireRange(MAILBOX_MAX, mailboxMax, 100_000);
        requireRange("session.hosting.bodies-max", bodiesMax, 1_000_000);
        requireRange("session.hosting.contacts-max", contactsMax, 10_000_000);
        requireRange("session.hosting.undurable-steps-max", undurableStepsMax, 1_000);
        requireRange("session.hosting.catch-up-steps-max", catchUpStepsMax, 1_000);
        requireRange("session.hosting.checkpoint-every-steps", checkpointEverySteps, 10_000_000);
        requireRange("session.hosting.facts-retained-steps", factsRetainedSteps, Integer.MAX_VALUE);
        requireTime("session.hosting.journal-retained", journalRetained);
        requireTime("session.hosting.receipts-retained", receiptsRetained);
        if (checkpointEverySize.toBytes() < 1
                || checkpointEverySize.toBytes() > CHECKPOINT_SIZE_MAX.toBytes()) {
            throw new IllegalArgumentException(
                    "session.hosting.checkpoint-every-size must be from 1B to "
                            + CHECKPOINT_SIZE_MAX.toMegabytes()
                            + "MB, is "
                            + checkpointEverySize);
        }
        requireRange("session.hosting.client-ids-max", clientIdsMax, 1 << 24);
        if (commandsPerSecondMax < 0) {
            throw new IllegalArgumentException(
                    COMMANDS_PER_SECOND_MAX + " must not be negative, is " + commandsPerSecondMax);
        }
        requireRange("session.hosting.steps-retained", stepsRetained, 1_000_000);
    }

    private static void requireTime(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(name + " must be above 0, is " + value);
        }
    }

    private static void requireRange(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(
                    name + " must be from 1 to " + max + ", is " + value);
        }
    }
}
