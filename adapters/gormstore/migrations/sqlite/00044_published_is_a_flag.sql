-- +goose Up
-- A backup tells both databases apart by no column: published is a flag in PostgreSQL.
ALTER TABLE shifts RENAME COLUMN published TO published_number;
ALTER TABLE shifts ADD COLUMN published BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE shifts SET published = published_number <> 0;
ALTER TABLE shifts DROP COLUMN published_number;

-- +goose Down
ALTER TABLE shifts RENAME COLUMN published TO published_flag;
ALTER TABLE shifts ADD COLUMN published INTEGER NOT NULL DEFAULT 0;
UPDATE shifts SET published = published_flag;
ALTER TABLE shifts DROP COLUMN published_flag;
