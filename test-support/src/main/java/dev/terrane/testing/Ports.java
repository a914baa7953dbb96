package dev.terrane.testing;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for servers that start later. A port the system picks (port 0) comes from the range of
 * outgoing connections, so a connection may take it before the server listens; these lie below that
 * range of every usual system, and no two calls of a JVM get the same. Safe for all threads.
 */
public final class Ports {
    private static final int LEAST = 15_000;
    private static final int MOST = 29_999;
    private static final int ATTEMPTS_MAX = 1_000;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private Ports() {}

    /** A port of this machine that nobody listens on. */
    public static int unused() {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LEAST, MOST + 1);
            if (GIVEN.add(port) && isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port from " + LEAST + " to " + MOST);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
