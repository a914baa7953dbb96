package dev.terrane.world.definitions.web;

import dev.terrane.support.testing.Reply;
import dev.terrane.world.WorldServer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tests that name revisions, where requests have ETags. */
final class TagsByRevision {
    private static final Pattern HEADER = Pattern.compile("\"([1-9])\"");
    private static final Pattern FIELD = Pattern.compile("'expectedEtag':'(\\d)'");

    private TagsByRevision() {}

    /** The tag of this revision if it is the current one, else one that no state has. */
    static String tag(WorldServer server, String path, String revision) {
        Reply now = server.get(path);
        String tag = now.status() == 200 ? now.header("ETag").replace("\"", "") : "";
        return tag.startsWith(revision + "-") ? tag : revision + "-0123456789abcdef";
    }

    /** A header with a tag for its revision; anything else stays. */
    static String inHeader(WorldServer server, String path, String ifMatch) {
        Matcher revision = HEADER.matcher(ifMatch);
        return revision.matches() ? '"' + tag(server, path, revision.group(1)) + '"' : ifMatch;
    }

    /** Fields of a message with tags for their revisions. */
    static String inMessage(WorldServer server, String path, String fields) {
        return FIELD.matcher(fields)
                .replaceAll(at -> "'expectedEtag':'" + tag(server, path, at.group(1)) + "'");
    }
}
