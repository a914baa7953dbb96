package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.maps.ImportOutcome.Place;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The files of one import: resolves paths against the file that writes them, reads each tileset and
 * template once, and keeps the limits. Used by one thread.
 */
final class Resources {
    /** Names of Tiled's XML files end with these. */
    private static final Set<String> XML_FORMS = Set.of("tmx", "tsx", "tx");

    private final ResourceResolver resolver;
    private final ImportLimits limits;
    private final Map<String, Tileset> tilesets = new LinkedHashMap<>();
    private final Map<String, Template> templates = new LinkedHashMap<>();
    private final List<String> paths = new ArrayList<>();
    private final JsonTrees trees;

    Resources(ResourceResolver resolver, ImportLimits limits) {
        this.resolver = resolver;
        this.limits = limits;
        this.trees = new JsonTrees(limits);
    }

    /** Something read from a file, with the file's path. */
    record Named<T>(String path, T value) {}

    /**
     * A template: an object, and the tileset its gid counts in.
     *
     * @param firstGid of that tileset within the template
     */
    record Template(ObjectDraft object, int firstGid, Named<Tileset> tileset) {}

    /** Every file asked for, in order. */
    List<String> paths() {
        return List.copyOf(paths);
    }

    JsonTrees trees() {
        return trees;
    }

    void requireSize(String name, Bytes content) {
        if (content.size() > limits.fileBytesMax()) {
            throw ImportFault.over(
                    new Place(name, 0, 0, "the whole file"),
                    "fileBytesMax",
                    limits.fileBytesMax(),
                    content.size());
        }
    }

    /** The tileset a file names. */
    Named<Tileset> tileset(String from, String source, Faults at) {
        String path = resolve(from, source, "tileset", at);
        Tileset known = tilesets.get(path);
        if (known == null) {
            Bytes content = read(path, "tileset", source, at);
            if (isXml(path, content)) {
                XmlCursor in = new XmlCursor(path, content);
                in.root("tileset");
                known = TilesetReader.read(in);
            } else {
                known = JsonTilesets.read(JsonPart.root(path, trees.read(path, content)));
            }
            tilesets.put(path, known);
        }
        return new Named<>(path, known);
    }

    /** The template an object names. */
    Template template(String from, String source, Faults at) {
        String path = resolve(from, source, "template", at);
        Template known = templates.get(path);
        if (known == null) {
            Bytes content = read(path, "template", source, at);
            known =
                    isXml(path, content)
                            ? TemplateReader.xml(path, content, this)
                            : TemplateReader.json(
                                    JsonPart.root(path, trees.read(path, content)), this);
            templates.put(path, known);
        }
        return known;
    }

    /** Any other file, as JSON. */
    JsonPart json(String from, String source, String what, Faults at) {
        String path = resolve(from, source, what, at);
        return JsonPart.root(path, trees.read(path, read(path, what, source, at)));
    }

    private Bytes read(String path, String what, String source, Faults at) {
        paths.add(path);
        if (paths.size() > limits.filesMax()) {
            throw at.over("filesMax", limits.filesMax(), paths.size());
        }
        Bytes content =
                resolver.find(path)
                        .orElseThrow(
                                () ->
                                        at.fault(
                                                ImportReason.MISSING_FILE,
                                                "%s '%s' is not there%s"
                                                        .formatted(
                                                                what,
                                                                source,
                                                                source.equals(path)
                                                                        ? ""
                                                                        : " (" + path + ")")));
        requireSize(path, content);
        return content;
    }

    /**
     * Whether a file is XML, else it is to be JSON. Its first character tells; one that begins
     * neither is a fault of what its name says it is.
     */
    static boolean isXml(String path, Bytes content) {
        ByteBuffer bytes = content.asReadOnlyBuffer();
        int start = start(bytes);
        int first = start < bytes.limit() ? bytes.get(start) & 0xFF : -1;
        if (first == '<') {
            return true;
        }
        int dot = path.lastIndexOf('.');
        String form = dot < 0 ? "" : path.substring(dot + 1).toLowerCase(Locale.ROOT);
        if (first == '{' || first == '[' || !XML_FORMS.contains(form)) {
            return false;
        }
        throw new ImportFault(
                ImportReason.NOT_WELL_FORMED,
                new Place(path, 0, 0, "", start),
                first < 0
                        ? "no " + form.toUpperCase(Locale.ROOT) + " file: there is nothing in it"
                        : "no %s file: it begins with byte 0x%02x, XML with '<'"
                                .formatted(form.toUpperCase(Locale.ROOT), first));
    }

    /** Offset of the first character: white space and a byte order mark may come before it. */
    private static int start(ByteBuffer bytes) {
        int at = 0;
        if (bytes.limit() > 1) {
            int mark = ((bytes.get(0) & 0xFF) << 8) | (bytes.get(1) & 0xFF);
            at = mark == 0xFEFF || mark == 0xFFFE ? 2 : 0;
            if (mark == 0xEFBB && bytes.limit() > 2 && (bytes.get(2) & 0xFF) == 0xBF) {
                at = 3;
            }
        }
        while (at < bytes.limit() && bytes.get(at) >= 0 && bytes.get(at) <= ' ') {
            at++;
        }
        return at;
    }

    /** The path of a file named by another, both counted from the same folder. */
    static String resolve(String from, String source, String what, Faults at) {
        String path = source.replace('\\', '/');
        if (path.isEmpty()
                || path.startsWith("/")
                || path.contains(":")
                || path.indexOf('\0') >= 0) {
            throw at.fault(
                    ImportReason.BAD_PATH, what + " '" + source + "' is not a relative path");
        }
        Deque<String> steps = new ArrayDeque<>();
        // A map given by an absolute path is only named by it.
        String folder = from.startsWith("/") ? "" : from.substring(0, from.lastIndexOf('/') + 1);
        for (String step : (folder + path).split("/")) {
            if (step.equals("..") && !steps.isEmpty() && !steps.getLast().equals("..")) {
                steps.removeLast();
            } else if (!step.isEmpty() && !step.equals(".")) {
                steps.addLast(step);
            }
        }
        return String.join("/", steps);
    }
}
