import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The tests that failed in a run of Maven, and those that passed only when repeated, from the reports
 * that surefire and failsafe wrote during it: what they printed, then each with its message, the first
 * frames of the project's own code and its causes. Short and in this order, so that the end of a log is
 * enough to understand a failure seen elsewhere.
 */
final class TestReport {
    private static final Set<String> REPORTS = Set.of("surefire-reports", "failsafe-reports");
    private static final Set<String> SKIPPED =
            Set.of("src", "node_modules", "classes", "test-classes", "docs");
    /** What holds the trace of a first run that failed, when the second passed. */
    private static final Set<String> FLAKES = Set.of("flakyFailure", "flakyError");
    /** What holds the trace of a second run that failed too; the first one's is told. */
    private static final Set<String> REPEATS = Set.of("rerunFailure", "rerunError");
    private static final String OWN_FRAME = "at dev.terrane.";
    private static final Pattern FRAME = Pattern.compile("at \\S+\\(.*\\).*|\\.\\.\\. \\d+ more");
    /** Lines of a log that tell of the ordinary: starts, migrations, the way down. */
    private static final Pattern ORDINARY =
            Pattern.compile("\\d[-\\d:.TZ+]* +(?:\\[\\S+] +)?(?:INFO|DEBUG|TRACE) .*");
    private static final int FAILURES_MAX = 20;
    /** An assertion says first what it expected of what, and last what was wrong with it. */
    private static final int MESSAGE_LINES_FIRST = 8;

    private static final int MESSAGE_LINES_LAST = 8;
    private static final int FRAMES_MAX = 4;
    private static final int CAUSES_MAX = 3;
    private static final int PRINTED_LINES_MAX = 8;
    private static final int LINE_MAX = 240;

    private final Section failed = new Section();
    private final Section flaky = new Section();
    private final List<String> unread = new ArrayList<>();

    private TestReport() {}

    /** Tests of one outcome: how many there are, and lines about the first of them. */
    private static final class Section {
        private final List<String> lines = new ArrayList<>();
        private final List<String> printed = new ArrayList<>();
        private int tests;

        private List<String> under(String title) {
            List<String> all = new ArrayList<>();
            all.add("terrane: " + title + ": " + tests);
            all.addAll(lines);
            if (tests > FAILURES_MAX) {
                all.add("  and " + (tests - FAILURES_MAX) + " more");
            }
            return all;
        }
    }

    /**
     * Lines that tell what reports written since then say: the flaky tests, then those that failed. When
     * Maven did not pass and no test tells why, they say so.
     */
    static List<String> since(Path root, FileTime begin, boolean passed) throws IOException {
        TestReport report = new TestReport();
        for (Path file : files(root, begin)) {
            report.read(root, file);
        }
        List<String> lines = new ArrayList<>(report.unread);
        if (!report.flaky.printed.isEmpty() || !report.failed.printed.isEmpty()) {
            lines.add("terrane: what they printed, without the ordinary lines of logs");
            lines.addAll(report.flaky.printed);
            lines.addAll(report.failed.printed);
        }
        if (report.flaky.tests > 0) {
            lines.addAll(report.flaky.under("tests that failed once and passed when repeated"));
        }
        if (report.failed.tests > 0) {
            lines.addAll(report.failed.under("tests that failed"));
        } else if (!passed) {
            lines.add("terrane: Maven failed, but no test did; its own errors are above");
        }
        return lines;
    }

    private static List<Path> files(Path root, FileTime begin) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes attributes) {
                        String name = folder.getFileName().toString();
                        boolean skipped = name.startsWith(".") || SKIPPED.contains(name);
                        return !folder.equals(root) && skipped
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (REPORTS.contains(file.getParent().getFileName().toString())
                                && file.getFileName().toString().matches("TEST-.*\\.xml")
                                && attributes.lastModifiedTime().compareTo(begin) >= 0) {
                            files.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        files.sort(null);
        return files;
    }

    private void read(Path root, Path file) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        try (InputStream in = Files.newInputStream(file)) {
            XMLStreamReader xml = factory.createXMLStreamReader(in);
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT
                        && xml.getLocalName().equals("testcase")) {
                    readCase(xml, root.relativize(file).getName(0));
                }
            }
        } catch (XMLStreamException e) {
            unread.add("  " + root.relativize(file) + " cannot be read: " + e.getMessage());
        }
    }

    private void readCase(XMLStreamReader xml, Path module) throws XMLStreamException {
        String name =
                "%s.%s (%s, %s s)"
                        .formatted(
                                xml.getAttributeValue(null, "classname"),
                                xml.getAttributeValue(null, "name"),
                                module,
                                xml.getAttributeValue(null, "time"));
        Map<String, String> parts = new HashMap<>();
        // What a part's name begins with after the parts of the run that counts.
        String repeat = "";
        while (xml.next() != XMLStreamConstants.END_ELEMENT
                || !xml.getLocalName().equals("testcase")) {
            if (!xml.isStartElement()) {
                continue;
            }
            String part = xml.getLocalName();
            if (FLAKES.contains(part) || REPEATS.contains(part)) {
                repeat = FLAKES.contains(part) ? "flaky " : "repeat ";
                continue;
            }
            String message = xml.getAttributeValue(null, "message");
            String text = xml.getElementText();
            parts.putIfAbsent(repeat + part, text.isBlank() && message != null ? message : text);
        }
        String trace = parts.getOrDefault("failure", parts.get("error"));
        String first = parts.get("flaky stackTrace");
        if (trace != null) {
            add(failed, name, trace, parts.getOrDefault("system-out", ""));
        } else if (first != null) {
            add(flaky, name, first, parts.getOrDefault("flaky system-out", ""));
        }
    }

    private static void add(Section section, String name, String trace, String output) {
        if (++section.tests <= FAILURES_MAX) {
            section.lines.add("  " + section.tests + ". " + name);
            tell(trace, section.lines);
            printed(name, output, section.printed);
        }
    }

    /** Message and causes, each with the first frames of the project. */
    private static void tell(String trace, List<String> lines) {
        List<String> message = new ArrayList<>();
        int frames = 0;
        int causes = 0;
        for (String line : trace.lines().map(String::strip).filter(l -> !l.isEmpty()).toList()) {
            if (line.startsWith("Caused by:")) {
                tellMessage(message, lines);
                frames = 0;
                if (++causes > CAUSES_MAX) {
                    return;
                }
            }
            if (!FRAME.matcher(line).matches()) {
                message.add(line);
            } else {
                tellMessage(message, lines);
                if (line.startsWith(OWN_FRAME) && frames++ < FRAMES_MAX) {
                    lines.add("         " + cut(line));
                }
            }
        }
        tellMessage(message, lines);
    }

    /** Its first and last lines; nothing is left to tell afterwards. */
    private static void tellMessage(List<String> message, List<String> lines) {
        int last = Math.max(MESSAGE_LINES_FIRST, message.size() - MESSAGE_LINES_LAST);
        for (int at = 0; at < message.size(); at++) {
            if (at < MESSAGE_LINES_FIRST || at >= last) {
                lines.add("     " + cut(message.get(at)));
            } else if (at == MESSAGE_LINES_FIRST) {
                lines.add("     … " + (last - at) + " more lines …");
            }
        }
        message.clear();
    }

    private static void printed(String name, String text, List<String> lines) {
        List<String> all =
                text.lines()
                        .filter(line -> !line.isBlank() && !ORDINARY.matcher(line).matches())
                        .toList();
        if (!all.isEmpty()) {
            lines.add("  " + name);
            all.subList(Math.max(0, all.size() - PRINTED_LINES_MAX), all.size())
                    .forEach(line -> lines.add("     | " + cut(line)));
        }
    }

    private static String cut(String text) {
        return text.length() <= LINE_MAX ? text : text.substring(0, LINE_MAX) + "…";
    }
}
