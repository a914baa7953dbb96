package dev.terrane.core.chunk.maps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.core.chunk.maps.SourceMap.Area;
import dev.terrane.testing.Coverage;
import dev.terrane.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverlapTest {
    private static boolean share(Area a, Area b) {
        return a.x() < b.x() + b.width()
                && b.x() < a.x() + a.width()
                && a.y() < b.y() + b.height()
                && b.y() < a.y() + a.height();
    }

    @Test
    void somethingIsFoundExactlyWhenTwoShareACell() {
        Coverage coverage = new Coverage();
        Seeds.until(
                coverage.goal(100, "apart", "overlap"),
                10_000,
                random -> {
                    List<Area> areas = new ArrayList<>();
                    int count = random.nextInt(8);
                    for (int i = 0; i < count; i++) {
                        areas.add(
                                new Area(
                                        random.nextInt(20) - 10,
                                        random.nextInt(20) - 10,
                                        1 + random.nextInt(6),
                                        1 + random.nextInt(6)));
                    }
                    boolean any = false;
                    for (int i = 0; i < count; i++) {
                        for (int j = 0; j < i; j++) {
                            any |= share(areas.get(i), areas.get(j));
                        }
                    }
                    Overlap found = Overlap.find(areas).orElse(null);
                    assertThat(found != null).as("%s", areas).isEqualTo(any);
                    if (found != null) {
                        assertThat(found.first()).isLessThan(found.second());
                        assertThat(share(areas.get(found.first()), areas.get(found.second())))
                                .isTrue();
                    }
                    coverage.count(any ? "overlap" : "apart");
                });
    }

    @Test
    void manyAreComparedWithTheirNeighboursOnly() {
        List<Area> areas = new ArrayList<>();
        for (int i = 0; i < 300_000; i++) {
            areas.add(new Area(i % 1_000, i / 1_000, 1, 1));
        }

        assertThat(Overlap.find(areas)).isEmpty();
        areas.add(new Area(500, 150, 2, 1));
        assertThat(Overlap.find(areas)).isPresent();
    }
}
