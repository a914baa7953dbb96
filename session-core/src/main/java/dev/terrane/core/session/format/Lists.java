package dev.terrane.core.session.format;

import dev.terrane.core.session.bytes.LittleEndianReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Counted lists. */
final class Lists {
    private Lists() {}

    /** An i32 count of items that take at least so many bytes each, then the items. */
    static <T> List<T> read(
            LittleEndianReader in, int bytesMin, Function<LittleEndianReader, T> item) {
        int count = in.count(bytesMin);
        List<T> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            items.add(item.apply(in));
        }
        return items;
    }

    /** The same, refused unless each item sorts after the one before. */
    static <T> List<T> readAscending(
            LittleEndianReader in,
            int bytesMin,
            Comparator<? super T> order,
            Function<LittleEndianReader, T> item) {
        List<T> items = read(in, bytesMin, item);
        for (int i = 1; i < items.size(); i++) {
            if (order.compare(items.get(i - 1), items.get(i)) >= 0) {
                throw in.malformed("item " + i + " of a list is out of order");
            }
        }
        return items;
    }
}
