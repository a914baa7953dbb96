package dev.terrane.support.testing;

import dev.terrane.testing.Processes;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A service as a process of its own, for tests that kill it. */
public final class ServiceProcess {
    private static final String READY = "the service listens on ";
    private static final Duration START_MAX = Duration.ofSeconds(90);

    private ServiceProcess() {}

    /**
     * Starts a service and does not wait.
     *
     * @param application the service's application class
     * @param arguments what it is started with, as {@link ServiceServer#arguments}
     */
    public static Processes.Child start(Class<?> application, List<String> arguments) {
        List<String> all = new ArrayList<>(List.of(application.getName()));
        all.addAll(arguments);
        return Processes.java(
                List.of(
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED"),
                ServiceProcess.class.getName(),
                all.toArray(String[]::new));
    }

    /** Where the service listens, once it does; fails at once when the process ends before. */
    public static URI awaitBase(Processes.Child service) {
        String line = service.awaitLine(START_MAX, text -> text.startsWith(READY));
        return URI.create("http://127.0.0.1:" + line.substring(READY.length()));
    }

    /** What {@link #start} runs. */
    public static void main(String[] arguments) throws ClassNotFoundException {
        List<String> all = List.of(arguments);
        Class<?> application = Class.forName(all.getFirst());
        var context = ServiceServer.run(application, all.subList(1, all.size()));
        System.out.println(READY + ServiceServer.port(context));
    }
}
