-- +goose Up
-- Cases of discipline. One stays when its person is destroyed. season is the year in which its season begins, 0 for none.
CREATE TABLE discipline_cases (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    author      INTEGER NOT NULL,
    author_name TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    revision    INTEGER NOT NULL,
    editor      INTEGER NOT NULL,
    title       TEXT NOT NULL,
    title_key   TEXT NOT NULL,
    slug        TEXT NOT NULL,
    dossier     TEXT NOT NULL UNIQUE,
    person_id   INTEGER NOT NULL,
    season      INTEGER NOT NULL,
    match_on    TEXT NOT NULL,
    search      TEXT NOT NULL,
    charged     TEXT NOT NULL,
    fee_cents   INTEGER NOT NULL,
    document    TEXT NOT NULL
);
CREATE INDEX discipline_cases_created ON discipline_cases (created_at, id);
CREATE INDEX discipline_cases_person ON discipline_cases (person_id, created_at);
CREATE INDEX discipline_cases_season ON discipline_cases (season, match_on);

-- +goose Down
DROP TABLE discipline_cases;
