package dev.terrane.world.imports.web;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * One page of a list.
 *
 * @param nextPageToken token of the next page, empty at the end
 */
record ImportPageView<T>(List<T> items, @Schema(example = "") String nextPageToken) {}
