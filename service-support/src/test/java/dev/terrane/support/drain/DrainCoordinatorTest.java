package dev.terrane.support.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class DrainCoordinatorTest {
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private final List<String> events = new CopyOnWriteArrayList<>();

    private DrainCoordinator coordinator(Duration grace) {
        return new DrainCoordinator(
                new DrainProperties(grace, Duration.ofSeconds(7), 1001),
                () -> events.add("readiness down"));
    }

    @Test
    void readinessGoesDownThenNewWorkIsRefusedWhileRunningWorkEnds() {
        DrainCoordinator coordinator = coordinator(DEADLINE);
        DrainCoordinator.Permit running = coordinator.enter().orElseThrow();
        coordinator.register(notice -> events.add("close " + notice.closeCode()));
        assertThat(coordinator.isDraining()).isFalse();
        CompletableFuture<DrainReport> report = CompletableFuture.supplyAsync(coordinator::drain);
        Await.until(DEADLINE, "listener called", () -> events.size() == 2);
        assertThat(events).containsExactly("readiness down", "close 1001");
        assertThat(coordinator.enter()).isEmpty();
        assertThat(coordinator.isDraining()).isTrue();
        assertThat(report).isNotDone();
        running.close();
        running.close();
        assertThat(report.join().isClean()).isTrue();
        assertThat(coordinator.drain()).isSameAs(report.join());
        assertThat(events).hasSize(2);
    }

    @Test
    void graceIsTheLongestItTakesAndTheReportNamesWhatWasCutOff() {
        DrainCoordinator coordinator = coordinator(Duration.ofMillis(50));
        CountDownLatch never = new CountDownLatch(1);
        AtomicReference<Boolean> interrupted = new AtomicReference<>(false);
        assertThat(coordinator.enter()).isPresent();
        coordinator.register(
                new DrainListener() {
                    @Override
                    public void drain(DrainNotice notice) throws InterruptedException {
                        try {
                            never.await();
                        } catch (InterruptedException e) {
                            interrupted.set(true);
                            throw e;
                        }
                    }

                    @Override
                    public String name() {
                        return "stuck";
                    }
                });
        DrainReport report = coordinator.drain();
        assertThat(report).isEqualTo(new DrainReport(1, List.of("stuck")));
        Await.until(DEADLINE, "the stuck listener is interrupted", interrupted::get);
    }

    @Test
    void failingListenerDoesNotKeepOthersOpen() {
        DrainCoordinator coordinator = coordinator(DEADLINE);
        coordinator.register(
                new DrainListener() {
                    @Override
                    public void drain(DrainNotice notice) {
                        throw new IllegalStateException("defect");
                    }

                    @Override
                    public String name() {
                        return "broken";
                    }
                });
        coordinator.register(notice -> events.add("other closed"));
        assertThat(coordinator.drain().listenersLeft()).containsExactly("broken");
        assertThat(events).contains("other closed");
    }

    @Test
    void unregisteredListenerIsNotCalled() {
        DrainCoordinator coordinator = coordinator(DEADLINE);
        coordinator.register(notice -> events.add("called")).close();
        assertThat(coordinator.drain().isClean()).isTrue();
        assertThat(events).containsExactly("readiness down");
    }

    @Test
    void refusalSaysWhenToComeAgain() {
        var refusal = coordinator(DEADLINE).refusal();
        assertThat(refusal.code()).isEqualTo(CommonError.UNAVAILABLE);
        assertThat(refusal.info().getExtrasMap()).containsEntry("retryAfterSeconds", "7");
    }

    @Test
    void propertiesAreChecked() {
        assertThatThrownBy(
                        () ->
                                new DrainProperties(
                                        Duration.ofMinutes(11), Duration.ofSeconds(1), 1001))
                .hasMessageContaining("grace must be from 0s to 10m");
        assertThatThrownBy(() -> new DrainProperties(Duration.ZERO, Duration.ofMillis(500), 1001))
                .hasMessageContaining("whole seconds");
        assertThatThrownBy(() -> new DrainProperties(Duration.ZERO, Duration.ofSeconds(1), 1000))
                .hasMessageContaining("1001 or 1012");
        assertThatThrownBy(() -> new DrainNotice(1000, "x", Duration.ZERO))
                .hasMessageContaining("1001 or 1012");
        assertThatThrownBy(() -> new DrainNotice(1001, "x", Duration.ofSeconds(-1)))
                .hasMessageContaining("grace");
    }
}
