package dev.terrane.testing;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/** Holds for an inner class of a feature that no class of another feature uses. */
final class BeUsedByOwnFeature extends ArchCondition<JavaClass> {
    private final String rootPackage;

    BeUsedByOwnFeature(String rootPackage) {
        super("be used by their own feature only");
        this.rootPackage = rootPackage;
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        String feature = ServiceRules.innerOf(rootPackage, type).orElseThrow();
        String own = rootPackage + "." + feature;
        for (Dependency use : type.getDirectDependenciesToSelf()) {
            String from = use.getOriginClass().getPackageName();
            if (!from.equals(own) && !from.startsWith(own + ".")) {
                events.add(SimpleConditionEvent.violated(type, use.getDescription()));
            }
        }
    }
}
