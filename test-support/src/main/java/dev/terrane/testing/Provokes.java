package dev.terrane.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a test that makes the product answer with an error code of the registry. A code without
 * such a test fails the build, so the mark belongs on a test that asserts the code itself.
 */
@Documented
@Repeatable(Provokes.List.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Provokes {

    /** Name of the registry entry, for example {@code STALE_REVISION}. */
    String value();

    /** Holds several marks on one test; never written by hand. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @interface List {
        /** The marks. */
        Provokes[] value();
    }
}
