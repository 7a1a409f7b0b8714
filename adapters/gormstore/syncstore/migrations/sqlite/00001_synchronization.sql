-- +goose Up
-- Times are microseconds since 1970 in UTC, 0 for never. Keys compare byte by byte.

-- What the synchronization remembers of each record on another side.
CREATE TABLE sync_ledger (
    kind       TEXT    NOT NULL,
    record_key TEXT    NOT NULL,
    remote     TEXT    NOT NULL, -- its number on the other side, '' while it is not there
    synced     TEXT    NOT NULL, -- the hash of what was last synchronized
    state      TEXT    NULL,     -- JSON, what the kind needs besides
    at         INTEGER NOT NULL,
    PRIMARY KEY (kind, record_key)
) WITHOUT ROWID;

-- Which generation of a set's records is the last good download. The one after it is staged; there are no others.
CREATE TABLE sync_downloads (
    set_name   TEXT    NOT NULL PRIMARY KEY,
    generation INTEGER NOT NULL,
    taken_at   INTEGER NOT NULL
);

CREATE TABLE sync_records (
    set_name   TEXT    NOT NULL,
    generation INTEGER NOT NULL,
    record_key TEXT    NOT NULL,
    record     TEXT    NOT NULL, -- JSON
    PRIMARY KEY (set_name, generation, record_key)
);

-- The long columns come last: a list reads none of them.
CREATE TABLE sync_runs (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    pipeline    TEXT    NOT NULL,
    scheduled   BOOLEAN NOT NULL,
    dry_run     BOOLEAN NOT NULL,
    process     INTEGER NOT NULL,
    host        TEXT    NOT NULL,
    started_at  INTEGER NOT NULL,
    beat_at     INTEGER NOT NULL,
    finished_at INTEGER NOT NULL,
    outcome     TEXT    NOT NULL,
    steps       TEXT    NOT NULL, -- JSON, as the next two
    problems    TEXT    NOT NULL,
    plan        TEXT    NOT NULL
);
CREATE INDEX sync_runs_by_start ON sync_runs (started_at, id);

-- Fields that were changed on both sides, and what was decided. The values are people's data and go with their row.
CREATE TABLE sync_conflicts (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    member     TEXT    NOT NULL,
    field      TEXT    NOT NULL,
    site_value TEXT    NOT NULL,
    app_value  TEXT    NOT NULL,
    site_at    INTEGER NOT NULL,
    app_at     INTEGER NOT NULL,
    winner     TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    at         INTEGER NOT NULL
);
CREATE INDEX sync_conflicts_by_time ON sync_conflicts (at, id);

-- +goose Down
DROP TABLE sync_conflicts;
DROP TABLE sync_runs;
DROP TABLE sync_records;
DROP TABLE sync_downloads;
DROP TABLE sync_ledger;
