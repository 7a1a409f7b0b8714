-- +goose Up
-- The notes made before it were told in the user's daily overview, 0 for never. Until now each told those of the day before it.
ALTER TABLE digests ADD COLUMN told_at BIGINT NOT NULL DEFAULT 0;
UPDATE digests SET told_at = next_at - 86400000000 WHERE next_at > 0;

-- +goose Down
ALTER TABLE digests DROP COLUMN told_at;
