-- +goose Up
-- What the coding agent's work remembers: the name by which this installation claims items, …
CREATE TABLE sync_agent (
    id    BIGINT PRIMARY KEY CHECK (id = 1),
    owner TEXT    NOT NULL
);

-- … how often it came to no end with an item, …
CREATE TABLE sync_agent_failures (
    item_id  BIGINT PRIMARY KEY,
    failures BIGINT NOT NULL
);

-- … what was spent of each day's budgets, …
CREATE TABLE sync_agent_days (
    day    TEXT COLLATE "C" NOT NULL,
    budget TEXT COLLATE "C" NOT NULL,
    spent  BIGINT NOT NULL,
    PRIMARY KEY (day, budget)
);

-- … and which files it looked at, as they were then.
CREATE TABLE sync_agent_reviews (
    path        TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    blob        TEXT    NOT NULL,
    outcome     TEXT    NOT NULL,
    reviewed_at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE sync_agent_reviews;
DROP TABLE sync_agent_days;
DROP TABLE sync_agent_failures;
DROP TABLE sync_agent;
