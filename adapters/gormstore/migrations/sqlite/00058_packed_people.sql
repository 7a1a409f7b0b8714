-- +goose Up
-- Here they lie in a file beside the database.
SELECT 1;

-- +goose Down
SELECT 1;
