package dev.terrane.core.chunk.maps;

import dev.terrane.core.chunk.maps.SourceMap.Area;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Two rectangles of a list that share a cell, by their places in it. Found by a line that moves
 * down: what it crosses lies side by side, so a rectangle it meets is compared with its neighbours
 * only, and a hostile list of many costs little more than sorting it.
 */
record Overlap(int first, int second) {

    /** One of them; the same one for the same list. Sides are below 2^30, so sums are exact. */
    static Optional<Overlap> find(List<Area> areas) {
        TreeMap<Integer, Integer> crossed = new TreeMap<>();
        PriorityQueue<Integer> ends =
                new PriorityQueue<>(Comparator.comparingInt(i -> bottom(areas.get(i))));
        List<Integer> down =
                IntStream.range(0, areas.size())
                        .boxed()
                        .sorted(Comparator.comparingInt(i -> areas.get(i).y()))
                        .toList();
        for (int i : down) {
            Area area = areas.get(i);
            while (!ends.isEmpty() && bottom(areas.get(ends.peek())) <= area.y()) {
                crossed.remove(areas.get(ends.remove()).x());
            }
            Map.Entry<Integer, Integer> left = crossed.floorEntry(area.x());
            if (left != null && right(areas.get(left.getValue())) > area.x()) {
                return of(i, left.getValue());
            }
            Map.Entry<Integer, Integer> next = crossed.ceilingEntry(area.x());
            if (next != null && next.getKey() < right(area)) {
                return of(i, next.getValue());
            }
            crossed.put(area.x(), i);
            ends.add(i);
        }
        return Optional.empty();
    }

    private static Optional<Overlap> of(int one, int other) {
        return Optional.of(new Overlap(Math.min(one, other), Math.max(one, other)));
    }

    private static int bottom(Area area) {
        return area.y() + area.height();
    }

    private static int right(Area area) {
        return area.x() + area.width();
    }
}
