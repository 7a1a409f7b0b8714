-- +goose Up
-- The last day on which an application password works ('' for no end), and whether it may only read.
ALTER TABLE application_passwords ADD COLUMN last_day TEXT NOT NULL DEFAULT '';
ALTER TABLE application_passwords ADD COLUMN read_only BOOLEAN NOT NULL DEFAULT FALSE;

-- +goose Down
ALTER TABLE application_passwords DROP COLUMN last_day;
ALTER TABLE application_passwords DROP COLUMN read_only;
