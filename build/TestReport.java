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
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The tests that failed in a run of Maven, from the reports that surefire and failsafe wrote during
 * it: each with its message, the first frames of the project's own code, its causes and the last lines
 * it printed. Short, so that the end of a log is enough to understand a failure seen elsewhere.
 */
final class TestReport {
    private static final Set<String> REPORTS = Set.of("surefire-reports", "failsafe-reports");
    private static final Set<String> SKIPPED =
            Set.of("src", "node_modules", "classes", "test-classes", "docs");
    private static final String OWN_FRAME = "at dev.terrane.";
    private static final int FAILURES_MAX = 20;
    private static final int MESSAGE_LINES_MAX = 12;
    private static final int FRAMES_MAX = 4;
    private static final int CAUSES_MAX = 3;
    private static final int PRINTED_LINES_MAX = 12;
    private static final int LINE_MAX = 240;

    private final List<String> lines = new ArrayList<>();
    private int failed;

    private TestReport() {}

    /** Lines that tell what failed in reports written since then; says so when nothing did. */
    static List<String> since(Path root, FileTime begin) throws IOException {
        TestReport report = new TestReport();
        for (Path file : files(root, begin)) {
            report.read(root, file);
        }
        if (report.failed > FAILURES_MAX) {
            report.lines.add("  and " + (report.failed - FAILURES_MAX) + " more");
        }
        report.lines.addFirst(
                report.failed == 0
                        ? "terrane: Maven failed, but no test did; its own errors are above"
                        : "terrane: tests that failed: " + report.failed);
        return report.lines;
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
            lines.add("  " + root.relativize(file) + " cannot be read: " + e.getMessage());
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
        while (xml.next() != XMLStreamConstants.END_ELEMENT
                || !xml.getLocalName().equals("testcase")) {
            if (xml.isStartElement()) {
                parts.put(xml.getLocalName(), xml.getElementText());
            }
        }
        String trace = parts.getOrDefault("failure", parts.get("error"));
        if (trace != null && ++failed <= FAILURES_MAX) {
            lines.add("  " + failed + ". " + name);
            tell(trace);
            printed(parts.getOrDefault("system-out", ""));
        }
    }

    /** Message and causes, each with the first frames of the project. */
    private void tell(String trace) {
        int messageLines = 0;
        int frames = 0;
        int causes = 0;
        for (String line : trace.lines().toList()) {
            String text = line.strip();
            if (text.startsWith("Caused by:")) {
                causes++;
                messageLines = 0;
                frames = 0;
            }
            boolean frame = text.startsWith("at ") || text.matches("\\.\\.\\. \\d+ more");
            if (causes > CAUSES_MAX || text.isEmpty()) {
                continue;
            }
            if (text.startsWith(OWN_FRAME) && frames++ < FRAMES_MAX) {
                lines.add("         " + cut(text));
            } else if (!frame && messageLines++ < MESSAGE_LINES_MAX) {
                lines.add("     " + cut(text));
            }
        }
    }

    private void printed(String text) {
        List<String> all = text.lines().filter(line -> !line.isBlank()).toList();
        all.subList(Math.max(0, all.size() - PRINTED_LINES_MAX), all.size())
                .forEach(line -> lines.add("     | " + cut(line)));
    }

    private static String cut(String text) {
        return text.length() <= LINE_MAX ? text : text.substring(0, LINE_MAX) + "…";
    }
}
