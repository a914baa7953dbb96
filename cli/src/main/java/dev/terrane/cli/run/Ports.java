package dev.terrane.cli.run;

import dev.terrane.cli.services.ServiceAddress;
import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Whether ports are free, and who has them if not; ports that are free. */
public final class Ports {
    private static final int TCP_LISTEN = 0x0A;

    /**
     * Below the range of outgoing connections, which would take a port until its service starts.
     */
    private static final int UNUSED_LEAST = 15_000;

    private static final int UNUSED_MOST = 29_999;
    private static final int UNUSED_ATTEMPTS_MAX = 1_000;

    private Ports() {}

    /** Whether this process could listen on the port. */
    public static boolean isFree(int port, boolean loopback) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(
                    loopback
                            ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                            : new InetSocketAddress(port));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /**
     * A port nobody listens on, for a service that starts later; it is added to those taken.
     *
     * @param taken ports of services that have not started yet
     */
    public static int unused(Set<Integer> taken) {
        for (int attempt = 0; attempt < UNUSED_ATTEMPTS_MAX; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(UNUSED_LEAST, UNUSED_MOST + 1);
            if (!taken.contains(port) && isFree(port, false)) {
                taken.add(port);
                return port;
            }
        }
        throw new IllegalStateException("no free port from " + UNUSED_LEAST + " to " + UNUSED_MOST);
    }

    /** The process that listens on the port, as pid and command, as far as this user may know. */
    public static String owner(int port) {
        OptionalLong pid = listener(port);
        return pid.isPresent()
                ? ProcessNames.describe(pid.getAsLong())
                : "another process (of another user, or not to be found out here)";
    }

    /**
     * Checks all addresses before anything is started.
     *
     * @throws TerraneException PORT_IN_USE, naming port, service and process
     */
    static void requireFree(List<ServiceAddress> addresses) {
        for (ServiceAddress address : addresses) {
            if (!isFree(address.port(), address.loopback())) {
                throw TerraneException.of(
                                CliError.PORT_IN_USE,
                                "port %d (%s) is taken by %s"
                                        .formatted(
                                                address.port(),
                                                address.service(),
                                                owner(address.port())))
                        .field(address.service() + ".port")
                        .toException();
            }
        }
    }

    private static OptionalLong listener(int port) {
        try {
            if (Files.isReadable(Path.of("/proc/net/tcp"))) {
                return listenerByProc(port);
            }
            boolean windows = System.getProperty("os.name", "").startsWith("Windows");
            return windows
                    ? firstNumber(
                            run("netstat", "-ano", "-p", "TCP"),
                            ":" + port + "\\s+\\S+\\s+LISTENING\\s+(\\d+)")
                    : firstNumber(
                            run("lsof", "-nP", "-t", "-iTCP:" + port, "-sTCP:LISTEN"), "(\\d+)");
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    }

    /** Linux: socket inode of the listener, then the process that holds that inode open. */
    private static OptionalLong listenerByProc(int port) throws IOException {
        Set<String> links = new HashSet<>();
        for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            if (Files.isReadable(Path.of(table))) {
                for (String line : Files.readAllLines(Path.of(table))) {
                    inode(line, port).ifPresent(inode -> links.add("socket:[" + inode + "]"));
                }
            }
        }
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            return processes
                    .filter(path -> path.getFileName().toString().matches("\\d+"))
                    .filter(path -> holds(path.resolve("fd"), links))
                    .mapToLong(path -> Long.parseLong(path.getFileName().toString()))
                    .findFirst();
        }
    }

    /** Columns of /proc/net/tcp: 1 local address:port in hex, 3 state, 9 inode. */
    private static Optional<String> inode(String line, int port) {
        String[] columns = line.strip().split("\\s+");
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        String listen = String.format(Locale.ROOT, "%02X", TCP_LISTEN);
        return columns.length > 9 && columns[1].endsWith(suffix) && columns[3].equals(listen)
                ? Optional.of(columns[9])
                : Optional.empty();
    }

    private static boolean holds(Path descriptors, Set<String> links) {
        try (Stream<Path> open = Files.list(descriptors)) {
            return open.anyMatch(
                    descriptor -> {
                        try {
                            return links.contains(Files.readSymbolicLink(descriptor).toString());
                        } catch (IOException _) {
                            return false;
                        }
                    });
        } catch (IOException _) {
            return false;
        }
    }

    private static OptionalLong firstNumber(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find()
                ? OptionalLong.of(Long.parseLong(matcher.group(1)))
                : OptionalLong.empty();
    }

    private static String run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return output;
    }
}
