package dev.terrane.schema.registry.store;

import static dev.terrane.schema.registry.SampleSchemas.field;
import static dev.terrane.schema.registry.SampleSchemas.fields;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.terrane.core.schema.diff.CompatibilityMode;
import dev.terrane.schema.StoreOnly;
import dev.terrane.schema.registry.Heard;
import dev.terrane.schema.registry.SampleSchemas;
import dev.terrane.schema.registry.SchemaContents;
import dev.terrane.schema.registry.SchemaId;
import dev.terrane.schema.registry.SchemaName;
import dev.terrane.schema.registry.SchemaReference;
import dev.terrane.schema.registry.SchemaStore;
import dev.terrane.schema.registry.TestRegistry;
import dev.terrane.schema.registry.channels.ChannelMove;
import dev.terrane.schema.registry.channels.ChannelName;
import dev.terrane.schema.registry.channels.ChannelPointer;
import dev.terrane.schema.registry.channels.ChannelStore;
import dev.terrane.schema.registry.channels.ChannelStore.MoveResult;
import dev.terrane.schema.registry.channels.Channels;
import dev.terrane.schema.registry.lifecycle.AuditEntry;
import dev.terrane.schema.registry.lifecycle.Lifecycle;
import dev.terrane.schema.registry.lifecycle.Lifecycle.Retirement;
import dev.terrane.schema.registry.lifecycle.LifecycleStore;
import dev.terrane.schema.registry.lifecycle.LifecycleStore.MemberResult;
import dev.terrane.schema.registry.lifecycle.LifecycleStore.VersionResult;
import dev.terrane.schema.registry.lifecycle.MemberKey;
import dev.terrane.schema.registry.plan.PublishResult;
import dev.terrane.schema.registry.references.Reference;
import dev.terrane.schema.registry.references.ReferenceKind;
import dev.terrane.schema.registry.references.ReferenceStore;
import dev.terrane.schema.registry.references.ReferenceStore.HoldResult;
import dev.terrane.schema.registry.references.References;
import dev.terrane.testing.Databases.Database;
import dev.terrane.testing.Databases.Engine;
import dev.terrane.testing.SimClock;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Channels, references and endings on both databases, through what uses the stores. */
@ParameterizedClass
@EnumSource(Engine.class)
class RegistryStoresStoreTest {
    private static final SchemaName ROOM = new SchemaName("guest-room");
    private static final SchemaId FIRST = new SchemaId(ROOM, 1);
    private static final ChannelName PROD = new ChannelName("prod");
    private static final MemberKey Y = new MemberKey("Marker", 2);
    private static final Lifecycle.Cause WHY = new Lifecycle.Cause("ada", "because");
    private static final byte[] WITH_Y = fields(field("x", 1, "double"), field("y", 2, "double"));
    private static final byte[] WITHOUT_Y = fields(field("x", 1, "double"));

    @TempDir static Path folder;
    private static Database database;
    private static StoreOnly opened;

    @Parameter Engine engine;

    private SimClock clock = SimClock.create();
    private Heard heard = new Heard();
    private TestRegistry registry;
    private Lifecycle lifecycle;
    private References references;
    private Channels channels;

    @BeforeParameterizedClassInvocation
    static void open(Engine engine) {
        database = engine.open(folder);
        opened = StoreOnly.open(database);
    }

    @AfterParameterizedClassInvocation
    static void close() {
        opened.close();
    }

    @BeforeEach
    void empty() throws SQLException {
        StoreOnly.empty(database);
        begin();
    }

    /** As a service that has just started: nothing in memory. */
    private void begin() {
        SchemaStore store = opened.bean(SchemaStore.class);
        registry = TestRegistry.on(store, opened.bean(SchemaContents.class), 1 << 20);
        lifecycle =
                new Lifecycle(
                        opened.bean(LifecycleStore.class),
                        store,
                        registry.registry(),
                        List.of(heard),
                        clock);
        references = new References(opened.bean(ReferenceStore.class), 3, clock);
        channels =
                new Channels(
                        opened.bean(ChannelStore.class),
                        registry.registry(),
                        List.of(PROD),
                        List.of(heard),
                        clock);
    }

    private void restart() {
        opened.close();
        opened = StoreOnly.open(database);
        begin();
    }

    private HoldResult hold(String holder, SchemaId id) {
        return references.hold(ReferenceKind.LIVE, holder, id, "gateway");
    }

    private MoveResult move(int version, long expected) {
        return channels.move(PROD, ROOM, version, OptionalLong.of(expected), "release", "ada");
    }

    private MoveResult rollback(long expected) {
        return channels.rollback(PROD, ROOM, OptionalLong.of(expected), "crash", "bob");
    }

    private static ChannelPointer pointer(MoveResult result) {
        assertThat(result).isInstanceOf(MoveResult.Moved.class);
        return ((MoveResult.Moved) result).pointer();
    }

    private void publish(int versions) {
        for (int number = 1; number <= versions; number++) {
            registry.create(ROOM, SampleSchemas.bytes(number));
        }
    }

    private List<String> audit() {
        return lifecycle.audit(ROOM, 0, 100).stream()
                .map(entry -> entry.action().text() + " " + entry.target() + " " + entry.subject())
                .toList();
    }

    @Test
    void aChannelMovesByItsRevisionAndKeepsEveryMove() {
        publish(3);
        assertThat(channels.find(PROD, ROOM)).isEmpty();
        assertThat(pointer(move(1, 0))).isEqualTo(new ChannelPointer(PROD, FIRST, 1));
        assertThat(move(2, 0)).isEqualTo(new MoveResult.Stale(1, 1));
        assertThat(move(1, 0)).as("a retry").isInstanceOf(MoveResult.Unchanged.class);
        pointer(move(3, 1));
        assertThat(move(9, 2)).isEqualTo(new MoveResult.NoVersion(9));
        restart();
        assertThat(registry.registry().find(new SchemaReference.Channel(ROOM, PROD)))
                .hasValueSatisfying(found -> assertThat(found.id().version()).isEqualTo(3));
        assertThat(channels.list(PROD, null, 10)).hasSize(1);
        assertThat(channels.list(PROD, ROOM, 10)).isEmpty();
        assertThat(channels.moves(PROD, ROOM, Long.MAX_VALUE, 10))
                .extracting(ChannelMove::fromVersion, ChannelMove::toVersion, ChannelMove::reason)
                .containsExactly(tuple(1, 3, "release"), tuple(0, 1, "release"));
        assertThat(channels.moves(PROD, ROOM, 2, 10)).hasSize(1);
        assertThat(heard.events())
                .containsExactly("moved prod to guest-room@1", "moved prod to guest-room@3");
    }

    @Test
    void rollbacksGoBackOneMoveAfterTheOther() {
        publish(4);
        move(1, 0);
        move(2, 1);
        move(3, 2);
        assertThat(pointer(rollback(3)).id().version()).isEqualTo(2);
        assertThat(rollback(3)).isEqualTo(new MoveResult.Stale(4, 2));
        pointer(move(4, 4));
        assertThat(pointer(rollback(5)).id().version()).isEqualTo(2);
        assertThat(pointer(rollback(6)).id().version()).isEqualTo(1);
        assertThat(rollback(7)).isEqualTo(new MoveResult.NoEarlier());
        assertThat(channels.moves(PROD, ROOM, Long.MAX_VALUE, 1).getFirst().isRollback()).isTrue();
    }

    @Test
    void aVersionInUseIsNotRetiredAndARetiredOneTakesNoUse() {
        publish(2);
        move(1, 0);
        hold("stage/a", FIRST);
        VersionResult inUse = lifecycle.retireVersion(FIRST, WHY);
        assertThat(((VersionResult.InUse) inUse).channels()).containsExactly(PROD);
        assertThat(((VersionResult.InUse) inUse).references())
                .extracting(Reference::holder)
                .containsExactly("stage/a");
        move(2, 1);
        assertThat(lifecycle.retireVersion(FIRST, WHY)).isInstanceOf(VersionResult.InUse.class);
        assertThat(references.release(ReferenceKind.LIVE, "stage/a", FIRST)).isTrue();
        assertThat(references.release(ReferenceKind.LIVE, "stage/a", FIRST)).isFalse();
        assertThat(lifecycle.retireVersion(FIRST, WHY)).isEqualTo(new VersionResult.Done());
        assertThat(lifecycle.retireVersion(FIRST, WHY)).isEqualTo(new VersionResult.Unchanged());
        assertThat(hold("stage/a", FIRST)).isEqualTo(new HoldResult.Retired());
        assertThat(move(1, 2)).isEqualTo(new MoveResult.Retired(1));
        assertThat(rollback(2)).isEqualTo(new MoveResult.Retired(1));
        assertThat(lifecycle.retireVersion(new SchemaId(ROOM, 9), WHY))
                .isEqualTo(new VersionResult.Missing());
        assertThat(audit()).containsExactly("version-retired guest-room@1 ada");
    }

    @Test
    void aRetiredVersionLeavesNoGhostAndItsContentStays() {
        publish(2);
        SchemaId second = new SchemaId(ROOM, 2);
        var content = registry.registry().find(new SchemaReference.Pinned(second)).orElseThrow();
        lifecycle.retireVersion(second, WHY);
        for (int round = 0; round < 2; round++) {
            assertThat(registry.registry().find(new SchemaReference.Pinned(second))).isEmpty();
            assertThat(registry.registry().findRetired(second)).isPresent();
            assertThat(registry.registry().find(new SchemaReference.Latest(ROOM)))
                    .hasValueSatisfying(found -> assertThat(found.id()).isEqualTo(FIRST));
            assertThat(registry.registry().list(ROOM, null, 10, false).versions()).hasSize(1);
            assertThat(registry.registry().list(ROOM, null, 10, true).versions()).hasSize(2);
            assertThat(
                            registry.registry()
                                    .find(
                                            new SchemaReference.Content(
                                                    content.version().contentHash())))
                    .hasValueSatisfying(
                            found -> assertThat(found.document()).isEqualTo(content.document()));
            restart();
        }
        assertThat(registry.create(ROOM, SampleSchemas.bytes(2)).id())
                .as("its number is not given again")
                .isEqualTo(new SchemaId(ROOM, 3));
        assertThat(lifecycle.restoreVersion(second, WHY)).isEqualTo(new VersionResult.Done());
        assertThat(registry.registry().find(new SchemaReference.Pinned(second))).isPresent();
        assertThat(heard.events()).containsExactly("retired guest-room@2", "restored guest-room@2");
    }

    @Test
    void aMemberIsRetiredRestoredAndReservedByTheVersionWithoutIt() {
        registry.create(ROOM, WITH_Y);
        hold("stage/a", FIRST);
        clock.advance(Duration.ofSeconds(1));
        assertThat(lifecycle.retireMember(ROOM, new MemberKey("Marker", 9), WHY))
                .isEqualTo(new Retirement.NoMember());
        assertThat(lifecycle.retireMember(ROOM, Y, WHY))
                .isInstanceOfSatisfying(
                        Retirement.Retired.class,
                        retired -> {
                            assertThat(retired.isNew()).isTrue();
                            assertThat(retired.member().name()).isEqualTo("y");
                            assertThat(retired.member().sinceVersion()).isEqualTo(1);
                        });
        assertThat(lifecycle.restoreMember(ROOM, Y, WHY)).isEqualTo(MemberResult.DONE);
        assertThat(lifecycle.restoreMember(ROOM, Y, WHY)).isEqualTo(MemberResult.UNCHANGED);
        lifecycle.retireMember(ROOM, Y, WHY);
        restart();
        assertThat(registry.publish(ROOM, WITHOUT_Y)).isInstanceOf(PublishResult.Refused.class);
        assertThat(((HoldResult.Held) hold("stage/b", FIRST)).retired())
                .extracting(member -> member.key())
                .containsExactly(Y);
        references.release(ReferenceKind.LIVE, "stage/a", FIRST);
        clock.advance(Duration.ofSeconds(1));
        references.release(ReferenceKind.LIVE, "stage/b", FIRST);
        hold("stage/b", FIRST);
        assertThat(registry.create(ROOM, WITHOUT_Y).id().version()).isEqualTo(2);
        restart();
        assertThat(lifecycle.members(ROOM).getFirst().removedInVersion()).isEqualTo(2);
        assertThat(lifecycle.restoreMember(ROOM, Y, WHY)).isEqualTo(MemberResult.RESERVED);
        assertThat(lifecycle.retireMember(ROOM, Y, WHY)).isInstanceOf(Retirement.Reserved.class);
        lifecycle.setCompatibility(ROOM, CompatibilityMode.NONE, WHY);
        assertThat(registry.publish(ROOM, WITH_Y)).isInstanceOf(PublishResult.Refused.class);
        assertThat(audit())
                .containsExactly(
                        "member-retired Marker/2 ada",
                        "member-restored Marker/2 ada",
                        "member-retired Marker/2 ada",
                        "compatibility-set NONE ada");
    }

    @Test
    void usesAreRenewedShownUnreachableForcedAndBounded() {
        publish(1);
        assertThat(hold("stage/a", FIRST)).isEqualTo(new HoldResult.Held(List.of()));
        clock.advance(Duration.ofSeconds(61));
        Reference silent = references.list(ROOM, null, 10).getFirst();
        assertThat(silent.isUnreachable(references.now())).isTrue();
        assertThat(lifecycle.retireVersion(FIRST, WHY))
                .as("it still holds")
                .isInstanceOf(VersionResult.InUse.class);
        hold("stage/a", FIRST);
        Reference renewed = references.list(ROOM, null, 10).getFirst();
        assertThat(renewed.isUnreachable(references.now())).isFalse();
        assertThat(renewed.heldAt()).isEqualTo(silent.heldAt());
        hold("stage/b", FIRST);
        references.hold(ReferenceKind.STORED, "saved/lobby", FIRST, "gateway");
        assertThat(hold("stage/c", FIRST)).isEqualTo(new HoldResult.TooMany(3));
        assertThat(hold("stage/c", new SchemaId(ROOM, 2))).isEqualTo(new HoldResult.Missing());
        List<Reference> all = references.list(ROOM, null, 10);
        assertThat(all)
                .extracting(Reference::holder)
                .containsExactly("stage/a", "stage/b", "saved/lobby");
        assertThat(references.list(ROOM, all.get(1), 10))
                .extracting(Reference::holder)
                .containsExactly("saved/lobby");
        restart();
        assertThat(references.list(ROOM, null, 10)).isEqualTo(all);
        assertThat(references.force(ReferenceKind.LIVE, "stage/a", FIRST, "root", "lost")).isTrue();
        assertThat(references.force(ReferenceKind.LIVE, "stage/a", FIRST, "root", "x")).isFalse();
        assertThat(audit()).containsExactly("reference-forced live stage/a guest-room@1 root");
    }

    @Test
    void modesAreKeptAndTheAuditIsReadInPages() {
        assertThat(lifecycle.compatibility(ROOM)).isEqualTo(CompatibilityMode.FULL_TRANSITIVE);
        for (CompatibilityMode mode : CompatibilityMode.values()) {
            lifecycle.setCompatibility(ROOM, mode, WHY);
            lifecycle.setCompatibility(ROOM, mode, WHY);
            assertThat(lifecycle.compatibility(ROOM)).isEqualTo(mode);
        }
        List<AuditEntry> page = lifecycle.audit(ROOM, 0, 3);
        assertThat(page).hasSize(3);
        assertThat(lifecycle.audit(ROOM, page.getLast().position(), 100))
                .hasSize(CompatibilityMode.values().length - 3);
        assertThat(lifecycle.audit(new SchemaName("other"), 0, 100)).isEmpty();
    }
}
