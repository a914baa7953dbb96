-- What was committed, in the order of the commits, for the other instances on the same PostgreSQL; the
-- newest only. Not used on SQLite, which has one instance.
CREATE TABLE chunk_events (
    id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    chunk_key  TEXT    NOT NULL,
    revision   BIGINT  NOT NULL,
    checksum   TEXT    NOT NULL,
    kind       TEXT    NOT NULL, -- an action of revisions, gate, or widely: more than can be told
    flags      TEXT    NOT NULL, -- '' or JSON
    written_at BIGINT  NOT NULL,
    at         BIGINT  NOT NULL
);
CREATE INDEX idx_chunk_events_at ON chunk_events (at);

-- Highest number that was dropped from chunk_events.
INSERT INTO meta (key, value) VALUES ('events_floor', '0');
UPDATE meta SET value = '5' WHERE key = 'schema_version';
