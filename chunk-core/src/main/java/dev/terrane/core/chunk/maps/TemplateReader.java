package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Bytes;
import dev.terrane.core.chunk.maps.Resources.Named;
import dev.terrane.core.chunk.maps.Resources.Template;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads object templates, TX and TJ, and puts them under the objects that name them. */
final class TemplateReader {
    private static final Named<Tileset> NO_TILESET =
            new Named<>("", Tileset.of("", 0, false, Map.of()));

    private TemplateReader() {}

    /** The object as the map means it: its template filled in. */
    static SourceObject resolve(
            ObjectDraft draft, String mapFile, Resources resources, MapBuilder map) {
        String source = draft.template();
        Faults at = draft::place;
        if (source == null) {
            map.warn(new Unkept().addAll(draft.unkept()), at);
            return draft.toSource();
        }
        Template template = resources.template(mapFile, source, at);
        ObjectDraft under = template.object();
        Integer gid = under.gid();
        if (gid != null && draft.gid() == null) {
            int local = (gid & SourceMap.GID_MASK) - template.firstGid();
            if (local < 0 || template.tileset().path().isEmpty()) {
                throw at.fault(
                        ImportReason.UNKNOWN_TILE, "no tileset of the template has tile " + gid);
            }
            int first = map.firstGid(template.tileset(), at);
            under = under.withGid((gid & ~SourceMap.GID_MASK) | (first + local));
        }
        ObjectDraft filled = draft.over(under);
        map.warn(new Unkept().addAll(filled.unkept()), at);
        return filled.toSource();
    }

    static Template xml(String path, Bytes content, Resources resources) {
        XmlCursor in = new XmlCursor(path, content);
        in.root("template");
        int firstGid = 1;
        Named<Tileset> tileset = NO_TILESET;
        ObjectDraft object = null;
        while (in.nextChild()) {
            switch (in.name()) {
                case "tileset" -> {
                    firstGid = in.integer("firstgid", 1, SourceMap.GID_MASK);
                    tileset = resources.tileset(path, in.get("source"), in);
                    in.skip();
                }
                case "object" -> object = ObjectReader.draft(in, 0);
                default -> in.skip();
            }
        }
        return template(object, firstGid, tileset, in);
    }

    static Template json(JsonPart json, Resources resources) {
        json.requireObject();
        int firstGid = 1;
        Named<Tileset> tileset = NO_TILESET;
        JsonPart set = json.find("tileset").orElse(null);
        if (set != null) {
            firstGid = (int) set.integer("firstgid", 1, SourceMap.GID_MASK);
            tileset = resources.tileset(json.file(), set.string("source"), set);
        }
        ObjectDraft object = JsonObjects.draft(json.get("object").requireObject(), 0);
        return template(object, firstGid, tileset, json);
    }

    private static Template template(
            @Nullable ObjectDraft object, int firstGid, Named<Tileset> tileset, Faults at) {
        if (object == null) {
            throw at.fault(ImportReason.BAD_DATA, "the template has no object");
        }
        if (object.template() != null) {
            throw at.fault(ImportReason.UNSUPPORTED_FEATURE, "a template of a template");
        }
        return new Template(object, firstGid, tileset);
    }
}
