package dev.terrane.cli.run;

import dev.terrane.cli.services.ServiceAddress;
import dev.terrane.cli.services.ServiceName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A running {@code terrane up}, as written to {@code up.json} of its data folder.
 *
 * @param pid its process
 * @param startedAt when that process started; tells it from a later one with the same pid
 * @param ready whether every service answers
 * @param url where clients connect
 * @param ports port by service id
 */
public record Instance(
        long pid, Instant startedAt, boolean ready, String url, Map<String, Integer> ports) {
    private static final Duration START_TOLERANCE = Duration.ofSeconds(2);

    public Instance {
        ports = Map.copyOf(ports);
    }

    /** This process, serving at these addresses. */
    static Instance ofThisProcess(List<ServiceAddress> addresses, boolean ready) {
        ProcessHandle self = ProcessHandle.current();
        Map<String, Integer> ports = new TreeMap<>();
        for (ServiceAddress address : addresses) {
            ports.put(address.service().id(), address.port());
        }
        return new Instance(
                self.pid(),
                self.info().startInstant().orElse(Instant.EPOCH),
                ready,
                addresses.getLast().url(),
                ports);
    }

    /** Whether this instance runs that service. */
    boolean runs(ServiceName service) {
        return ports.containsKey(service.id());
    }

    /** Its process, unless that has ended. */
    Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::startedWhenSaid);
    }

    private boolean startedWhenSaid(ProcessHandle process) {
        return process.info()
                .startInstant()
                .map(start -> Duration.between(start, startedAt).abs())
                .map(difference -> difference.compareTo(START_TOLERANCE) < 0)
                .orElse(true);
    }
}
