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

-- One row: where the numbering of guids stands and the key that hides it.
CREATE TABLE guid_blocks (
    id              INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    permutation_key TEXT    NOT NULL,
    next_number     INTEGER NOT NULL
) STRICT;

-- First results of mutating requests, kept 24 h (see dev.terrane.support.store.idempotency).
CREATE TABLE idempotency (
    subject    TEXT   NOT NULL,
    request_id TEXT   NOT NULL,
    digest     BLOB  NOT NULL,
    result     BLOB  NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (subject, request_id)
);
CREATE INDEX idempotency_created_at ON idempotency (created_at);
