-- +goose Up
-- Whom a user opened last: the greatest place is the last one.
CREATE TABLE recent_people (
    user_id   BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    person_id BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    place     BIGINT NOT NULL,
    PRIMARY KEY (user_id, person_id)
);
CREATE INDEX recent_people_by_person ON recent_people (person_id);

-- +goose Down
DROP TABLE recent_people;
