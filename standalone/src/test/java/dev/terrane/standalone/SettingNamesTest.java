package dev.terrane.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.support.config.KnownKey;
import dev.terrane.support.config.KnownKeys;
import dev.terrane.support.config.ServiceSection;
import dev.terrane.support.config.TerraneConfig;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A setting has one name wherever it is read: the one that is written in terrane.yaml. Pages,
 * errors, limits and comments are searched for names that look like settings; the prefix {@code
 * terrane.}, which their Spring properties have, is left to where such a property is declared, read
 * or passed on, and to {@code dev.terrane.support.config}, which adds it.
 */
class SettingNamesTest {
    private static final Path ROOT = Path.of("..");
    private static final Set<String> NOT_OURS =
            Set.of(".git", "target", "node_modules", "test", "dist");
    private static final String SECTIONS =
            Stream.concat(
                            Stream.of("common"),
                            Arrays.stream(ServiceSection.values()).map(ServiceSection::id))
                    .collect(Collectors.joining("|", "(?:", ")"));
    private static final String REST = "(?:\\.[a-z][a-z0-9-]*[a-z0-9])+";
    private static final String END = "(?![\\w(/-])";

    private static final Pattern NAME = Pattern.compile("(?<![\\w./$@:-])" + SECTIONS + REST + END);
    private static final Pattern PREFIXED =
            Pattern.compile("(?<![\\w./$@-])terrane\\.(" + SECTIONS + REST + ")" + END);
    private static final Pattern VARIABLE =
            Pattern.compile("(?<![\\w$])TERRANE_[A-Z0-9_]*[A-Z0-9]");

    /** Files of databases have names like settings. */
    private static final Pattern DATABASE_FILE = Pattern.compile(".*\\.db(-wal|-shm|\\.made)?");

    /** What stands before the name of a property where it is one. */
    private static final Pattern PROPERTY =
            Pattern.compile(
                    "(@ConfigurationProperties\\(|@ConditionalOnProperty\\(name = "
                            + "|getProperty\\(|Map\\.of\\()\\s*\"$|\\$\\{$");

    private static final Pattern METER =
            Pattern.compile("\\bbuilder\\(\\s*\"(terrane\\.[a-z.-]+)\"");

    /** Comments and literals of Java, which is where names of settings are. */
    private static final Pattern JAVA_TEXT =
            Pattern.compile(
                    "\"\"\".*?\"\"\"|\"(?:[^\"\\\\\n]|\\\\.)*\"|/\\*.*?\\*/|//[^\n]*",
                    Pattern.DOTALL);

    private static final KnownKeys KNOWN =
            KnownKeys.fromClassPath(SettingNamesTest.class.getClassLoader());
    private static final Set<String> NAMES = new HashSet<>();
    private static final Map<Path, String> PAGES = new TreeMap<>();
    private static final Map<Path, String> SOURCES = new TreeMap<>();
    private static final Map<Path, String> DEPLOYMENTS = new TreeMap<>();
    private static final Set<String> METERS = new HashSet<>();

    @BeforeAll
    static void read() throws IOException {
        for (KnownKey key : KNOWN.all()) {
            String name = key.name();
            for (int end = name.length(); end > 0; end = name.lastIndexOf('.', end - 1)) {
                NAMES.add(name.substring(0, end));
            }
        }
        Files.walkFileTree(ROOT, new Reader());
        assertThat(PAGES).hasSizeGreaterThan(80);
        assertThat(SOURCES).hasSizeGreaterThan(1_000);
        assertThat(DEPLOYMENTS).hasSizeGreaterThan(4);
        for (String source : SOURCES.values()) {
            METER.matcher(source).results().forEach(meter -> METERS.add(meter.group(1)));
        }
        assertThat(METERS).contains("terrane.world.edits");
    }

    @Test
    void noPageNamesTheSpringProperty() {
        assertThat(found(PAGES, PREFIXED, hit -> !isMeter(hit) && !isWire(hit))).isEmpty();
    }

    @Test
    void noErrorLimitOrCommentNamesTheSpringProperty() {
        Map<Path, String> sources = new TreeMap<>(SOURCES);
        sources.keySet().removeIf(path -> path.toString().contains("dev/terrane/support/config/"));
        sources.replaceAll((path, text) -> withoutProperties(text));
        assertThat(found(sources, PREFIXED, hit -> NAMES.contains(hit.group(1)) && !isMeter(hit)))
                .isEmpty();
    }

    @Test
    void everySettingAPageNamesExists() {
        assertThat(found(PAGES, NAME, hit -> !isKnown(hit))).isEmpty();
    }

    /** Fields of requests and kinds of commands have two plain words; they cannot be told apart. */
    @Test
    void everySettingAnErrorLimitOrCommentNamesExists() {
        Map<Path, String> texts = new TreeMap<>(SOURCES);
        texts.replaceAll((path, text) -> javaText(text));
        assertThat(
                        found(
                                texts,
                                NAME,
                                hit ->
                                        !isKnown(hit)
                                                && (hit.group().contains("-")
                                                        || hit.group().split("\\.").length > 2)))
                .isEmpty();
        assertThat(found(texts, NAME, SettingNamesTest::isKnown)).hasSizeGreaterThan(50);
    }

    @Test
    void everyVariableAPageOrDeploymentNamesExists() {
        Map<Path, String> texts = new TreeMap<>(PAGES);
        texts.putAll(DEPLOYMENTS);
        assertThat(found(texts, VARIABLE, hit -> !isVariable(hit.group()))).isEmpty();
    }

    private static boolean isKnown(MatchResult hit) {
        return NAMES.contains(hit.group()) || DATABASE_FILE.matcher(hit.group()).matches();
    }

    /** Also the first words of several meters. */
    private static boolean isMeter(MatchResult hit) {
        return METERS.stream()
                .anyMatch(m -> m.equals(hit.group()) || m.startsWith(hit.group() + "."));
    }

    /** Packages of the wire end with their version. */
    private static boolean isWire(MatchResult hit) {
        return hit.group().matches(".*\\.v\\d+(alpha\\d+)?");
    }

    /** As a start judges it, whatever its value. */
    private static boolean isVariable(String name) {
        return TerraneConfig.load(null, Map.of(name, "1"), KNOWN).problems().stream()
                .noneMatch(problem -> problem.message().startsWith("no such setting"));
    }

    private static List<String> found(
            Map<Path, String> texts, Pattern pattern, Predicate<MatchResult> wanted) {
        List<String> found = new ArrayList<>();
        texts.forEach(
                (path, text) ->
                        pattern.matcher(text)
                                .results()
                                .filter(wanted)
                                .forEach(hit -> found.add(path + ": " + hit.group())));
        return found;
    }

    private static String withoutProperties(String source) {
        StringBuilder rest = new StringBuilder();
        int from = 0;
        for (MatchResult hit : PREFIXED.matcher(source).results().toList()) {
            String before = source.substring(Math.max(0, hit.start() - 80), hit.start());
            rest.append(source, from, hit.start());
            from = PROPERTY.matcher(before).find() ? hit.end() : hit.start();
        }
        return rest.append(source, from, source.length()).toString();
    }

    private static String javaText(String source) {
        return JAVA_TEXT
                .matcher(source)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining("\n"));
    }

    /** Sorts what there is into pages, sources that are shipped, and how they are deployed. */
    private static final class Reader extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_OURS.contains(folder.getFileName().toString())
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
            String name = file.getFileName().toString();
            if (name.endsWith(".md")) {
                PAGES.put(file, Files.readString(file));
            } else if (name.matches(".*\\.(java|proto|ts|mjs)")) {
                SOURCES.put(file, Files.readString(file));
            } else if (name.equals("Dockerfile") || name.endsWith(".yml") || in(file, "k8s")) {
                DEPLOYMENTS.put(file, Files.readString(file));
            }
            return FileVisitResult.CONTINUE;
        }

        private static boolean in(Path file, String folder) {
            return file.startsWith(ROOT.resolve(folder));
        }
    }
}
