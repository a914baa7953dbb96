package dev.terrane.core.chunk.maps;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What one place of a map says and chunks cannot keep: everything that is neither read, nor about
 * the editor alone, nor what it is by default. So a map loses nothing silently, not even what a
 * newer editor writes. Used by one thread.
 */
final class Unkept {
    /** More names of one place are counted. */
    private static final int NAMES_MAX = 12;

    private static final int NAME_MAX = 64;

    private static final String DRAWN =
            "opacity=1 visible=1 parallaxx=1 parallaxy=1 offsetx=0 offsety=0 mode=normal class= tintcolor=";

    static final Kind MAP =
            Kind.of(
                    "type version tiledversion orientation renderorder width height tilewidth tileheight infinite"
                            + " compressionlevel nextlayerid nextobjectid hexsidelength staggeraxis staggerindex skewx"
                            + " skewy editorsettings export layers tilesets properties",
                    "parallaxoriginx=0 parallaxoriginy=0 class= backgroundcolor=");
    static final Kind LAYER =
            Kind.of(
                    "type id name width height startx starty locked data chunks encoding compression layers objects"
                            + " color properties",
                    DRAWN + " x=0 y=0 draworder=topdown");
    static final Kind OBJECT =
            Kind.of(
                    "id name type class x y width height rotation gid template point ellipse capsule polygon polyline"
                            + " text properties",
                    "visible=1 opacity=1");
    static final Kind TEXT =
            Kind.of(
                    "text",
                    "fontfamily=sans-serif pixelsize=16 wrap=0 color=#000000 bold=0 italic=0 underline=0 strikeout=0"
                            + " kerning=1 halign=left valign=top");
    static final Kind TILESET =
            Kind.of(
                    "type version tiledversion firstgid name tilecount columns tilewidth tileheight spacing margin"
                            + " objectalignment backgroundcolor image imagewidth imageheight grid transformations editorsettings"
                            + " export tiles properties",
                    "tilerendersize=tile fillmode=stretch class= transparentcolor=");

    static final Kind TILE =
            Kind.of(
                    "id type class image imagewidth imageheight x y width height probability properties",
                    "terrain=");

    private final Set<String> names = new LinkedHashSet<>();
    private int more;

    /**
     * A kind of element.
     *
     * @param known what is read, or is about the editor alone
     * @param usual what the others are when nobody set them; empty for nothing
     */
    record Kind(Set<String> known, Map<String, String> usual) {
        static Kind of(String known, String usual) {
            Map<String, String> values = new TreeMap<>();
            for (String pair : usual.split(" ")) {
                int equals = pair.indexOf('=');
                values.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
            return new Kind(Set.of(known.split(" ")), values);
        }

        private boolean isKept(String name, String value) {
            return known.contains(name)
                    || (usual.containsKey(name) && isSame(usual.get(name), value));
        }

        private static boolean isSame(String usual, String value) {
            if (usual.equals(value)) {
                return true;
            }
            try {
                return !usual.isEmpty() && Double.parseDouble(usual) == Double.parseDouble(value);
            } catch (NumberFormatException notBoth) {
                return (usual.equals("1") && value.equals("true"))
                        || (usual.equals("0") && value.equals("false"))
                        || usual.equals(value.toLowerCase(Locale.ROOT));
            }
        }
    }

    /** The attributes of the current element. */
    Unkept attributes(Kind kind, XmlCursor in) {
        in.attributes()
                .forEach(
                        (name, value) -> {
                            if (!kind.isKept(name, value)) {
                                add(name);
                            }
                        });
        return this;
    }

    /** The members of an object; lists and objects that are not known count when not empty. */
    Unkept members(Kind kind, JsonPart in) {
        for (Map.Entry<String, JsonNode> member : in.node().properties()) {
            JsonNode value = member.getValue();
            boolean kept =
                    value.isContainer()
                            ? value.isEmpty() || kind.known().contains(member.getKey())
                            : value.isNull() || kind.isKept(member.getKey(), value.asString(""));
            if (!kept) {
                add(member.getKey());
            }
        }
        return this;
    }

    /** Custom properties, where there is nothing to put them. */
    Unkept properties(ObjectNode properties) {
        properties.propertyNames().forEach(name -> add("property '" + name + "'"));
        return this;
    }

    /** One thing. */
    Unkept add(String name) {
        String cut = name.length() > NAME_MAX ? name.substring(0, NAME_MAX) + "…" : name;
        if (names.size() < NAMES_MAX) {
            names.add(cut);
        } else if (!names.contains(cut)) {
            more++;
        }
        return this;
    }

    /** Several things. */
    Unkept addAll(Collection<String> others) {
        others.forEach(this::add);
        return this;
    }

    /** What was found so far, in its order. */
    List<String> names() {
        List<String> all = new ArrayList<>(names);
        if (more > 0) {
            all.add(more + " more");
        }
        return all;
    }

    /** The same, as parts of something. */
    List<String> namesOf(String whole) {
        return names().stream().map(name -> whole + " " + name).toList();
    }

    /** The same, of tiles. */
    List<String> namesOfTiles() {
        return names().stream().map(name -> name + " of tiles").toList();
    }

    /** The warning; empty if everything is kept. */
    Optional<String> at(Faults place) {
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(place.place() + ": not kept: " + String.join(", ", names()));
    }
}
