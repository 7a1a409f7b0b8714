-- +goose Up
-- Which roles a user shares views of the people list with. The views themselves are in saved_views.
CREATE TABLE shared_views (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role    TEXT NOT NULL,
    PRIMARY KEY (user_id, role)
);
CREATE INDEX shared_views_role ON shared_views (role);

-- +goose Down
DROP TABLE shared_views;
