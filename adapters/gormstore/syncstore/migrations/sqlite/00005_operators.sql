-- +goose Up
-- Who may sign in to the operators' pages.
CREATE TABLE sync_operators (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    username      TEXT    NOT NULL,
    login_key     TEXT    NOT NULL UNIQUE, -- what user names are compared by
    display_name  TEXT    NOT NULL,
    password_hash TEXT    NOT NULL,
    added_at      INTEGER NOT NULL,
    signed_in_at  INTEGER NOT NULL
);

-- Their sessions; of a token only its hash is kept.
CREATE TABLE sync_sessions (
    digest      TEXT    NOT NULL PRIMARY KEY,
    operator_id INTEGER NOT NULL REFERENCES sync_operators (id) ON DELETE CASCADE,
    began_at    INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sync_sessions_by_operator ON sync_sessions (operator_id);

-- The pages ask for the newest run of each pipeline, and for the runs with problems.
ALTER TABLE sync_runs ADD COLUMN failed BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE sync_runs SET failed = TRUE WHERE problems NOT IN ('null', '[]');
CREATE INDEX sync_runs_by_pipeline ON sync_runs (pipeline, started_at, id);
CREATE INDEX sync_runs_real ON sync_runs (pipeline, started_at, id) WHERE NOT dry_run;
CREATE INDEX sync_runs_good ON sync_runs (pipeline, started_at, id) WHERE NOT dry_run AND outcome = 'success';
CREATE INDEX sync_runs_failed ON sync_runs (started_at, id) WHERE failed;

-- +goose Down
DROP INDEX sync_runs_failed;
DROP INDEX sync_runs_good;
DROP INDEX sync_runs_real;
DROP INDEX sync_runs_by_pipeline;
ALTER TABLE sync_runs DROP COLUMN failed;
DROP TABLE sync_sessions;
DROP TABLE sync_operators;
