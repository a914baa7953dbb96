package dev.terrane.world.chunks.web;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * One page of a list.
 *
 * @param nextPageToken token of the next page, empty at the end
 */
record ChunkPageView<T>(List<T> items, @Schema(example = "31,0,0") String nextPageToken) {}
