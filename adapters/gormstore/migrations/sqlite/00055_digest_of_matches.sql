-- +goose Up
-- The digest of the matches: who read them before does not read them again ('' until they are next kept).
ALTER TABLE fetched_matches ADD COLUMN digest TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE fetched_matches DROP COLUMN digest;
