-- +goose Up
-- Groups of users, who see and edit what is assigned to them: see core/workspace.
CREATE TABLE workspaces (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    author      INTEGER NOT NULL,
    author_name TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    revision    INTEGER NOT NULL,
    editor      INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    description TEXT    NOT NULL
);
-- Who is in which. A user who goes hands them over first.
CREATE TABLE workspace_members (
    workspace_id INTEGER NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id      INTEGER NOT NULL REFERENCES users (id),
    role         TEXT    NOT NULL,
    joined_at    INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, user_id)
);
CREATE UNIQUE INDEX workspace_members_owner ON workspace_members (workspace_id) WHERE role = 'owner';
CREATE INDEX workspace_members_user ON workspace_members (user_id);

-- +goose Down
DROP TABLE workspace_members;
DROP TABLE workspaces;
