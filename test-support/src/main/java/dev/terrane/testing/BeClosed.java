package dev.terrane.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** Holds for a class nothing outside its own declaration can extend. */
final class BeClosed extends ArchCondition<JavaClass> {
    static final BeClosed INSTANCE = new BeClosed();

    private BeClosed() {
        super("be final or sealed");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        boolean closed =
                type.getModifiers().contains(JavaModifier.FINAL) || type.reflect().isSealed();
        if (!closed) {
            events.add(
                    SimpleConditionEvent.violated(
                            type, type.getFullName() + " is neither final nor sealed"));
        }
    }
}
