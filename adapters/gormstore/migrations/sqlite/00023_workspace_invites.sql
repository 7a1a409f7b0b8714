-- +goose Up
-- By which others join a workspace.
CREATE TABLE workspace_invites (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace_id INTEGER NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    digest       TEXT NOT NULL UNIQUE, -- of the token
    email        TEXT    NOT NULL,
    role         TEXT    NOT NULL,
    by_user      INTEGER NOT NULL,
    by_name      TEXT    NOT NULL,
    made_at      INTEGER NOT NULL,
    used_at      INTEGER NOT NULL,
    revoked_at   INTEGER NOT NULL
);
CREATE INDEX workspace_invites_workspace ON workspace_invites (workspace_id);
CREATE INDEX workspace_invites_by ON workspace_invites (by_user, made_at);
CREATE INDEX workspace_invites_made ON workspace_invites (made_at);

-- +goose Down
DROP TABLE workspace_invites;
