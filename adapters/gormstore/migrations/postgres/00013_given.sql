-- +goose Up
-- The teams and age groups that a user was given to read, as JSON.
ALTER TABLE users ADD COLUMN given TEXT NOT NULL DEFAULT '{}';

-- +goose Down
ALTER TABLE users DROP COLUMN given;
