package dev.terrane.schema.drafts.store;

import java.util.List;
import java.util.Optional;
import org.springframework.data.repository.Repository;

/** The aggregate's rows. Called inside store work only. */
interface DraftRepository extends Repository<DraftRow, Long> {
    DraftRow save(DraftRow row);

    void delete(DraftRow row);

    Optional<DraftRow> findByNameAndDraft(String name, String draft);

    List<DraftRow> findByName(String name);
}
