-- +goose Up
-- Pairs of people that are not one, the lower number first, and the numbers of people who became another one. Numbers are never used
-- again, so that a row may outlive its people.
CREATE TABLE dismissed_pairs (
    low_id  INTEGER NOT NULL,
    high_id INTEGER NOT NULL,
    by_user INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (low_id, high_id)
);
CREATE TABLE merged_people (
    from_id INTEGER NOT NULL PRIMARY KEY,
    into_id INTEGER NOT NULL,
    by_user INTEGER NOT NULL,
    made_at INTEGER NOT NULL
);
CREATE INDEX merged_people_into ON merged_people (into_id);

-- +goose Down
DROP TABLE merged_people;
DROP TABLE dismissed_pairs;
