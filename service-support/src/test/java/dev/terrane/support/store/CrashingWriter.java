package dev.terrane.support.store;

import java.util.concurrent.atomic.AtomicLong;

/** Another process for tests: eight callers write rows and print each acknowledged id, for ever. */
final class CrashingWriter {
    static final int CALLERS = 8;

    private CrashingWriter() {}

    public static void main(String[] args) throws InterruptedException {
        AtomicLong ids = new AtomicLong(Long.parseLong(args[1]));
        StoreFixture store = StoreFixture.open("probe", args[0]);
        Thread[] callers = new Thread[CALLERS];
        for (int i = 0; i < CALLERS; i++) {
            callers[i] =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        while (true) {
                                            write(store, ids.incrementAndGet());
                                        }
                                    });
        }
        for (Thread caller : callers) {
            caller.join();
        }
    }

    /** Two rows a transaction, so that a torn one would show. */
    private static void write(StoreFixture store, long id) {
        store.threads()
                .run(
                        () -> {
                            store.template()
                                    .update(
                                            "INSERT INTO probe (id, name) VALUES (?, ?)",
                                            id,
                                            "n" + id);
                            store.template()
                                    .update(
                                            "INSERT INTO probe_note (id, probe, note) VALUES (?, ?, ?)",
                                            id,
                                            id,
                                            "note");
                        });
        System.out.println("ack " + id);
    }
}
