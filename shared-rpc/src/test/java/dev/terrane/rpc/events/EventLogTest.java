package dev.terrane.rpc.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.rpc.events.EventLog.Read;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EventLogTest {
    private static final EventCursor START = new EventCursor(9, 0);

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void eventsAreNumberedFromTheHeadOn() {
        EventLog<String> log = log(10, 1_000);

        assertThat(log.append(Set.of(), "a")).isEqualTo(new EventCursor(9, 1));
        assertThat(log.append(Set.of(), "b")).isEqualTo(new EventCursor(9, 2));
        assertThat(next(log, 0, "")).isEqualTo("a");
        assertThat(next(log, 1, "")).isEqualTo("b");
        assertThat(log.after(new EventCursor(9, 2), ""))
                .isEqualTo(new Read.UpToDate<>(new EventCursor(9, 2)));
    }

    @Test
    void aTopicSkipsWhatIsNotItsOwn() {
        EventLog<String> log = log(10, 1_000);
        log.append(Set.of("x", "x/1"), "a");
        log.append(Set.of("y"), "b");
        log.append(Set.of("x", "x/2"), "c");

        assertThat(next(log, 0, "x/2")).isEqualTo("c");
        assertThat(next(log, 1, "x")).isEqualTo("c");
        assertThat(log.after(START, "z")).isEqualTo(new Read.UpToDate<>(new EventCursor(9, 3)));
    }

    @Test
    void theNumberOfEventsIsBounded() {
        EventLog<String> log = log(3, 1_000);
        for (int i = 1; i <= 5; i++) {
            log.append(Set.of(), "e" + i);
        }

        assertThat(next(log, 2, "")).isEqualTo("e3");
        assertLost(log, new EventCursor(9, 1), ResetCause.RETENTION);
    }

    @Test
    void theBytesAreBounded() {
        EventLog<String> log = log(100, 10);
        log.append(Set.of(), "12345");
        log.append(Set.of(), "12345");
        log.append(Set.of(), "1");

        assertLost(log, START, ResetCause.RETENTION);
        assertThat(next(log, 1, "")).isEqualTo("12345");
        log.append(Set.of(), "larger than the whole log");
        assertLost(log, new EventCursor(9, 3), ResetCause.RETENTION);
    }

    @Test
    void theAgeIsBounded() {
        EventLog<String> log = log(100, 1_000);
        log.append(Set.of(), "old");
        nanos.addAndGet(Duration.ofSeconds(40).toNanos());
        log.append(Set.of(), "young");
        nanos.addAndGet(Duration.ofSeconds(30).toNanos());

        assertLost(log, START, ResetCause.RETENTION);
        assertThat(next(log, 1, "")).isEqualTo("young");
    }

    @Test
    void cursorsOfAnotherNumberingOrTheFutureAreLost() {
        EventLog<String> log = log(10, 1_000);
        log.append(Set.of(), "a");

        assertLost(log, new EventCursor(8, 1), ResetCause.EPOCH);
        assertLost(log, new EventCursor(9, 2), ResetCause.UNKNOWN_CURSOR);
        log.restart(new EventCursor(10, 50));
        assertLost(log, new EventCursor(9, 1), ResetCause.EPOCH);
        assertThat(log.append(Set.of(), "b")).isEqualTo(new EventCursor(10, 51));
        assertThat(((Read.Next<String>) log.after(new EventCursor(10, 50), "")).event().value())
                .isEqualTo("b");
    }

    @Test
    void aLogThatEndedIsReadToItsEnd() {
        EventLog<String> log = log(10, 1_000);
        log.append(Set.of(), "a");
        log.append(Set.of(), "b");
        log.close();

        assertThat(next(log, 0, "")).isEqualTo("a");
        assertThat(next(log, 1, "")).isEqualTo("b");
        for (EventCursor nothingLeft :
                new EventCursor[] {new EventCursor(9, 2), new EventCursor(8, 1)}) {
            assertThat(log.after(nothingLeft, "")).isEqualTo(new Read.Closed<>());
        }
    }

    private EventLog<String> log(int events, long bytes) {
        return new EventLog<>(
                START,
                new EventLogLimits(events, bytes, Duration.ofSeconds(60)),
                String::length,
                nanos::get);
    }

    private static String next(EventLog<String> log, long after, String topic) {
        Read<String> read = log.after(new EventCursor(9, after), topic);
        assertThat(read).isInstanceOf(Read.Next.class);
        return ((Read.Next<String>) read).event().value();
    }

    private static void assertLost(EventLog<String> log, EventCursor cursor, ResetCause cause) {
        assertThat(log.after(cursor, "")).isEqualTo(new Read.Lost<>(cause, log.head()));
    }
}
