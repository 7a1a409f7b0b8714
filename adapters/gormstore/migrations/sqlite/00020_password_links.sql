-- +goose Up
-- The links by which users set a password.
CREATE TABLE password_links (
    digest  TEXT NOT NULL PRIMARY KEY, -- of the token
    request TEXT NOT NULL UNIQUE,
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    made_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL
);
CREATE INDEX password_links_user ON password_links (user_id, made_at);
CREATE INDEX password_links_made ON password_links (made_at);

-- +goose Down
DROP TABLE password_links;
