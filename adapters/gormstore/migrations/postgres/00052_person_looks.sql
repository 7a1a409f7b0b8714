-- +goose Up
-- Who looked at people: one row of a user, person and day.
CREATE TABLE person_looks (
    person_id   BIGINT NOT NULL,
    day         TEXT   NOT NULL,
    by_user     BIGINT NOT NULL,
    by_name     TEXT   NOT NULL,
    opened_at   BIGINT NOT NULL,
    exported_at BIGINT NOT NULL,
    PRIMARY KEY (person_id, day, by_user)
);
CREATE INDEX person_looks_day ON person_looks (day);

-- +goose Down
DROP TABLE person_looks;
