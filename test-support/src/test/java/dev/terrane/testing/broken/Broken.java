package dev.terrane.testing.broken;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Breaks the rules on purpose, one class each, to show that each rule sees it. */
public class Broken {
    public int open = 1;

    public static final class ReadsTheClock {
        public Instant now() {
            return Instant.now();
        }
    }

    public static final class PrintsText {
        public void print() {
            System.out.println("text");
        }
    }

    public static final class ThrowsAnything {
        public void fail() {
            throw new RuntimeException("anything");
        }
    }

    public static final class UsesAssertions {
        public void use() {
            org.assertj.core.api.Assertions.assertThat(System.getProperty("java.home"))
                    .isNotEmpty();
        }
    }
}

class TestWithAWrongName {
    @Test
    void passes() {}
}

class UsesADatabaseTest {
    @Test
    void passes() {
        org.assertj.core.api.Assertions.assertThat(
                        dev.terrane.testing.Databases.sqliteFile(java.nio.file.Path.of("x")))
                .isNotNull();
    }
}
