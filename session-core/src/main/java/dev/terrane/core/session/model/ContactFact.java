package dev.terrane.core.session.model;

import dev.terrane.core.session.physics.BodyId;
import dev.terrane.core.session.physics.Vec2;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened between two bodies. Body a sorts before b. Natural order is that of
 * publication: pair, episode, kind, number; it is stable and says nothing of chronology within a
 * step.
 *
 * @param kind begin, hit or end
 * @param stepIndex the step it belongs to; for an end made by a mutation the last completed step
 * @param pair the two bodies
 * @param startStep step in which the episode began
 * @param ordinal number of the episode among those of the pair that began in that step, from 1
 * @param number among facts of this kind of the episode in this step, from 0
 * @param detail where and how fast; null for an end
 */
public record ContactFact(
        FactKind kind,
        long stepIndex,
        Pair pair,
        long startStep,
        int ordinal,
        int number,
        @Nullable Detail detail)
        implements Comparable<ContactFact> {

    private static final Comparator<ContactFact> ORDER =
            Comparator.comparing((ContactFact fact) -> fact.pair.a)
                    .thenComparingLong(fact -> fact.pair.incarnationA)
                    .thenComparing(fact -> fact.pair.b)
                    .thenComparingLong(fact -> fact.pair.incarnationB)
                    .thenComparingLong(ContactFact::startStep)
                    .thenComparingInt(ContactFact::ordinal)
                    .thenComparing(ContactFact::kind)
                    .thenComparingInt(ContactFact::number);

    /** Two bodies by name and lifetime. */
    public record Pair(BodyId a, long incarnationA, BodyId b, long incarnationB) {
        /** Hash that stands for the pair in ids. */
        public Hash hash() {
            String text = part(a, incarnationA) + ":" + part(b, incarnationB);
            return Hash.of(text.getBytes(StandardCharsets.UTF_8));
        }

        private static String part(BodyId id, long incarnation) {
            return id.value().length() + ":" + id.value() + ":" + incarnation;
        }
    }

    /**
     * Where and how fast.
     *
     * @param point half way between the surfaces
     * @param normal unit vector from a to b
     * @param penetration metres, 0 for a hit
     * @param relativeSpeed along the normal, negative when approaching
     */
    public record Detail(Vec2 point, Vec2 normal, double penetration, double relativeSpeed) {}

    public ContactFact {
        if ((kind == FactKind.END) != (detail == null)) {
            throw new IllegalArgumentException("an end, and only an end, has no detail");
        }
    }

    /** Identity of the contact episode in that generation; begin, hits and end share it. */
    public String contactId(Generation generation) {
        return generation + ":contact:" + pair.hash() + ":" + startStep + ":" + ordinal;
    }

    /** Identity of this fact in that generation. */
    public String factId(Generation generation) {
        return generation
                + ":step:"
                + stepIndex
                + ":contact:"
                + pair.hash()
                + ":"
                + startStep
                + ":"
                + ordinal
                + ":"
                + kind.wireName()
                + ":"
                + number;
    }

    @Override
    public int compareTo(ContactFact other) {
        return ORDER.compare(this, other);
    }
}
