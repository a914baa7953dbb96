package dev.terrane.support.store;

import java.nio.file.Path;

/** Another process for tests: holds a data folder until killed. */
final class LockHolder {
    static final String READY = "holding";

    private LockHolder() {}

    public static void main(String[] args) throws Exception {
        try (DataFolderLock _ = DataFolderLock.acquire(Path.of(args[0]))) {
            System.out.println(READY);
            // Until the parent closes the pipe or kills this process.
            System.in.read();
        }
    }
}
