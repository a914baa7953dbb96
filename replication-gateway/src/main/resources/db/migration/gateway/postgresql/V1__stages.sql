-- Definitions of stages. What happens on a live stage is not stored yet.
CREATE TABLE stages (
    -- C order, as SQLite's: pages follow it.
    id                TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    -- The stage document, canonical form.
    document          TEXT   NOT NULL,
    -- How often the stage has been opened.
    generation        BIGINT NOT NULL,
    created_at_millis BIGINT NOT NULL,
    created_by        TEXT   NOT NULL
);

-- Deletions by request id, so that a retry is answered as the first.
CREATE TABLE stage_deletions (
    request_id        TEXT   NOT NULL PRIMARY KEY,
    stage_id          TEXT   NOT NULL,
    deleted_at_millis BIGINT NOT NULL
);

-- One row: where the numbering of guids stands and the key that hides it.
CREATE TABLE guid_blocks (
    id              INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    permutation_key TEXT    NOT NULL,
    next_number     BIGINT  NOT NULL
);
