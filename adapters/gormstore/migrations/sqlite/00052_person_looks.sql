-- +goose Up
-- Who looked at people: one row of a user, person and day.
CREATE TABLE person_looks (
    person_id   INTEGER NOT NULL,
    day         TEXT   NOT NULL,
    by_user     INTEGER NOT NULL,
    by_name     TEXT   NOT NULL,
    opened_at   INTEGER NOT NULL,
    exported_at INTEGER NOT NULL,
    PRIMARY KEY (person_id, day, by_user)
);
CREATE INDEX person_looks_day ON person_looks (day);

-- +goose Down
DROP TABLE person_looks;
