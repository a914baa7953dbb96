package dev.terrane.world.definitions;

import dev.terrane.core.chunk.Checksum;
import dev.terrane.core.chunk.ChunkGrid;
import dev.terrane.core.chunk.ChunkSize;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names one state of the definitions of a world and its rooms, and is what a change is made for.
 * Revisions alone are counted again after a restore; the digest is of what the world is and when it
 * or one of its rooms was changed, so a number that is given twice is two tags.
 *
 * @param revision from 1
 * @param digest lower-case hex, {@value #DIGITS} digits
 */
public record DefinitionTag(long revision, String digest) {
    private static final int DIGITS = 16;
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,17})-([0-9a-f]{16})");

    /** The state a world is in. */
    public static DefinitionTag of(World world) {
        ChunkSize size = world.grid().size();
        ChunkGrid.Origin origin = world.grid().origin();
        // No part but the last, the name, holds the separator.
        String text =
                List.of(
                                world.id(),
                                world.revision(),
                                world.changedAtMillis(),
                                size.x(),
                                size.y(),
                                size.z(),
                                origin.x(),
                                origin.y(),
                                origin.z(),
                                world.durability().storedName(),
                                world.name())
                        .stream()
                        .map(Object::toString)
                        .collect(Collectors.joining("\n"));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new DefinitionTag(
                world.revision(), Checksum.over(bytes, 0, bytes.length).hex().substring(0, DIGITS));
    }

    /** Reads what {@link #toString} wrote. */
    public static Optional<DefinitionTag> parse(String text) {
        Matcher tag = FORM.matcher(text);
        return tag.matches()
                ? Optional.of(new DefinitionTag(Long.parseLong(tag.group(1)), tag.group(2)))
                : Optional.empty();
    }

    /** {@code REVISION-DIGEST}, as in ETags. */
    @Override
    public String toString() {
        return revision + "-" + digest;
    }
}
