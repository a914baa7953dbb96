-- Deletions are remembered among all first results.
DROP TABLE stage_deletions;

-- First results of mutating requests, kept 24 h (see dev.terrane.support.store.idempotency).
CREATE TABLE idempotency (
    subject    TEXT   NOT NULL,
    request_id TEXT   NOT NULL,
    digest     BYTEA  NOT NULL,
    result     BYTEA  NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (subject, request_id)
);
CREATE INDEX idempotency_created_at ON idempotency (created_at);
