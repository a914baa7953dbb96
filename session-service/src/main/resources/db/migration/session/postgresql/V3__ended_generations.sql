-- An ended generation goes whole, its definition with it, and the name of a disposed session with
-- the last of its generations: nothing notes any more what was dropped.
DROP INDEX generations_retired;
ALTER TABLE generations DROP COLUMN dropped_at;
CREATE INDEX generations_retired ON generations (retired_at) WHERE retired_at IS NOT NULL;

-- A generation whose own column was damaged was disposed without being retired.
UPDATE generations SET retired_at =
    (SELECT updated_at FROM sessions WHERE sessions.name = generations.session_name)
WHERE retired_at IS NULL AND EXISTS (
    SELECT 1 FROM sessions
    WHERE sessions.name = generations.session_name AND sessions.state = 'disposed');
