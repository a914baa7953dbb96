package dev.terrane.core.entity.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.terrane.core.entity.ContainerLayout;
import dev.terrane.core.entity.EntityLayout;
import dev.terrane.core.entity.Guid;
import dev.terrane.core.entity.IndexMap;
import dev.terrane.core.entity.Reason;
import dev.terrane.core.entity.Refusal;
import dev.terrane.core.entity.Value;
import dev.terrane.core.entity.stream.EntitySnapshot.ContainerSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.RowSnapshot;
import dev.terrane.core.entity.stream.EntitySnapshot.TableSnapshot;
import dev.terrane.core.entity.stream.Publication.EntityPatch;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a stream remembers of lifetimes: enough to refuse old ones, and no values. */
class LifetimesTest {
    private static final int ENTRIES = 100;

    @Test
    void valuesOfWhatIsGoneAreNotKept() {
        var lifetimes = new ArrayList<Lifetimes>();
        WeakReference<Value> gone = shownOnce(lifetimes);
        for (int i = 0; i < 100 && gone.get() != null; i++) {
            System.gc();
        }
        assertThat(gone.get()).isNull();
        assertThat(refusal(lifetimes.getFirst(), root(), root(child(2, 9, Value.Text.of("y")))))
                .isEqualTo(new Refusal.Rejected(Reason.INCARNATION, "Box.5[2] incarnation 9"));
    }

    @Test
    void aRowThatStaysKeepsItsLifetimeAndAnotherNeedsANewOne() {
        Value text = Value.Text.of("x");
        EntitySnapshot shown = root(child(1, 9, text));
        Lifetimes known = Lifetimes.of(shown);
        assertThat(refusal(known, shown, root(child(1, 8, text)))).isNotNull();
        assertThat(refusal(known, shown, root(child(2, 9, text)))).isNotNull();
        follow(known, shown, root());
        assertThat(refusal(known, root(), root(child(1, 8, text)))).isNotNull();
        follow(known, root(), shown);
        follow(known, shown, root());
        follow(known, root(), root(child(1, 10, text)));
        assertThat(refusal(known, root(child(1, 10, text)), shown)).isNotNull();
    }

    /** Shows a child with a row that holds a value of its own, then shows it no more. */
    private static WeakReference<Value> shownOnce(List<Lifetimes> lifetimes) {
        Value text = Value.Text.of("only here");
        EntitySnapshot shown = root(child(1, 9, text));
        Lifetimes known = Lifetimes.of(shown);
        follow(known, shown, root());
        lifetimes.add(known);
        return new WeakReference<>(text);
    }

    private static void follow(Lifetimes known, EntitySnapshot before, EntitySnapshot after) {
        EntityPatch patch = Differ.diff(before, after);
        Moves moves = Moves.between(tree(), patch, before, after);
        known.commit(known.follow(patch, after, moves, ENTRIES));
    }

    private static StreamLayout tree() {
        var nothing = EntityLayout.ofFields("Box", IndexMap.empty());
        var members =
                new EntityLayout(
                        "Box",
                        IndexMap.empty(),
                        IndexMap.empty(),
                        IndexMap.of(10, new ContainerLayout("bag", "Box")));
        var rule = StreamLayout.ChildRule.of(StreamLayout.flat(nothing));
        return new StreamLayout(members, IndexMap.of(10, rule));
    }

    private static Refusal refusal(
            Lifetimes lifetimes, EntitySnapshot before, EntitySnapshot after) {
        return catchThrowableOfType(RefusedException.class, () -> follow(lifetimes, before, after))
                .refusal();
    }

    private static EntitySnapshot root(EntitySnapshot... children) {
        var slots = new IndexMap.Builder<EntitySnapshot>();
        for (EntitySnapshot child : children) {
            slots.put(slots.size() + 1L, child);
        }
        return new EntitySnapshot(
                new Guid(1),
                1,
                "Box",
                IndexMap.empty(),
                IndexMap.empty(),
                IndexMap.of(10, new ContainerSnapshot(slots.build())));
    }

    private static EntitySnapshot child(long row, long incarnation, Value text) {
        var rows = IndexMap.of(row, new RowSnapshot(incarnation, IndexMap.of(1, text)));
        return new EntitySnapshot(
                new Guid(2),
                1,
                "Box",
                IndexMap.empty(),
                IndexMap.of(5, new TableSnapshot("Note", rows)),
                IndexMap.empty());
    }
}
