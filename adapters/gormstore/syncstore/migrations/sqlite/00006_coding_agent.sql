-- +goose Up
-- What the coding agent's work remembers: the name by which this installation claims items, …
CREATE TABLE sync_agent (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    owner TEXT    NOT NULL
);

-- … how often it came to no end with an item, …
CREATE TABLE sync_agent_failures (
    item_id  INTEGER PRIMARY KEY,
    failures INTEGER NOT NULL
);

-- … what was spent of each day's budgets, …
CREATE TABLE sync_agent_days (
    day    TEXT    NOT NULL,
    budget TEXT    NOT NULL,
    spent  INTEGER NOT NULL,
    PRIMARY KEY (day, budget)
) WITHOUT ROWID;

-- … and which files it looked at, as they were then.
CREATE TABLE sync_agent_reviews (
    path        TEXT    NOT NULL PRIMARY KEY,
    blob        TEXT    NOT NULL,
    outcome     TEXT    NOT NULL,
    reviewed_at INTEGER NOT NULL
) WITHOUT ROWID;

-- +goose Down
DROP TABLE sync_agent_reviews;
DROP TABLE sync_agent_days;
DROP TABLE sync_agent_failures;
DROP TABLE sync_agent;
