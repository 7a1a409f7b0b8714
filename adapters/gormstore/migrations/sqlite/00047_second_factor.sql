-- +goose Up
-- The second factor of a user, as JSON: its secret is sealed. '' for none.
ALTER TABLE users ADD COLUMN second_factor TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE users DROP COLUMN second_factor;
