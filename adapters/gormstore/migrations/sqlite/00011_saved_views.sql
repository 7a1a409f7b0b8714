-- +goose Up
-- The views of the people list that a user keeps, as JSON.
CREATE TABLE saved_views (
    user_id INTEGER NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    list    TEXT    NOT NULL
);

-- +goose Down
DROP TABLE saved_views;
