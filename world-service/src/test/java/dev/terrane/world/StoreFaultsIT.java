package dev.terrane.world;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.support.store.StoreThreads;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;

/** What SQLite refuses is told apart in the running service as in the tests of its stores. */
class StoreFaultsIT {
    @TempDir Path folder;

    /** Reproduced: the service's own template knew no code of SQLite and told all of them alike. */
    @Test
    void aKeyThatIsThereAlreadyIsNoUnknownFault() {
        try (WorldServer server = WorldServer.start(folder)) {
            JdbcTemplate rows = server.bean(JdbcTemplate.class);
            StoreThreads threads = server.bean(StoreThreads.class);
            String again = "INSERT INTO meta (key, value) VALUES ('schema_version', '1')";
            assertThatThrownBy(() -> threads.write(() -> rows.update(again)))
                    .isInstanceOf(DuplicateKeyException.class);
        }
    }
}
