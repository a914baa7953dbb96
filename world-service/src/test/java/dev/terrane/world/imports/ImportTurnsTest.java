package dev.terrane.world.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class ImportTurnsTest {
    private static final Executor THREADS = task -> Thread.ofPlatform().start(task);

    private static ImportTurns turns(int max) {
        return new ImportTurns(
                new Binder(
                                new MapConfigurationPropertySource(
                                        Map.of("terrane.world.imports.concurrent-max", max)))
                        .bind("terrane.world.imports", ImportProperties.class)
                        .get());
    }

    @Test
    void oneMoreThanThereAreTurnsWaitsAndAFailureGivesItsTurnBack() throws Exception {
        ImportTurns turns = turns(2);
        CountDownLatch inside = new CountDownLatch(2);
        CountDownLatch go = new CountDownLatch(1);
        Runnable reads =
                () -> {
                    inside.countDown();
                    await(go);
                    throw new IllegalStateException("not a map");
                };
        CompletableFuture<?> first = CompletableFuture.runAsync(() -> turns.run(reads), THREADS);
        CompletableFuture<?> second = CompletableFuture.runAsync(() -> turns.run(reads), THREADS);
        await(inside);
        CountDownLatch third = new CountDownLatch(1);
        Thread waiting = Thread.ofPlatform().start(() -> turns.run(third::countDown));
        assertThat(third.await(50, TimeUnit.MILLISECONDS)).isFalse();
        go.countDown();
        assertThat(waiting.join(Duration.ofSeconds(30))).isTrue();
        assertThat(third.getCount()).isZero();
        assertThat(first).completesExceptionallyWithin(Duration.ofSeconds(30));
        assertThat(second).completesExceptionallyWithin(Duration.ofSeconds(30));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whoIsInterruptedDoesNothing() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> turns(1).run(() -> {})).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
