package dev.terrane.core.entity.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.Catalog;
import dev.terrane.core.entity.CreateResult;
import dev.terrane.core.entity.Creation;
import dev.terrane.core.entity.Entity;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.Kernel;
import dev.terrane.core.entity.KernelLimits;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.SchemaCatalog;
import dev.terrane.core.entity.canonical.CanonicalCodec;
import dev.terrane.core.entity.canonical.CodecLimits;
import dev.terrane.core.entity.canonical.Decoded;
import dev.terrane.core.entity.canonical.Encoded;
import dev.terrane.core.entity.compact.Bind;
import dev.terrane.core.entity.compact.BodyCounters;
import dev.terrane.core.entity.compact.BodyLimits;
import dev.terrane.core.entity.compact.BodyResult;
import dev.terrane.core.entity.compact.BodyUse;
import dev.terrane.core.entity.compact.ChildNames;
import dev.terrane.core.entity.compact.CompactBody;
import dev.terrane.core.entity.compact.CompactLimits;
import dev.terrane.core.entity.compact.CompactReceiver;
import dev.terrane.core.entity.compact.Flush;
import dev.terrane.core.entity.compact.FrameHead;
import dev.terrane.core.entity.compact.FrameResult;
import dev.terrane.core.entity.compact.FrameWriter;
import dev.terrane.core.entity.compact.PeerStreams;
import dev.terrane.core.entity.compact.StageBodies;
import dev.terrane.core.entity.stream.EntityProjection.ContainerSelection;
import dev.terrane.core.entity.stream.EntityProjection.TableSelection;
import dev.terrane.core.schema.SchemaReader;
import dev.terrane.core.schema.SchemaResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The guide to streams: its code is what stands here, and it does what the page says. */
class StreamsGuideTest {
    private static final Path PAGE = Path.of("..", "docs", "guides", "streams.md");
    private static final Path SOURCE =
            Path.of(
                    "src",
                    "test",
                    "java",
                    "dev",
                    "terrane",
                    "core",
                    "entity",
                    "stream",
                    "StreamsGuideTest.java");

    private static final String SCHEMA =
            """
            {"format": "ark.entity-schema", "version": 1,
             "classes": [
              {"name": "Player",
               "fields": [{"name": "hp", "index": 1, "type": "int32"},
                          {"name": "mp", "index": 2, "type": "int32"}],
               "tables": [{"name": "inventory", "index": 10, "class": "Stack"}],
               "containers": [{"name": "bag", "index": 20, "class": "Item"}]},
              {"name": "Stack",
               "fields": [{"name": "count", "index": 1, "type": "uint32"}],
               "tables": [], "containers": []},
              {"name": "Item",
               "fields": [{"name": "weight", "index": 1, "type": "uint32"}],
               "tables": [], "containers": []}],
             "configs": []}
            """;

    private final Catalog catalog = catalog();
    private final long[] guids = new long[1];
    private final Kernel room =
            new Kernel(catalog, () -> new Guid(++guids[0]), KernelLimits.defaults());
    private final Entity player = player();
    private final StreamLayout layout = layout();
    private final StreamBinding binding = binding();
    private final StreamNumbering numbering = new StreamNumbering(binding);
    private final Replica replica = new Replica(binding, StreamLimits.defaults());
    private boolean ended;
    private int newStreams;

    @Test
    void everyBlockOfThePageIsCodeOfThisTest() throws IOException {
        String source = dense(Files.readString(SOURCE));
        var blocks = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(page());
        int count = 0;
        while (blocks.find()) {
            assertThat(source).contains(dense(blocks.group(1)));
            count++;
        }
        assertThat(count).isEqualTo(9);
    }

    @Test
    void oneRecipientFollowsThePlayer() {
        var opened =
                Publisher.open(
                        binding, new Publication.Baseline(1, 1, state()), StreamLimits.defaults());
        Publisher publisher = ((Publisher.Opened.Open) opened).publisher();
        replica.apply(publisher.baseline());
        player.fields().setInt32(1, 90);
        player.findTable(10).orElseThrow().addRow();
        player.findContainer(20).orElseThrow().create(3, 0);
        publish(publisher);
        assertThat(replica.state()).contains(publisher.baseline().snapshot());
        assertThat(replica.revision()).isEqualTo(2);
        player.fields().setInt32(2, 7);
        publish(publisher);
        assertThat(replica.revision()).isEqualTo(2);
        arrive(new CanonicalCodec(CodecLimits.defaults()).decodeDelta(ByteString.EMPTY, binding));
        assertThat(replica.status()).isEqualTo(Replica.Status.REJECTED);
        assertThat(newStreams).isEqualTo(1);
        assertThat(ended).isFalse();
    }

    private void publish(Publisher publisher) {
        switch (publisher.update(state())) {
            case Publisher.Update.Published(Publication.Delta delta) -> send(delta);
            case Publisher.Update.Unchanged() -> {}
            case Publisher.Update.Refused(Refusal why) -> throw refused(why);
        }
    }

    private void send(Publication.Delta delta) {
        var codec = new CanonicalCodec(CodecLimits.defaults());
        switch (codec.encode(delta, binding)) {
            case Encoded.Ok<ByteString>(ByteString bytes) ->
                    arrive(codec.decodeDelta(bytes, binding));
            case Encoded.Refused<ByteString>(Refusal why) -> throw refused(why);
        }
    }

    private void arrive(Decoded<Publication.Delta> decoded) {
        switch (decoded) {
            case Decoded.Ok<Publication.Delta>(Publication.Delta delta) -> {
                switch (replica.apply(delta)) {
                    case ApplyResult.Applied _, ApplyResult.Duplicate _ -> {}
                    case ApplyResult.Removed _ -> ended = true;
                    case ApplyResult.Rejected _ -> askForANewStream();
                }
            }
            case Decoded.Refused<Publication.Delta>(Refusal why) -> {
                replica.invalidate(why);
                askForANewStream();
            }
        }
    }

    @Test
    void manyRecipientsShareBytes() {
        ProjectionClass seen = ProjectionClass.exact("arena@3", layout);
        var bodies =
                new StageBodies(
                        room,
                        Flush.of(0),
                        BodyLimits.of(CompactLimits.defaults()),
                        new BodyCounters());
        var receiver = new CompactReceiver(CompactLimits.defaults(), 0);
        receiver.addLayout(number(seen), seen);
        receiver.addLayout(2, child(seen));
        var writer = new FrameWriter(CompactLimits.defaults());
        ChildNames names = names();
        bodies.flush(Flush.of(1), StageBodies.NOTHING);
        PeerStreams peer = bodies.newPeer();
        writer.begin(FrameHead.of(1, 1));
        switch (peer.bind(7, player, seen)) {
            case BodyResult.Encoded(CompactBody baseline) ->
                    writer.bind(
                            new Bind(7, number(seen), player.guid(), 500, player.lifetime()),
                            baseline,
                            names);
            case BodyResult.Refused(Refusal why) -> throw refused(why);
            case BodyResult.Unchanged() -> throw new IllegalStateException("a baseline says all");
        }
        FrameResult first = receiver.receive(writer.finish());
        assertThat(first).isInstanceOf(FrameResult.Applied.class);
        for (long tick = 2; tick < 6; tick++) {
            player.fields().setInt32(tick == 4 ? 2 : 1, (int) tick);
            player.findContainer(20).orElseThrow().create(tick == 4 ? 0 : tick, 0);
            List<StageBodies.Refused> late = bodies.flush(Flush.of(tick), StageBodies.NOTHING);
            if (peer.isChanged()) {
                do {
                    writer.begin(FrameHead.of(receiver.frame() + 1, tick));
                    peer.writeChanged(writer, names, BodyUse.SHARED)
                            .forEach(unwritten -> bindAnew(unwritten.handle()));
                    arrived(receiver.receive(writer.finish()));
                } while (writer.isFull());
            }
            bodies.keepFrom(peer.oldestBase());
            assertThat(late).isEmpty();
        }
        assertThat(receiver.frame()).isEqualTo(4);
        assertThat(receiver.find(7).orElseThrow().replica().state())
                .contains(bodies.state(player, seen));
    }

    private static void arrived(FrameResult result) {
        assertThat(result).isInstanceOf(FrameResult.Applied.class);
    }

    private static void bindAnew(int handle) {
        throw new AssertionError("handle " + handle);
    }

    Snapshot state() {
        return switch (Capture.capture(player, binding, SnapshotLimits.defaults())) {
            case Capture.Result.Captured(Snapshot captured) ->
                    switch (numbering.translate(captured)) {
                        case StreamNumbering.Result.Numbered(Snapshot numbered) -> numbered;
                        case StreamNumbering.Result.Refused(Refusal why) -> throw refused(why);
                    };
            case Capture.Result.Refused(Refusal why) -> throw refused(why);
        };
    }

    private StreamLayout layout() {
        var item = EntityProjection.ofFields("Item", List.of(1L));
        var selection =
                new EntityProjection(
                        "Player",
                        List.of(1L),
                        List.of(new TableSelection(10, List.of(1L))),
                        List.of(ContainerSelection.ofEvery(20, item)));
        var projection = new Projection("arena@3", player.guid(), selection);
        StreamLayout layout =
                switch (Layouts.selectTree(catalog, projection, SnapshotLimits.defaults())) {
                    case Layouts.TreeResult.Selected(StreamLayout selected) -> selected;
                    case Layouts.TreeResult.Refused(Refusal why) -> throw refused(why);
                };
        return layout;
    }

    private StreamBinding binding() {
        var binding =
                new StreamBinding(
                        "arena@3",
                        player.guid(),
                        player.lifetime(),
                        1,
                        layout.members(),
                        layout.children());
        return binding;
    }

    private Entity player() {
        return ((CreateResult.Created) room.create(Creation.of("Player"))).entity();
    }

    private static Catalog catalog() {
        return switch (SchemaReader.read(SCHEMA.getBytes(StandardCharsets.UTF_8))) {
            case SchemaResult.Ok ok -> SchemaCatalog.of(ok.document());
            case SchemaResult.Rejected rejected -> throw new AssertionError(rejected.toString());
        };
    }

    private void askForANewStream() {
        newStreams++;
    }

    private static int number(ProjectionClass projection) {
        return projection.layout().name().equals("Player") ? 1 : 2;
    }

    private static ProjectionClass child(ProjectionClass seen) {
        ProjectionClass child = seen.children().valueAt(0).every();
        if (child == null) {
            throw new AssertionError("every item is seen");
        }
        return child;
    }

    private static ChildNames names() {
        return new ChildNames() {
            @Override
            public int networkId(Guid child) {
                return (int) child.value() + 1_000;
            }

            @Override
            public int layout(ProjectionClass projection) {
                return number(projection);
            }
        };
    }

    private static IllegalStateException refused(Refusal why) {
        return new IllegalStateException(why.toString());
    }

    private static String page() throws IOException {
        return Files.readString(PAGE);
    }

    /** Without white space, as the formatter moves lines. */
    private static String dense(String text) {
        return text.replaceAll("\\s+", "");
    }
}
