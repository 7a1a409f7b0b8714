-- +goose Up
-- What is known of addresses that mail does not reach, and which news of the provider was heard.
CREATE TABLE suppressions (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    address  TEXT NOT NULL UNIQUE,
    kind     TEXT NOT NULL,
    blocked  BOOLEAN NOT NULL,
    first_at INTEGER NOT NULL,
    last_at  INTEGER NOT NULL,
    softs    TEXT NOT NULL,
    tasks    TEXT NOT NULL
);
CREATE INDEX suppressions_last ON suppressions (last_at, id);
CREATE TABLE heard_news (
    news     TEXT PRIMARY KEY,
    heard_at INTEGER NOT NULL
);
CREATE INDEX heard_news_at ON heard_news (heard_at);

-- +goose Down
DROP TABLE heard_news;
DROP TABLE suppressions;
