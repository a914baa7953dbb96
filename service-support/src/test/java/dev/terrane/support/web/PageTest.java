package dev.terrane.support.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PageTest {
    private static Page<String> page(int found, int limit) {
        List<Integer> rows = IntStream.rangeClosed(1, found).boxed().toList();
        return Page.of(rows, limit, row -> "row " + row, row -> "after " + row);
    }

    @Test
    void theRowBeyondThePageTellsThatThereIsANextOne() {
        assertThat(page(4, 3)).isEqualTo(new Page<>(List.of("row 1", "row 2", "row 3"), "after 3"));
    }

    @Test
    void aPageThatIsJustFullIsTheLast() {
        assertThat(page(3, 3)).isEqualTo(new Page<>(List.of("row 1", "row 2", "row 3"), ""));
        assertThat(page(0, 3)).isEqualTo(Page.whole(List.of()));
    }

    @Test
    void itsItemsAreItsOwn() {
        List<String> items = new ArrayList<>(List.of("a"));
        Page<String> whole = Page.whole(items);
        items.add("b");
        assertThat(whole.items()).containsExactly("a");
    }
}
