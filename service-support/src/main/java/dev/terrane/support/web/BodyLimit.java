package dev.terrane.support.web;

import org.springframework.util.unit.DataSize;

/**
 * Another largest body for some routes. A bean of this type goes before the common limit; among
 * several the most specific pattern counts.
 *
 * @param pattern path pattern, for example {@code /api/v1/worlds/{world}/imports}
 * @param setting the setting that gives it, as refusals name it
 * @param bytesMax largest body
 */
public record BodyLimit(String pattern, String setting, DataSize bytesMax) {
    public BodyLimit {
        if (bytesMax.toBytes() < 0) {
            throw new IllegalArgumentException(setting + " must not be negative: " + bytesMax);
        }
    }
}
