-- +goose Up
SELECT 'the column is a flag already';

-- +goose Down
SELECT 'the column stays a flag';
