-- The generation a session began with: rollovers keep it, a session made again under the name of a
-- disposed one has another. Where retention dropped the answer, the oldest generation kept stands
-- for it.
ALTER TABLE sessions ADD COLUMN first_generation TEXT NOT NULL DEFAULT '';
UPDATE sessions SET first_generation = COALESCE(
    (SELECT generation FROM generations
     WHERE generations.session_name = sessions.name AND generations.made_by = 'create'
     ORDER BY ordinal DESC LIMIT 1),
    (SELECT generation FROM generations
     WHERE generations.session_name = sessions.name ORDER BY ordinal LIMIT 1),
    generation);
