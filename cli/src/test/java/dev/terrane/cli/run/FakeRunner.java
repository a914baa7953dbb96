package dev.terrane.cli.run;

import dev.terrane.cli.services.RunPlan;
import dev.terrane.cli.services.RunRequest;
import dev.terrane.cli.services.ServiceAddress;
import dev.terrane.cli.services.ServiceName;
import dev.terrane.cli.services.ServiceRunner;
import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.TerraneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Services that only listen, so that tests of the command need no Spring. */
public final class FakeRunner implements ServiceRunner {
    /** System property: the id of a service that fails to start. */
    static final String FAILING = "terrane.test.failing";

    @Override
    public RunPlan plan(RunRequest request) {
        List<ServiceAddress> addresses = new ArrayList<>();
        Set<Integer> taken = new HashSet<>();
        for (ServiceName service : request.services()) {
            int port = request.ports().getOrDefault(service, service.defaultPort());
            addresses.add(
                    new ServiceAddress(service, true, port == 0 ? Ports.unused(taken) : port));
        }
        return new RunPlan(request.data().orElse(Path.of("data")), addresses);
    }

    @Override
    public Running start(RunRequest request, RunPlan plan, Progress progress) {
        List<ServiceAddress> addresses = plan.addresses();
        List<ServerSocket> sockets = new ArrayList<>();
        for (ServiceAddress address : addresses) {
            if (address.service().id().equals(System.getProperty(FAILING))) {
                sockets.forEach(FakeRunner::close);
                throw TerraneException.of(CliError.START_FAILED, address.service() + " failed")
                        .toException();
            }
            sockets.add(listen(address.port()));
            progress.up(address, Duration.ZERO);
        }
        return () -> {
            for (int i = sockets.size() - 1; i >= 0; i--) {
                close(sockets.get(i));
                progress.down(addresses.get(i).service(), Duration.ZERO);
            }
        };
    }

    private static ServerSocket listen(int port) {
        try {
            return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
