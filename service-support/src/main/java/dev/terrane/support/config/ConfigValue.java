package dev.terrane.support.config;

/**
 * One setting that was given.
 *
 * @param key full key, for example {@code terrane.world.store.readers}
 * @param value its text, not masked
 * @param place where it was given
 */
public record ConfigValue(String key, String value, ConfigPlace place) {
    static final String MASK = "******";

    /** The value as it may be shown: secrets and passwords inside addresses are masked. */
    public String shown() {
        if (KnownKey.isSecret(key)) {
            return MASK;
        }
        return value.replaceAll("(?i)(password=)[^&;]*", "$1" + MASK)
                .replaceAll("(://[^/:@]+:)[^/@]+@", "$1" + MASK + "@");
    }

    /** Masked: a setting printed by accident gives nothing away. */
    @Override
    public String toString() {
        return key + " = " + shown() + " (" + place + ")";
    }
}
