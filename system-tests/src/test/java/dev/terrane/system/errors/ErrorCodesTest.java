package dev.terrane.system.errors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.rpc.error.ErrorRegistry;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every code of the registry is provoked by a test of some module, marked {@code @Provokes}. */
class ErrorCodesTest {
    private static final Pattern MARK = Pattern.compile("@Provokes\\(\\s*\"([A-Z0-9_]+)\"\\s*\\)");
    private static final Set<String> SKIPPED = Set.of("target", "node_modules", ".git", "data");

    @Test
    void everyCodeHasATestThatProvokesItAndEveryMarkACode() throws IOException {
        Set<String> codes = new TreeSet<>();
        ErrorRegistry.all().forEach(code -> codes.add(code.name()));
        Set<String> provoked = marks(Path.of("..").toAbsolutePath().normalize());

        Set<String> without = new TreeSet<>(codes);
        without.removeAll(provoked);
        Set<String> unknown = new TreeSet<>(provoked);
        unknown.removeAll(codes);
        assertThat(without)
                .as("codes of the registry that no test marked @Provokes(\"CODE\") provokes")
                .isEmpty();
        assertThat(unknown).as("marks of codes that are not in the registry").isEmpty();
    }

    private static Set<String> marks(Path root) throws IOException {
        Set<String> marks = new TreeSet<>();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes attributes) {
                        return SKIPPED.contains(folder.getFileName().toString())
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        if (isTest(root.relativize(file))) {
                            Matcher mark = MARK.matcher(Files.readString(file));
                            while (mark.find()) {
                                marks.add(mark.group(1));
                            }
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return marks;
    }

    private static boolean isTest(Path file) {
        String path = file.toString().replace('\\', '/');
        return path.endsWith(".java") && path.contains("/src/test/java/");
    }
}
