package dev.terrane.core.session;

import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.FactKind;
import dev.terrane.core.session.physics.ContactListener;
import dev.terrane.core.session.physics.ContactView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Turns contact changes of one command into facts in order of publication. */
final class FactCollector implements ContactListener {
    private final List<ContactFact> facts = new ArrayList<>();
    private long stepIndex;

    FactCollector start(long newStepIndex) {
        facts.clear();
        stepIndex = newStepIndex;
        return this;
    }

    /** The facts since the last start. */
    List<ContactFact> take() {
        if (facts.isEmpty()) {
            return List.of();
        }
        if (facts.size() > 1) {
            Collections.sort(facts);
        }
        return List.copyOf(facts);
    }

    @Override
    public void onBegin(ContactView contact) {
        double penetration = Math.max(0, -contact.separation());
        add(FactKind.BEGIN, contact, detail(contact, penetration));
    }

    @Override
    public void onHit(ContactView contact) {
        add(FactKind.HIT, contact, detail(contact, 0));
    }

    @Override
    public void onEnd(ContactView contact) {
        add(FactKind.END, contact, null);
    }

    static ContactFact.Pair pairOf(ContactView contact) {
        return new ContactFact.Pair(
                contact.bodyA().id(),
                contact.bodyA().incarnation(),
                contact.bodyB().id(),
                contact.bodyB().incarnation());
    }

    private void add(
            FactKind kind,
            ContactView contact,
            ContactFact.@org.jspecify.annotations.Nullable Detail detail) {
        ContactFact.Pair pair = pairOf(contact);
        // One begin, one hit and one end at most per episode and step: the number is always 0.
        facts.add(
                new ContactFact(
                        kind, stepIndex, pair, contact.startStep(), contact.ordinal(), 0, detail));
    }

    private static ContactFact.Detail detail(ContactView contact, double penetration) {
        return new ContactFact.Detail(
                contact.point(), contact.normal(), penetration, contact.relativeSpeed());
    }
}
