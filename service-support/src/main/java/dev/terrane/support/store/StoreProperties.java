package dev.terrane.support.store;

import dev.terrane.support.config.SettingRange;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The database of one service, bound at {@code SERVICE.store}; the prefix of the annotation stands
 * for each service's section.
 *
 * @param url JDBC url; default is an SQLite file SERVICE.db in the service's data folder
 * @param user user name, PostgreSQL only
 * @param password password, PostgreSQL only; prefer password-file
 * @param passwordFile file whose first line is the password
 * @param readers reader threads, each with one connection; 1 to 64
 * @param writeQueueMax writes that may wait for the writer; further ones are refused
 * @param readQueueMax reads that may wait for a reader; further ones are refused
 * @param busyTimeout how long a statement waits for a lock another process holds; 1 ms to 60 s
 * @param drainTimeout how long closing waits for queued work; work still queued then is refused
 */
@ConfigurationProperties("terrane.each-service.store")
public record StoreProperties(
        @Nullable String url,
        @Nullable String user,
        @Nullable String password,
        @Nullable Path passwordFile,
        @DefaultValue("2") int readers,
        @DefaultValue("1000") int writeQueueMax,
        @DefaultValue("1000") int readQueueMax,
        @DefaultValue("5s") Duration busyTimeout,
        @DefaultValue("10s") Duration drainTimeout) {
    public StoreProperties {
        if (url != null) {
            DatabaseKind.of(url);
        }
        if (password != null && passwordFile != null) {
            throw new IllegalArgumentException("password and password-file exclude each other");
        }
        SettingRange.require("readers", readers, 1, 64);
        SettingRange.require("write-queue-max", writeQueueMax, 1, 1_000_000);
        SettingRange.require("read-queue-max", readQueueMax, 1, 1_000_000);
        SettingRange.require(
                "busy-timeout", busyTimeout, Duration.ofMillis(1), Duration.ofSeconds(60));
        SettingRange.requireAtLeast("drain-timeout", drainTimeout, Duration.ZERO);
    }

    /** The defaults, on the given database. */
    public static StoreProperties of(String url, @Nullable String user, @Nullable String password) {
        return new StoreProperties(
                url,
                user,
                password,
                null,
                2,
                1000,
                1000,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10));
    }

    /** These properties with a url where none is set. */
    StoreProperties withDefaultUrl(String defaultUrl) {
        return url != null
                ? this
                : new StoreProperties(
                        defaultUrl,
                        user,
                        password,
                        passwordFile,
                        readers,
                        writeQueueMax,
                        readQueueMax,
                        busyTimeout,
                        drainTimeout);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "StoreProperties[url=" + url + ", user=" + user + ", readers=" + readers + "]";
    }
}
