-- +goose Up
-- When a note was shared, 0 for a private one. Of those of before it is not known: they are as old as they are.
ALTER TABLE notes ADD COLUMN shared_at BIGINT NOT NULL DEFAULT 0;
UPDATE notes SET shared_at = created_at WHERE visibility = 'shared';
DROP INDEX notes_made;
CREATE INDEX notes_shared ON notes (shared_at);

-- +goose Down
DROP INDEX notes_shared;
CREATE INDEX notes_made ON notes (created_at);
ALTER TABLE notes DROP COLUMN shared_at;
