package dev.terrane.schema.config;

import dev.terrane.core.schema.csv.CsvLimits;
import dev.terrane.support.config.SettingRange;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of tables.
 *
 * @param tableBytesMax largest CSV file that is read
 */
@ConfigurationProperties("terrane.schema")
public record TableProperties(@DefaultValue("8MB") DataSize tableBytesMax) {
    /** The setting's name, as refusals give it. */
    public static final String SETTING = "schema.table-bytes-max";

    private static final DataSize CEILING = DataSize.ofBytes(CsvLimits.DEFAULT.bytesMax());

    public TableProperties {
        SettingRange.require(SETTING, tableBytesMax, DataSize.ofBytes(1), CEILING);
    }
}
