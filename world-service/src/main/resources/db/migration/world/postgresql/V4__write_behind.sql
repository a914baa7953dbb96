-- Worlds may acknowledge changes before they are on disk, on SQLite only.
ALTER TABLE worlds ADD COLUMN durability TEXT NOT NULL DEFAULT 'committed'; -- committed | write-behind

-- chunks.dirty is 1 while acknowledged changes of the chunk are in memory only.
CREATE INDEX idx_chunks_dirty ON chunks (key) WHERE dirty = 1;

-- Chunks that were dirty when the service ended without its leave, as they fell back.
CREATE TABLE lost_changes (
    id        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    chunk_key TEXT COLLATE "C" NOT NULL,
    revision  BIGINT  NOT NULL,
    checksum  TEXT    NOT NULL,
    found_at  BIGINT  NOT NULL
);
UPDATE meta SET value = '4' WHERE key = 'schema_version';
