package dev.terrane.support.config;

import java.time.Duration;
import java.util.List;
import org.springframework.util.unit.DataSize;
import org.springframework.util.unit.DataUnit;

/**
 * Bounds of settings, for the records that hold them. A refusal names the setting as terrane.yaml
 * has it, what it may be and what it is; so its place in the file is found, too.
 */
public final class SettingRange {
    private static final List<DataUnit> SIZES =
            List.of(DataUnit.GIGABYTES, DataUnit.MEGABYTES, DataUnit.KILOBYTES);

    private SettingRange() {}

    /** Refuses what is outside; both bounds are inside. */
    public static <T extends Comparable<T>> void require(String setting, T value, T min, T max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new IllegalArgumentException(
                    "%s must be from %s to %s, is %s"
                            .formatted(setting, shown(min), shown(max), shown(value)));
        }
    }

    /** Refuses what is below. */
    public static <T extends Comparable<T>> void requireAtLeast(String setting, T value, T min) {
        if (value.compareTo(min) < 0) {
            throw new IllegalArgumentException(
                    "%s must be at least %s, is %s".formatted(setting, shown(min), shown(value)));
        }
    }

    /** Refuses a time that is none. */
    public static void requirePositive(String setting, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(
                    "%s must be above 0, is %s".formatted(setting, shown(value)));
        }
    }

    /** As terrane.yaml would have it. */
    private static String shown(Object value) {
        return switch (value) {
            case Duration time -> time(time);
            case DataSize size -> size(size);
            default -> value.toString();
        };
    }

    private static String time(Duration time) {
        if (time.getNano() % 1_000_000 != 0) {
            return time.toString();
        }
        long seconds = time.getSeconds();
        if (time.getNano() != 0) {
            return time.toMillis() + "ms";
        } else if (seconds == 0 || seconds % 60 != 0) {
            return seconds + "s";
        } else if (seconds % 3_600 != 0) {
            return seconds / 60 + "m";
        }
        return seconds % 86_400 == 0 ? seconds / 86_400 + "d" : seconds / 3_600 + "h";
    }

    private static String size(DataSize size) {
        for (DataUnit unit : SIZES) {
            long each = DataSize.of(1, unit).toBytes();
            if (size.toBytes() != 0 && size.toBytes() % each == 0) {
                return size.toBytes() / each + unit.name().substring(0, 1) + "B";
            }
        }
        return size.toBytes() + "B";
    }
}
