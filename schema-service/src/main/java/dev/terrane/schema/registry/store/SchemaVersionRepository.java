package dev.terrane.schema.registry.store;

import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The aggregate's rows. Called inside store work only. */
interface SchemaVersionRepository extends Repository<SchemaVersionRow, Long> {
    SchemaVersionRow save(SchemaVersionRow row);

    Optional<SchemaVersionRow> findByNameAndVersion(String name, int version);

    Optional<SchemaVersionRow> findFirstByNameOrderByVersionDesc(String name);
}
