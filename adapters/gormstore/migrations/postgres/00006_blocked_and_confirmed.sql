-- +goose Up
ALTER TABLE users ADD COLUMN blocked_at BIGINT NOT NULL DEFAULT 0; -- 0 for who may sign in
ALTER TABLE sessions ADD COLUMN confirmed_at BIGINT NOT NULL DEFAULT 0; -- when the password was given again, 0 for never

-- +goose Down
ALTER TABLE sessions DROP COLUMN confirmed_at;
ALTER TABLE users DROP COLUMN blocked_at;
