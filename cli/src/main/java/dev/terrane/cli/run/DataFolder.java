package dev.terrane.cli.run;

import dev.terrane.cli.config.ConfigSource;
import dev.terrane.cli.services.ServiceName;
import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder all services write below. Each service's part is locked by the process that runs the
 * service ({@code data/SERVICE/lock}, released by the operating system even after kill -9), and the
 * process describes itself in {@code up.json}, or {@code up-SERVICE.json} when it runs a single
 * one.
 */
public final class DataFolder {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Path path;

    public DataFolder(Path path) {
        this.path = path.toAbsolutePath().normalize();
    }

    /** The folder an option names, else the configured one. */
    public static DataFolder of(@Nullable Path named) {
        return new DataFolder(named != null ? named : ConfigSource.dataFolder());
    }

    /** Absolute path. */
    public Path path() {
        return path;
    }

    /** Development credentials of this folder; see {@link Secrets}. */
    public Path devFile() {
        return path.resolve("dev.json");
    }

    /** The instances that say they run on this folder and whose process is alive. */
    public List<Instance> instances() {
        List<Instance> found = new ArrayList<>();
        for (Path file : instanceFiles()) {
            Instance instance = read(file);
            if (instance != null && instance.process().isPresent()) {
                found.add(instance);
            }
        }
        return found;
    }

    /**
     * Address of the gateway that runs on this folder.
     *
     * @throws TerraneException NOT_RUNNING when none does
     */
    public URI gateway() {
        return instances().stream()
                .filter(instance -> instance.runs(ServiceName.GATEWAY))
                .findFirst()
                .map(instance -> URI.create(instance.url()))
                .orElseThrow(
                        () ->
                                TerraneException.of(
                                                CliError.NOT_RUNNING,
                                                "no gateway runs on the data folder " + path)
                                        .toException());
    }

    /**
     * Takes the folder for these services, making it first when absent.
     *
     * @throws TerraneException DATA_LOCKED, naming the process that has it
     */
    Lock lock(List<ServiceName> services) {
        List<FileLock> taken = new ArrayList<>();
        for (ServiceName service : services) {
            FileLock lock = tryLock(service);
            if (lock == null) {
                release(taken);
                throw TerraneException.of(
                                CliError.DATA_LOCKED,
                                "%s is in use by %s".formatted(path, owner(service)))
                        .field(path.toString())
                        .toException();
            }
            taken.add(lock);
        }
        return new Lock(taken);
    }

    /** Writes what runs here; replaces what was said before in one step. */
    void describe(Instance instance, List<ServiceName> services) {
        try {
            Path file = instanceFile(services);
            Path partial = path.resolve(file.getFileName() + ".partial");
            Files.writeString(partial, JSON.writeValueAsString(instance) + "\n");
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write below " + path, e);
        }
    }

    /** Removes what {@link #describe} wrote. */
    void forget(List<ServiceName> services) {
        try {
            Files.deleteIfExists(instanceFile(services));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write below " + path, e);
        }
    }

    private Path instanceFile(List<ServiceName> services) {
        boolean complete = services.size() == ServiceName.values().length;
        return path.resolve(complete ? "up.json" : "up-" + services.getFirst().id() + ".json");
    }

    private List<Path> instanceFiles() {
        List<Path> files = new ArrayList<>(List.of(path.resolve("up.json")));
        Stream.of(ServiceName.values())
                .map(service -> path.resolve("up-" + service.id() + ".json"))
                .forEach(files::add);
        return files;
    }

    private static @Nullable Instance read(Path file) {
        try {
            return Files.exists(file)
                    ? JSON.readValue(Files.readString(file), Instance.class)
                    : null;
        } catch (IOException | JacksonException _) {
            // Half a file, or not ours: it says nothing about what runs.
            return null;
        }
    }

    private @Nullable FileLock tryLock(ServiceName service) {
        try {
            Path folder = Files.createDirectories(path.resolve(service.id()));
            FileChannel channel =
                    FileChannel.open(
                            folder.resolve("lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
            try {
                FileLock lock = channel.tryLock();
                if (lock == null) {
                    channel.close();
                }
                return lock;
            } catch (OverlappingFileLockException _) {
                channel.close();
                return null;
            }
        } catch (IOException e) {
            throw TerraneException.of(
                            CliError.START_FAILED,
                            "the data folder %s cannot be used: %s".formatted(path, reason(e)))
                    .field(path.toString())
                    .cause(e)
                    .toException();
        }
    }

    /** File exceptions often say no more than the path. */
    private static String reason(IOException e) {
        return switch (e) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "it does not exist and cannot be made here";
            case FileSystemException file when file.getReason() != null -> file.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }

    private String owner(ServiceName service) {
        Optional<Instance> owner = instances().stream().filter(i -> i.runs(service)).findFirst();
        return owner.map(instance -> ProcessNames.describe(instance.pid()))
                .orElse("another process (which left no up.json there)");
    }

    private static void release(List<FileLock> locks) {
        for (FileLock lock : locks) {
            try {
                lock.acquiredBy().close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The folder belongs to this process until this is closed. */
    static final class Lock implements AutoCloseable {
        private final List<FileLock> locks;

        private Lock(List<FileLock> locks) {
            this.locks = List.copyOf(locks);
        }

        @Override
        public void close() {
            release(locks);
        }
    }
}
