package directory_test

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/workspace"
)

// changeWorkspace makes, changes or removes a workspace.
func (m *model) changeWorkspace(t *rapid.T, c *directory.Changes) {
	id := rapid.Int64Range(2, 5).Draw(t, "workspace")
	if _, there := m.workspaces[id]; there && rapid.IntRange(0, 3).Draw(t, "gone") == 0 &&
		!slices.ContainsFunc(c.Workspaces, func(w workspace.Workspace) bool { return w.ID == id }) {
		delete(m.workspaces, id)
		c.RemovedWorkspaces = append(c.RemovedWorkspaces, id)
		return
	}
	if slices.Contains(c.RemovedWorkspaces, id) {
		return
	}
	w := workspace.New(rapid.Int64Range(1, 4).Draw(t, "owner"), "", at)
	w.ID = id
	for _, user := range rapid.SliceOfN(rapid.Int64Range(1, 4), 0, 2).Draw(t, "members") {
		_ = w.Join(user, oneOf(workspace.Admin, workspace.Member).Draw(t, "role"), at)
	}
	m.workspaces[id] = w
	c.Workspaces = append(slices.DeleteFunc(c.Workspaces, func(other workspace.Workspace) bool { return other.ID == id }), w)
}

// openTo are the workspaces whose members a record is for.
func openTo(visibility person.Visibility, assigned []int64) []int64 {
	if visibility != "workspace" {
		return nil
	}
	return assigned
}

func (m *model) memberships(user account.UserID) (ids []workspace.ID) {
	for id, w := range m.workspaces {
		if w.RoleOf(user) != "" {
			ids = append(ids, id)
		}
	}
	return ids
}
