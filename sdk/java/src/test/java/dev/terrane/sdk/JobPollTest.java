package dev.terrane.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobPollTest {
    private final List<Long> waits = new ArrayList<>();
    private final List<Integer> told = new ArrayList<>();
    private long now;

    private JobPoll poll(long first, long most, long silence) {
        return new JobPoll(
                Duration.ofMillis(first),
                Duration.ofMillis(most),
                Duration.ofMillis(silence),
                () -> now,
                nanos -> {
                    waits.add(Duration.ofNanos(nanos).toMillis());
                    now += nanos;
                });
    }

    @Test
    void questionsComeEverMoreSeldomAndEveryAnswerIsToldOf() throws InterruptedException {
        assertThat(poll(100, 400, 10_000).await(0, job -> job == 7, job -> job + 1, told::add))
                .contains(7);

        assertThat(waits).containsExactly(100L, 150L, 225L, 337L, 400L, 400L, 400L);
        assertThat(told).containsExactly(0, 1, 2, 3, 4, 5, 6);
    }

    @Test
    void whatIsAtRestIsNotAskedFor() throws InterruptedException {
        assertThat(poll(100, 100, 0).await(1, _ -> true, job -> job + 1, told::add)).contains(1);

        assertThat(waits).isEmpty();
        assertThat(told).isEmpty();
    }

    @Test
    void aJobOfWhichNothingNewIsHeardIsGivenUp() throws InterruptedException {
        assertThat(poll(100, 100, 1_000).await(0, job -> job < 0, job -> job, told::add)).isEmpty();

        assertThat(waits).hasSize(11);
    }

    @Test
    void newsMakeItWaitOn() throws InterruptedException {
        assertThat(
                        poll(100, 100, 250)
                                .await(
                                        0,
                                        job -> job == 100,
                                        job -> waits.size() % 2 == 0 ? job + 1 : job,
                                        told::add))
                .contains(100);
        assertThat(now).isGreaterThan(Duration.ofSeconds(10).toNanos());
    }

    @Test
    void timesThatAreNoneAreRefused() {
        assertThatThrownBy(() -> poll(0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> poll(2, 1, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
