package dev.terrane.schema.registry.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.proto.schema.v1alpha1.SchemaEvent;
import dev.terrane.proto.schema.v1alpha1.SchemaVersion;
import dev.terrane.rpc.client.TokenSource;
import dev.terrane.rpc.events.EventCursor;
import dev.terrane.rpc.events.EventHandler;
import dev.terrane.rpc.events.EventStreamClient;
import dev.terrane.rpc.events.EventStreamSettings;
import dev.terrane.rpc.events.ResetCause;
import dev.terrane.schema.SchemaServer;
import dev.terrane.schema.registry.SampleSchemas;
import dev.terrane.support.testing.Reply;
import dev.terrane.testing.Await;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaEventsIT {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir static Path folder;
    private static SchemaServer server;

    @BeforeAll
    static void start() {
        server = SchemaServer.start(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Keeps what a subscription brings. */
    private static final class Heard implements EventHandler {
        private final List<SchemaVersion> versions = new CopyOnWriteArrayList<>();
        private final List<SchemaEvent.EventCase> kinds = new CopyOnWriteArrayList<>();
        private final List<ResetCause> resets = new CopyOnWriteArrayList<>();
        private final List<String> disconnects = new CopyOnWriteArrayList<>();

        @Override
        public void onEvent(EventCursor cursor, ByteString payload) {
            try {
                SchemaEvent event = SchemaEvent.parseFrom(payload);
                kinds.add(event.getEventCase());
                versions.add(
                        switch (event.getEventCase()) {
                            case PUBLISHED -> event.getPublished();
                            case CHANNEL_MOVED -> event.getChannelMoved().getSchema();
                            case RETIRED -> event.getRetired();
                            case RESTORED -> event.getRestored();
                            case EVENT_NOT_SET -> throw new IllegalStateException("no event");
                        });
            } catch (InvalidProtocolBufferException broken) {
                throw new IllegalStateException(broken);
            }
        }

        @Override
        public void onReset(EventCursor head, ResetCause cause) {
            resets.add(cause);
        }

        @Override
        public void onDisconnect(String why) {
            disconnects.add(why);
        }
    }

    private static EventStreamClient subscribe(String topic, String role, Heard heard) {
        return new EventStreamClient(
                        server.base(),
                        SchemaEvents.CONTRACT,
                        topic,
                        ByteString.EMPTY,
                        TokenSource.fixed(server.issuer().token(role)),
                        EventStreamSettings.defaults(),
                        heard)
                .start();
    }

    private static void publish(String name, int number) {
        assertThat(server.publish(name, SampleSchemas.text(number), "admin").status())
                .isEqualTo(201);
    }

    @Test
    void aSubscriberHearsOfEveryNewVersionInOrderAndOfNothingElse() {
        Heard heard = new Heard();
        Heard one = new Heard();
        try (EventStreamClient all = subscribe("", "service", heard);
                EventStreamClient named = subscribe("second", "operator", one)) {
            Await.until(LONG, "subscriptions", () -> all.cursor().isPresent());
            Await.until(LONG, "subscriptions", () -> named.cursor().isPresent());
            publish("first", 1);
            publish("second", 2);
            assertThat(server.publish("first", SampleSchemas.text(1), "admin").status())
                    .isEqualTo(200);
            assertThat(server.publish("first", "{}", "admin").status()).isEqualTo(422);
            publish("first", 3);
            Await.until(LONG, "three events", () -> heard.versions.size() >= 3);
            Await.until(LONG, "one event", () -> one.versions.size() >= 1);
            assertThat(heard.versions)
                    .extracting(version -> version.getName() + "@" + version.getVersion())
                    .containsExactly("first@1", "second@1", "first@2");
            assertThat(heard.versions)
                    .allSatisfy(
                            version -> {
                                assertThat(version.getDocument()).isEqualTo(ByteString.EMPTY);
                                assertThat(version.getContentHash()).hasSize(64);
                            });
            assertThat(one.versions).extracting(SchemaVersion::getName).containsExactly("second");
        }
    }

    @Test
    void refusedPublicationsAreNotHeardAndCutNobodyOffAndEndingsAreHeard() {
        Heard heard = new Heard();
        try (EventStreamClient all = subscribe("", "service", heard)) {
            Await.until(LONG, "a subscription", () -> all.cursor().isPresent());
            int attempts = heard.disconnects.size();
            publish("told", 1);
            String broken = SampleSchemas.text(2).replace("double", "string");
            assertThat(server.publish("told", broken, "admin").status()).isEqualTo(409);
            publish("told", 2);
            assertThat(
                            send(
                                            "/api/v1/channels/dev/told",
                                            "PUT",
                                            "{\"version\": 2, \"reason\": \"try\"}")
                                    .status())
                    .isEqualTo(200);
            String reason = "{\"reason\": \"old\"}";
            send("/api/v1/schemas/told@1:retire", "POST", reason);
            send("/api/v1/schemas/told@1:restore", "POST", reason);
            Await.until(LONG, "five events", () -> heard.versions.size() >= 5);
            assertThat(heard.kinds)
                    .containsExactly(
                            SchemaEvent.EventCase.PUBLISHED,
                            SchemaEvent.EventCase.PUBLISHED,
                            SchemaEvent.EventCase.CHANNEL_MOVED,
                            SchemaEvent.EventCase.RETIRED,
                            SchemaEvent.EventCase.RESTORED);
            assertThat(heard.disconnects).as("since it was subscribed").hasSize(attempts);
            assertThat(heard.resets).hasSizeLessThanOrEqualTo(1);
        }
    }

    private static Reply send(String path, String method, String body) {
        return server.send(
                path,
                server.issuer().token("admin"),
                request ->
                        request.header("Content-Type", "application/json")
                                .header("If-Match", "\"0\"")
                                .method(method, BodyPublishers.ofString(body)));
    }

    @Test
    void aPlayerIsRefusedAtTheUpgrade() {
        Heard heard = new Heard();
        try (EventStreamClient _ = subscribe("", "player", heard)) {
            Await.until(LONG, "a refusal", () -> !heard.disconnects.isEmpty());
            publish("unheard", 1);
            assertThat(heard.versions).isEmpty();
            assertThat(heard.resets).isEmpty();
        }
    }
}
