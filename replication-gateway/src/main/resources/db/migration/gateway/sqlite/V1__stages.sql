-- Definitions of stages. What happens on a live stage is not stored yet.
CREATE TABLE stages (
    id                TEXT    NOT NULL PRIMARY KEY,
    -- The stage document, canonical form.
    document          TEXT    NOT NULL,
    -- How often the stage has been opened.
    generation        INTEGER NOT NULL,
    created_at_millis INTEGER NOT NULL,
    created_by        TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

-- Deletions by request id, so that a retry is answered as the first.
CREATE TABLE stage_deletions (
    request_id        TEXT    NOT NULL PRIMARY KEY,
    stage_id          TEXT    NOT NULL,
    deleted_at_millis INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- One row: where the numbering of guids stands and the key that hides it.
CREATE TABLE guid_blocks (
    id              INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    permutation_key TEXT    NOT NULL,
    next_number     INTEGER NOT NULL
) STRICT;
