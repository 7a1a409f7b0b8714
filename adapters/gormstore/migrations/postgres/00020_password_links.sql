-- +goose Up
-- The links by which users set a password.
CREATE TABLE password_links (
    digest  TEXT COLLATE "C" NOT NULL PRIMARY KEY, -- of the token
    request TEXT COLLATE "C" NOT NULL UNIQUE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    made_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL
);
CREATE INDEX password_links_user ON password_links (user_id, made_at);
CREATE INDEX password_links_made ON password_links (made_at);

-- +goose Down
DROP TABLE password_links;
