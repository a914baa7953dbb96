package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.Bytes;
import java.util.Optional;

/** Where an importer gets the files a map refers to. */
@FunctionalInterface
public interface ResourceResolver {
    /**
     * The file at this path, written as in the map with {@code /}, relative to the map's folder.
     */
    Optional<Bytes> find(String path);
}
