package dev.terrane.session.hosting;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

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
 * @param checkpointEverySteps steps between two checkpoints of a session
 * @param factsRetainedSteps steps whose facts are kept
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
        @DefaultValue("3600") int checkpointEverySteps,
        @DefaultValue("36000") int factsRetainedSteps,
        @DefaultValue("10000") int stepsRetained) {
    public HostingProperties {
        requireRange("workers", workers, 64);
        requireRange("sessions-max", sessionsMax, 100_000);
        requireRange("mailbox-max", mailboxMax, 100_000);
        requireRange("bodies-max", bodiesMax, 1_000_000);
        requireRange("contacts-max", contactsMax, 10_000_000);
        requireRange("undurable-steps-max", undurableStepsMax, 1_000);
        requireRange("catch-up-steps-max", catchUpStepsMax, 1_000);
        requireRange("checkpoint-every-steps", checkpointEverySteps, 10_000_000);
        requireRange("facts-retained-steps", factsRetainedSteps, Integer.MAX_VALUE);
        requireRange("steps-retained", stepsRetained, 1_000_000);
    }

    private static void requireRange(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(
                    name + " must be from 1 to " + max + ", is " + value);
        }
    }
}
