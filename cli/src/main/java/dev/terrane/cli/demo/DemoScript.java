package dev.terrane.cli.demo;

import com.google.protobuf.ByteString;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.FieldLayout;
import dev.terrane.core.entity.TableLayout;
import dev.terrane.proto.entity.v1alpha1.ScalarField;
import dev.terrane.proto.stage.v1alpha1.Change;
import dev.terrane.proto.stage.v1alpha1.EntityEntry;
import dev.terrane.proto.stage.v1alpha1.SetField;
import dev.terrane.sdk.ActionAnswer;
import dev.terrane.sdk.Contact;
import dev.terrane.sdk.Credential;
import dev.terrane.sdk.EntityView;
import dev.terrane.sdk.RelayAnswer;
import dev.terrane.sdk.ServiceClient;
import dev.terrane.sdk.StageClient;
import dev.terrane.sdk.StageCounters;
import dev.terrane.sdk.StageOptions;
import dev.terrane.sdk.StagePeer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The story from schema to farewell; each part observes what it claims. */
final class DemoScript {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration RATE_WINDOW = Duration.ofMillis(3_200);
    private static final Duration QUIET = Duration.ofMillis(600);
    private static final int HIDDEN_CHANGES = 100;
    private static final double SPEED = 4;

    private final DemoInstance instance;
    private final DemoMap map;
    private final Story story;

    DemoScript(DemoInstance instance, DemoMap map, Story story) {
        this.instance = instance;
        this.map = map;
        this.story = story;
    }

    void play() throws InterruptedException {
        String id = "demo-" + UUID.randomUUID().toString().substring(0, 6);
        try (var admin =
                        new ServiceClient(
                                instance.gateway(), instance.token("demo-admin", "admin"));
                var authority =
                        new ServiceClient(
                                instance.gateway(),
                                instance.token("demo-authority", "authority"))) {
            DemoStage stage = DemoStage.make(id, map, admin, authority, story);
            story.say("");
            Watcher adaSees = new Watcher();
            Watcher benSees = new Watcher();
            try (var adaClient = join(id, "Ada", adaSees, "player", "editor");
                    var benClient = join(id, "Ben", benSees, "player")) {
                var ada = new Cast("Ada", "player and editor", adaClient, adaSees);
                var ben = new Cast("Ben", "player", benClient, benSees);
                play(stage, admin, authority, ada, ben);
            }
            if (!instance.isPrivate()) {
                story.say("");
                story.tell("left", "world, session and stage %s stay as they are", id);
            }
        }
    }

    private void play(
            DemoStage stage, ServiceClient admin, ServiceClient authority, Cast ada, Cast ben)
            throws InterruptedException {
        enter(ada, ben);
        Map<Integer, String> bodies =
                authority.listEntities(stage.id(), "Player").stream()
                        .collect(
                                Collectors.toMap(
                                        EntityEntry::getNetworkId, EntityEntry::getBodyId));
        Bodies move = stage.bodies();
        String adaBody = bodies.getOrDefault(ada.own().networkId(), "");
        String benBody = bodies.getOrDefault(ben.own().networkId(), "");

        new ChunkScenes(story, ada, ben).play();
        act(ada);
        relay(ada, ben);
        rates(move, adaBody, benBody, ada, ben);
        contacts(move, adaBody, benBody, ada, ben);
        admin.pauseSession(stage.session().getName());
        hidden(stage, authority, ada, ben);
        admin.resumeSession(stage.session().getName());
        farewell(ada, ben);
    }

    private StageClient join(String stage, String name, Watcher watcher, String... roles) {
        String token = instance.token(name, roles);
        return StageClient.join(
                StageOptions.of(instance.gateway(), stage, new Credential.Bearer(token)), watcher);
    }

    private void enter(Cast ada, Cast ben) throws InterruptedException {
        boolean all = true;
        for (Cast cast : List.of(ada, ben)) {
            var own = cast.awaitOwn();
            var entry = cast.client().entry();
            story.tell(
                    cast.name(),
                    "(%s) enters as peer %d and finds %s; %s",
                    cast.roles(),
                    entry.peerId(),
                    entry.peers().stream()
                            .map(StagePeer::name)
                            .collect(Collectors.joining(" and ")),
                    own.map(DemoScript::place).orElse("but was given no entity"));
            all &= own.isPresent();
        }
        if (all) {
            story.observe(Proof.ENTRY);
        }
        boolean complete = true;
        for (Cast cast : List.of(ada, ben)) {
            // Both players and every chest are in sight.
            var view =
                    cast.client()
                            .await(
                                    seen ->
                                            seen.entities().values().stream()
                                                            .filter(
                                                                    entity ->
                                                                            entity.className()
                                                                                    .equals(
                                                                                            "Player"))
                                                            .count()
                                                    >= 2,
                                    PATIENCE);
            StageCounters counted = cast.client().counters();
            story.tell(
                    "baseline",
                    "%s sees %d entities, %s bytes; %s",
                    cast.name(),
                    cast.client().view().entities().size(),
                    Story.number(counted.baselineBytes()),
                    members(cast));
            complete &= view.isPresent() && counted.baselineBytes() > 0;
        }
        if (complete) {
            story.observe(Proof.BASELINE);
        }
    }

    /** Which members it sees of its own entity and of others of the same class. */
    private static String members(Cast cast) {
        int own = cast.own().networkId();
        return cast.client().view().entities().values().stream()
                .filter(entity -> entity.className().equals("Player"))
                .map(
                        entity ->
                                (entity.networkId() == own ? "of itself " : "of others ")
                                        + names(entity.layout()))
                .sorted()
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private static String names(EntityLayout layout) {
        return Stream.concat(
                        layout.fields().values().stream().map(FieldLayout::name),
                        layout.tables().values().stream().map(TableLayout::name))
                .collect(Collectors.joining(" "));
    }

    private void act(Cast ada) throws InterruptedException {
        ByteString argument = ByteString.copyFromUtf8("still there?");
        var first = answer(ada.client().act("demo-ping", "terrane.ping", argument));
        var again = answer(ada.client().act("demo-ping", "terrane.ping", argument));
        var expected = new ActionAnswer.Done("demo-ping", argument);
        story.tell(
                "action",
                "Ada's terrane.ping came back with its %d bytes; asked again by id: same answer",
                argument.size());
        if (expected.equals(first) && expected.equals(again)) {
            story.observe(Proof.ACTION);
        } else {
            story.more("answers were %s and %s", first, again);
        }
    }

    private void relay(Cast ada, Cast ben) throws InterruptedException {
        String text = "hello from Ada";
        var sent =
                answer(
                        ada.client()
                                .relay(
                                        List.of(ben.client().entry().peerId()),
                                        ByteString.copyFromUtf8(text)));
        String expected = ada.client().entry().peerId() + ": " + text;
        boolean arrived = ben.watcher().await(told -> told.relays().contains(expected), PATIENCE);
        story.tell("relay", "Ada to Ben: \"%s\" %s", text, arrived ? "arrived" : "did not arrive");
        if (arrived && sent instanceof RelayAnswer.Queued(_, int delivered) && delivered == 1) {
            story.observe(Proof.RELAY);
        } else {
            story.more("the answer was %s", sent);
        }
    }

    private void rates(Bodies move, String adaBody, String benBody, Cast ada, Cast ben)
            throws InterruptedException {
        StageCounters adaBefore = ada.client().counters();
        StageCounters benBefore = ben.client().counters();
        long begin = System.nanoTime();
        int turn = 0;
        while (System.nanoTime() - begin < RATE_WINDOW.toNanos()) {
            double way = turn++ % 2 == 0 ? 1 : -1;
            move.velocity(adaBody, way * 2, 0);
            move.velocity(benBody, 0, way * 2);
            Thread.sleep(250);
        }
        move.velocity(adaBody, 0, 0);
        move.velocity(benBody, 0, 0);
        double seconds = (System.nanoTime() - begin) / 1e9;
        boolean adaMoved = rate(ada, adaBefore, seconds);
        boolean benMoved = rate(ben, benBefore, seconds);
        if (adaMoved && benMoved && seconds >= 3) {
            story.observe(Proof.RATES);
        }
    }

    private boolean rate(Cast cast, StageCounters before, double seconds) {
        StageCounters now = cast.client().counters();
        long deltas = now.deltas() - before.deltas();
        long frames = now.frames() - before.frames();
        long bytes = now.frameBytes() - before.frameBytes();
        story.tell(
                "motion",
                "%s received %d frames in %s s: %s deltas/s, %s bytes/s",
                cast.name(),
                frames,
                decimal(seconds),
                decimal(deltas / seconds),
                Story.number(Math.round(bytes / seconds)));
        return deltas > 0 && frames > 0;
    }

    private void contacts(Bodies move, String adaBody, String benBody, Cast ada, Cast ben)
            throws InterruptedException {
        int known = ada.watcher().contacts().size();
        move.velocity(benBody, 0, 0);
        boolean hit = false;
        for (int attempt = 0; attempt < 8 && !hit; attempt++) {
            if (attempt == 4) {
                // Something stands between them: put Ada beside Ben.
                move.teleport(adaBody, seen(ada, ben).number("x") - 2, seen(ada, ben).number("y"));
            }
            approach(move, adaBody, ada, ben, SPEED);
            hit =
                    ada.watcher()
                            .await(
                                    told -> met(told, known, Contact.Kind.HIT),
                                    Duration.ofMillis(700));
        }
        boolean parted = false;
        for (int attempt = 0; attempt < 8 && !parted; attempt++) {
            approach(move, adaBody, ada, ben, -SPEED);
            parted =
                    ada.watcher()
                            .await(
                                    told -> met(told, known, Contact.Kind.END),
                                    Duration.ofMillis(700));
        }
        move.velocity(adaBody, 0, 0);
        move.velocity(benBody, 0, 0);
        Watcher told = ada.watcher();
        String speed =
                told.contacts().stream()
                        .filter(contact -> contact.kind() == Contact.Kind.HIT)
                        .map(contact -> decimal(Math.abs(contact.relativeSpeed())))
                        .findFirst()
                        .orElse("no");
        story.tell(
                "contacts",
                "Ada was told %d begin, %d hit (the first at %s m/s), %d end; Ben %d in all",
                told.contacts(Contact.Kind.BEGIN),
                told.contacts(Contact.Kind.HIT),
                speed,
                told.contacts(Contact.Kind.END),
                ben.watcher().contacts().size());
        if (hit
                && parted
                && told.contacts(Contact.Kind.BEGIN) > 0
                && !ben.watcher().contacts().isEmpty()) {
            story.observe(Proof.CONTACTS);
        }
    }

    /** Whether a new contact of the kind is between two entities, not with the map. */
    private static boolean met(Watcher told, int known, Contact.Kind kind) {
        return told.contacts().stream()
                .skip(known)
                .anyMatch(
                        contact ->
                                contact.kind() == kind
                                        && contact.handleA() != 0
                                        && contact.handleB() != 0);
    }

    private static void approach(Bodies move, String body, Cast ada, Cast ben, double speed) {
        EntityView from = ada.own();
        EntityView to = seen(ada, ben);
        double dx = to.number("x") - from.number("x");
        double dy = to.number("y") - from.number("y");
        double length = Math.hypot(dx, dy);
        double unitX = length < 1e-6 ? 1 : dx / length;
        double unitY = length < 1e-6 ? 0 : dy / length;
        move.velocity(body, unitX * speed, unitY * speed);
    }

    /** One as the other sees them. */
    private static EntityView seen(Cast by, Cast one) {
        return by.client()
                .view()
                .findByNetworkId(one.own().networkId())
                .orElseThrow(
                        () -> new IllegalStateException(by.name() + " does not see " + one.name()));
    }

    /** Only what Ben may not see changes; nothing of it may reach him. */
    private void hidden(DemoStage stage, ServiceClient authority, Cast ada, Cast ben)
            throws InterruptedException {
        EntityView own = ada.own();
        long index = own.layout().findIndex("mp").orElse(0L);
        boolean seenByBen = seen(ben, ada).layout().findIndex("mp").isPresent();
        awaitQuiet(ben);
        awaitQuiet(ada);
        StageCounters adaBefore = ada.client().counters();
        StageCounters benBefore = ben.client().counters();
        long before = ben.client().view().frame();
        for (int i = 1; i <= HIDDEN_CHANGES; i++) {
            var value = ScalarField.newBuilder().setIndex((int) index).setUint32Value(1_000 + i);
            authority.applyChanges(
                    stage.id(),
                    List.of(
                            Change.newBuilder()
                                    .setSetField(
                                            SetField.newBuilder()
                                                    .setGuid(own.guid().value())
                                                    .setField(value))
                                    .build()));
        }
        double last = 1_000 + HIDDEN_CHANGES;
        boolean adaKnows =
                ada.client()
                        .await(
                                view ->
                                        view.findByNetworkId(own.networkId())
                                                .map(entity -> entity.number("mp") == last)
                                                .orElse(false),
                                PATIENCE)
                        .isPresent();
        Thread.sleep(QUIET.toMillis());
        StageCounters adaNow = ada.client().counters();
        StageCounters benNow = ben.client().counters();
        story.tell(
                "hidden",
                "Ada's mp changed %d times: Ada got %d deltas, %s bytes; Ben's counters moved by %d frames, %d bytes",
                HIDDEN_CHANGES,
                adaNow.deltas() - adaBefore.deltas(),
                Story.number(adaNow.totalBytes() - adaBefore.totalBytes()),
                ben.client().view().frame() - before,
                benNow.totalBytes() - benBefore.totalBytes());
        if (adaKnows
                && !seenByBen
                && benNow.equals(benBefore)
                && ben.client().view().frame() == before) {
            story.observe(Proof.HIDDEN);
        }
    }

    private static void awaitQuiet(Cast cast) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        StageCounters before = cast.client().counters();
        while (System.nanoTime() < end) {
            Thread.sleep(QUIET.toMillis());
            StageCounters now = cast.client().counters();
            if (now.equals(before)) {
                return;
            }
            before = now;
        }
    }

    private void farewell(Cast ada, Cast ben) throws InterruptedException {
        int peer = ada.client().entry().peerId();
        ada.client().close();
        boolean told = ben.watcher().await(seen -> seen.hasLeft(peer), PATIENCE);
        story.tell("farewell", "Ada leaves; Ben was %s", told ? "told" : "not told");
    }

    /** What came back; an exception's text when nothing did. */
    static Object answer(CompletableFuture<?> future) throws InterruptedException {
        try {
            return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            return String.valueOf(e.getCause());
        } catch (TimeoutException _) {
            return "no answer within " + PATIENCE.toSeconds() + " s";
        }
    }

    private static String place(EntityView entity) {
        return "owns entity %s at (%s, %s)"
                .formatted(
                        Integer.toUnsignedString(entity.networkId()),
                        decimal(entity.number("x")),
                        decimal(entity.number("y")));
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
