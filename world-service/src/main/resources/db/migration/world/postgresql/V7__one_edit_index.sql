-- One index says which chunk an edit id changed, in either order of asking: ids of one time lie side by side in it,
-- so that edits that share a commit share its pages.
DROP INDEX idx_revisions_edit;
ALTER TABLE revisions DROP CONSTRAINT revisions_chunk_key_edit_id_key;
CREATE UNIQUE INDEX idx_revisions_edit ON revisions (edit_id, chunk_key) WHERE edit_id IS NOT NULL;
UPDATE meta SET value = '7' WHERE key = 'schema_version';
