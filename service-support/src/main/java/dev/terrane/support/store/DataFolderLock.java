package dev.terrane.support.store;

import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Exclusive use of a data folder by one process, from {@link #acquire} to {@link #close}; the
 * operating system ends it when the process dies. {@code store.lock} carries the lock and {@code
 * store.pid} the owner's process id, in a file of its own because a locked file cannot be read
 * everywhere.
 */
public final class DataFolderLock implements AutoCloseable {
    /**
     * Folders this process holds. Asked before the lock file is opened: closing a second channel on
     * it would drop the first one's lock on systems with POSIX locks.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel channel;

    private DataFolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /**
     * Makes the folder if there is none and locks it.
     *
     * @throws TerraneException DATA_LOCKED, with the owner's process id in the extra {@code pid}
     */
    public static DataFolderLock acquire(Path folder) {
        try {
            Files.createDirectories(folder);
            Path real = folder.toRealPath();
            if (!HELD.add(real)) {
                throw refusal(real, ProcessHandle.current().pid());
            }
            FileChannel channel = null;
            try {
                channel =
                        FileChannel.open(
                                real.resolve("store.lock"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE);
                // Held until the channel is closed.
                if (channel.tryLock() == null) {
                    throw refusal(real, findOwner(real));
                }
                Files.writeString(real.resolve("store.pid"), ProcessHandle.current().pid() + "\n");
                return new DataFolderLock(real, channel);
            } catch (IOException | RuntimeException e) {
                if (channel != null) {
                    channel.close();
                }
                HELD.remove(real);
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the data folder cannot be used: " + folder, e);
        }
    }

    @Override
    public void close() {
        if (!channel.isOpen()) {
            return;
        }
        try {
            Files.deleteIfExists(folder.resolve("store.pid"));
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the data folder cannot be released: " + folder, e);
        } finally {
            HELD.remove(folder);
        }
    }

    private static @Nullable Long findOwner(Path folder) {
        try {
            return Long.valueOf(Files.readString(folder.resolve("store.pid")).strip());
        } catch (IOException | NumberFormatException e) {
            return null;
        }
    }

    private static TerraneException refusal(Path folder, @Nullable Long pid) {
        String owner = pid == null ? "another process" : "process " + pid + describe(pid);
        return TerraneException.of(
                        CliError.DATA_LOCKED,
                        "the data folder " + folder + " is in use by " + owner)
                .field(folder.toString())
                .extra("pid", pid == null ? "" : pid.toString())
                .toException();
    }

    private static String describe(long pid) {
        if (pid == ProcessHandle.current().pid()) {
            return " (this one)";
        }
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .map(command -> " (" + command + ")")
                .orElse("");
    }
}
