-- One index says which chunk an edit id changed, in either order of asking: ids of one time lie side by side in it,
-- so that edits that share a commit share its pages. SQLite cannot drop the index of a UNIQUE in a table: the table
-- is made anew, which takes its size in free space once.
CREATE TABLE revisions_new (
    id           INTEGER NOT NULL PRIMARY KEY,
    chunk_key    TEXT    NOT NULL,
    revision     INTEGER NOT NULL,
    actor        TEXT    NOT NULL,
    action       TEXT    NOT NULL, -- create | update | delete | rollback | migrate | reflag
    checksum     TEXT    NOT NULL, -- a delete keeps the last one
    payload      BLOB,             -- null after delete or prune
    created_at   INTEGER NOT NULL,
    edit_id      TEXT,
    request_hash TEXT,
    UNIQUE (chunk_key, revision)
);
INSERT INTO revisions_new (id, chunk_key, revision, actor, action, checksum, payload, created_at, edit_id, request_hash)
SELECT id, chunk_key, revision, actor, action, checksum, payload, created_at, edit_id, request_hash FROM revisions
ORDER BY id;
DROP TABLE revisions;
ALTER TABLE revisions_new RENAME TO revisions;
CREATE UNIQUE INDEX idx_revisions_edit ON revisions (edit_id, chunk_key) WHERE edit_id IS NOT NULL;
UPDATE meta SET value = '7' WHERE key = 'schema_version';
