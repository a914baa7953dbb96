package dev.terrane.core.schema.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.core.schema.SchemaHash;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Golden files are written anew with -Dterrane.codegen.record=true. */
class CodeGeneratorTest {
    private static final Path GOLDEN = Path.of("src/test/resources/codegen");

    @TempDir private Path folder;

    @ParameterizedTest
    @EnumSource(Language.class)
    void theFilesAreTheGoldenOnes(Language language) throws Exception {
        Path golden = GOLDEN.resolve(language.text());
        if (Boolean.getBoolean("terrane.codegen.record")) {
            Generated.write(language, golden);
        }
        List<GeneratedFile> files = Generated.files(language);

        for (GeneratedFile file : files) {
            assertThat(golden.resolve(file.path())).hasContent(file.text());
            assertThat(file.text()).isASCII().endsWith("}\n".equals(end(file)) ? "}\n" : "\n");
            assertThat(file.path()).matches("[A-Za-z0-9._/-]+").doesNotContain("..");
        }
        try (Stream<Path> recorded = Files.walk(golden)) {
            assertThat(recorded.filter(Files::isRegularFile)).hasSize(files.size());
        }
    }

    private static String end(GeneratedFile file) {
        return file.text().substring(file.text().length() - 2);
    }

    @Test
    void javaCompilesWithoutWarningAndReadsEveryType() throws Exception {
        Path sources = folder.resolve("src");
        Generated.write(Language.JAVA, sources);
        Path classes = Files.createDirectories(folder.resolve("classes"));

        assertThat(compile(sources, classes)).isEmpty();

        try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            Class<?> schema = loader.loadClass("game.guest.GuestRoomSchema");
            assertThat(schema.getField("WIRE_HASH").get(null))
                    .isEqualTo(SchemaHash.ofWire(Generated.AWKWARD).hex());
            assertThat(schema.getField("ID").get(null)).isEqualTo("guest-room@3");
            Class<?> player = loader.loadClass("game.guest.Player");
            assertThat(player.getField("HP_MAX_4294967295_INDEX").get(null)).isEqualTo(4294967295L);
            assertThat(player.getField("HP_MAX_4294967295_MASK").get(null)).isEqualTo(137);
            assertThat(player.getField("INVENTORY_CLASS").get(null)).isEqualTo("String");
            Object seen = view(loader, Map.of(4294967295L, -5, 3L, 1L, 7L, 0.5f, 5L, "mage"));
            assertThat(player.getMethod("hpMax_4294967295").invoke(seen)).isEqualTo(-5);
            assertThat(player.getMethod("hpMax_3").invoke(seen)).isEqualTo(1L);
            assertThat(player.getMethod("n1up").invoke(seen)).isEqualTo(0.5f);
            assertThat(player.getMethod("class_").invoke(seen)).isEqualTo("mage");
            assertThat(player.getMethod("hashCode_").invoke(seen)).isEqualTo(0L);
            assertThat(player.getMethod("has", long.class).invoke(seen, 3L)).isEqualTo(true);
            assertThat(player.getMethod("has", long.class).invoke(seen, 6L)).isEqualTo(false);
        }
    }

    private static Object view(ClassLoader loader, Map<Long, Object> values) throws Exception {
        Class<?> source = loader.loadClass("game.guest.FieldSource");
        Object fields =
                Proxy.newProxyInstance(
                        loader,
                        new Class<?>[] {source},
                        (proxy, method, arguments) -> values.get((Long) arguments[0]));
        Constructor<?> constructor = loader.loadClass("game.guest.Player").getConstructor(source);
        return constructor.newInstance(fields);
    }

    private static List<String> compile(Path sources, Path classes) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, null, null);
                Stream<Path> paths = Files.walk(sources)) {
            List<Path> java = paths.filter(Files::isRegularFile).toList();
            Boolean done =
                    compiler.getTask(
                                    null,
                                    files,
                                    found,
                                    List.of(
                                            "-d",
                                            classes.toString(),
                                            "-Xlint:all",
                                            "-Xdoclint:all,-missing",
                                            "-Werror",
                                            "--release",
                                            "17"),
                                    null,
                                    files.getJavaFileObjectsFromPaths(java))
                            .call();
            List<String> said = new ArrayList<>();
            for (Diagnostic<?> diagnostic : found.getDiagnostics()) {
                said.add(diagnostic.toString());
            }
            if (!done) {
                said.add("not compiled");
            }
            return said;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"game", "Game.Schema", "a.b_c.d1"})
    void namespacesAreIdentifiersJoinedByPoints(String good) {
        assertThat(CodeTarget.isNamespace(good)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a..b", "1a", "a.class", "a-b", "a/b", "..", "a;b"})
    void otherNamespacesAreRefused(String bad) {
        assertThat(CodeTarget.isNamespace(bad)).isFalse();
        assertThatThrownBy(() -> new CodeTarget("x", "x@1", bad))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
