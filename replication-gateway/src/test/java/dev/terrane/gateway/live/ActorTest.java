package dev.terrane.gateway.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ActorTest {
    @Test
    void tasksOfManyThreadsRunOneAtATimeAndNoneIsLost() throws Exception {
        try (ActorPool pool = new ActorPool("test", 3)) {
            Actor actor = pool.newActor("one", Integer.MAX_VALUE);
            AtomicInteger inside = new AtomicInteger();
            AtomicInteger overlaps = new AtomicInteger();
            List<Integer> done = new ArrayList<>();
            List<Thread> senders = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                senders.add(
                        Thread.ofPlatform()
                                .start(
                                        () -> {
                                            for (int i = 0; i < 5_000; i++) {
                                                actor.post(
                                                        () -> {
                                                            if (inside.incrementAndGet() != 1) {
                                                                overlaps.incrementAndGet();
                                                            }
                                                            done.add(1);
                                                            inside.decrementAndGet();
                                                        });
                                            }
                                        }));
            }
            for (Thread sender : senders) {
                sender.join();
            }
            CountDownLatch last = new CountDownLatch(1);
            actor.post(last::countDown);
            last.await();
            assertThat(overlaps).hasValue(0);
            assertThat(done).hasSize(20_000);
        }
    }

    @Test
    void anActorWithMuchToDoLetsOthersRun() throws Exception {
        try (ActorPool pool = new ActorPool("test", 1)) {
            Actor busy = pool.newActor("busy", Integer.MAX_VALUE);
            Actor other = pool.newActor("other", Integer.MAX_VALUE);
            CountDownLatch gate = new CountDownLatch(1);
            AtomicInteger busyDone = new AtomicInteger();
            AtomicInteger busyDoneAtOther = new AtomicInteger(-1);
            busy.post(
                    () -> {
                        try {
                            gate.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    });
            for (int i = 0; i < 10_000; i++) {
                busy.post(busyDone::incrementAndGet);
            }
            other.post(() -> busyDoneAtOther.set(busyDone.get()));
            gate.countDown();
            Await.until(Duration.ofSeconds(20), "the other ran", () -> busyDoneAtOther.get() >= 0);
            assertThat(busyDoneAtOther.get()).isLessThan(1_000);
        }
    }

    @Test
    void aTaskThatThrowsDoesNotEndTheActor() {
        List<String> done = new ArrayList<>();
        Actor actor = new Actor("test", 10, Runnable::run);
        actor.post(
                () -> {
                    throw new IllegalStateException("on purpose");
                });
        actor.post(() -> done.add("next"));
        assertThat(done).containsExactly("next");
    }

    @Test
    void theMailboxForOutsidersIsBounded() {
        List<Runnable> turns = new ArrayList<>();
        Actor actor = new Actor("test", 2, turns::add);
        assertThat(actor.offer(() -> {})).isTrue();
        assertThat(actor.offer(() -> {})).isTrue();
        assertThat(actor.offer(() -> {})).isFalse();
        actor.post(() -> {});
        assertThat(actor.waiting()).isEqualTo(3);
        turns.removeFirst().run();
        assertThat(actor.waiting()).isZero();
        assertThat(actor.offer(() -> {})).isTrue();
    }
}
