package dev.terrane.support.web;

import java.util.List;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * What a request wants to be answered with (RFC 9110, section 12.5.1): of the ranges that cover a
 * type the most exact one counts, and quality 0 refuses the type.
 */
public record AcceptHeader(List<MediaType> ranges) {
    public AcceptHeader {
        ranges = List.copyOf(ranges);
    }

    /**
     * Reads the values of the header.
     *
     * @throws InvalidMediaTypeException if one is no list of ranges
     */
    public static AcceptHeader of(List<String> values) {
        return new AcceptHeader(MediaType.parseMediaTypes(values));
    }

    /**
     * How much a type is liked.
     *
     * @param quality 0 for not at all, at most 1
     * @param exactness of the range that says so: -1 for none, then any type, any subtype, the type
     */
    public record Liking(double quality, int exactness) implements Comparable<Liking> {
        @Override
        public int compareTo(Liking other) {
            int byQuality = Double.compare(quality, other.quality);
            return byQuality != 0 ? byQuality : Integer.compare(exactness, other.exactness);
        }
    }

    /** How much the header likes a type. */
    public Liking liking(MediaType type) {
        Liking found = new Liking(0, -1);
        for (MediaType range : ranges) {
            int exactness = range.isWildcardType() ? 0 : range.isWildcardSubtype() ? 1 : 2;
            if (range.includes(type) && exactness > found.exactness()) {
                found = new Liking(range.getQualityValue(), exactness);
            }
        }
        return found;
    }

    /** Whether any range refuses something. */
    boolean refuses() {
        return ranges.stream().anyMatch(range -> range.getQualityValue() == 0);
    }
}
