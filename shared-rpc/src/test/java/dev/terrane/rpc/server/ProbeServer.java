package dev.terrane.rpc.server;

import dev.terrane.proto.error.v1alpha1.RevisionConflict;
import dev.terrane.proto.rpctest.v1alpha1.CountRequest;
import dev.terrane.proto.rpctest.v1alpha1.CountResponse;
import dev.terrane.proto.rpctest.v1alpha1.EchoRequest;
import dev.terrane.proto.rpctest.v1alpha1.EchoResponse;
import dev.terrane.proto.rpctest.v1alpha1.FailRequest;
import dev.terrane.proto.rpctest.v1alpha1.FailResponse;
import dev.terrane.proto.rpctest.v1alpha1.Rpctest;
import dev.terrane.proto.rpctest.v1alpha1.WaitRequest;
import dev.terrane.proto.rpctest.v1alpha1.WaitResponse;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.ErrorRegistry;
import dev.terrane.rpc.error.TerraneException;
import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A real Jetty on a free port that serves ProbeService; what the RPC tests talk to. */
public final class ProbeServer implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    private ProbeServer(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts one with other or further settings, each {@code key=value}. */
    public static ProbeServer start(String... settings) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("server.port", "0");
        all.put("spring.main.banner-mode", "off");
        all.put("spring.threads.virtual.enabled", "true");
        all.put("server.jetty.threads.max", "20000");
        all.put("logging.level.root", "WARN");
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            all.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        SpringApplication app = new SpringApplication(App.class);
        app.setRegisterShutdownHook(false);
        return new ProbeServer(
                app.run(
                        all.entrySet().stream()
                                .map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
                                .toArray(String[]::new)));
    }

    public URI base() {
        int port = ((WebServerApplicationContext) context).getWebServer().getPort();
        return URI.create("http://127.0.0.1:" + port);
    }

    public Probe probe() {
        return context.getBean(Probe.class);
    }

    @Override
    public void close() {
        context.close();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class App {
        @Bean
        Probe probe() {
            return new Probe();
        }

        @Bean
        RpcService probeService(Probe probe) {
            return RpcService.of(Rpctest.getDescriptor().findServiceByName("ProbeService"))
                    .unary("Echo", EchoRequest.getDefaultInstance(), probe::echo)
                    .unary("Fail", FailRequest.getDefaultInstance(), probe::fail)
                    .unary("Wait", WaitRequest.getDefaultInstance(), probe::await)
                    .unary("Count", CountRequest.getDefaultInstance(), probe::count)
                    .build();
        }

        @Bean
        CallerSource callerSource() {
            return request ->
                    request.getHeader("Authorization") == null
                            ? Caller.ANONYMOUS
                            : new Caller(
                                    request.getHeader("Authorization"),
                                    Set.of(Role.PLAYER),
                                    Map.of(),
                                    false,
                                    "",
                                    "",
                                    Instant.MAX);
        }
    }

    /** What answers. */
    public static final class Probe {
        private final Map<String, Integer> counts = new ConcurrentHashMap<>();
        private final CountDownLatch interrupted = new CountDownLatch(1);

        /** Opens when a waiting call has been interrupted. */
        public CountDownLatch interrupted() {
            return interrupted;
        }

        EchoResponse echo(EchoRequest request, RpcContext context) {
            context.header("X-Probe").ifPresent(value -> context.setHeader("X-Probe", value));
            context.binaryHeader("X-Probe-Bin")
                    .ifPresent(
                            bytes -> {
                                context.setBinaryHeader("X-Probe-Bin", bytes);
                                context.setTrailer("X-Probe", bytes.toStringUtf8());
                            });
            return EchoResponse.newBuilder()
                    .setText(request.getText())
                    .setData(request.getData())
                    .setNumber(request.getNumber())
                    .setSubject(context.caller().subject())
                    .build();
        }

        FailResponse fail(FailRequest request, RpcContext context) {
            var code = ErrorRegistry.find(request.getCode());
            if (code.isEmpty()) {
                throw new IllegalStateException("a defect with a secret in its text");
            }
            var refusal =
                    TerraneException.of(code.get(), "refused as asked")
                            .pointer("/a/0")
                            .limit("things", 3, 4)
                            .extra("asked", "yes");
            if (request.getCurrentRevision() > 0) {
                refusal.detail(
                        RevisionConflict.newBuilder()
                                .setCurrentRevision(request.getCurrentRevision())
                                .build());
            }
            throw refusal.toException();
        }

        WaitResponse await(WaitRequest request, RpcContext context) throws InterruptedException {
            long remaining = context.deadline().remaining().toMillis();
            try {
                // Nobody counts down: only time or an interruption ends it.
                var _ = new CountDownLatch(1).await(request.getMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
            return WaitResponse.newBuilder().setRemainingMillis(remaining).build();
        }

        CountResponse count(CountRequest request, RpcContext context) {
            int calls = counts.merge(request.getKey(), 1, Integer::sum);
            if (calls <= request.getFailures()) {
                throw TerraneException.of(CommonError.UNAVAILABLE, "not yet").toException();
            }
            return CountResponse.newBuilder().setCalls(calls).build();
        }
    }
}
