package directory

import (
	"cmp"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sorting"
	"github.com/clubhuis/clubhuis/core/workspace"
)

// takeWorkspaces keeps changed workspaces, and who is a member of which.
func (v *View) takeWorkspaces(c *Changes) {
	if len(c.Workspaces)+len(c.RemovedWorkspaces) == 0 {
		return
	}
	v.workspaces = maps.Clone(v.workspaces)
	for i := range c.Workspaces {
		kept := c.Workspaces[i].Clone()
		v.workspaces[kept.ID] = &kept
	}
	for _, id := range c.RemovedWorkspaces {
		delete(v.workspaces, id)
	}
	v.memberships = map[account.UserID][]workspace.ID{}
	for _, id := range slices.Sorted(maps.Keys(v.workspaces)) {
		for _, m := range v.workspaces[id].Members {
			v.memberships[m.User] = append(v.memberships[m.User], id)
		}
	}
}

// Workspace returns one workspace, whoever asks, and whether there is one.
func (v *View) Workspace(id workspace.ID) (workspace.Workspace, bool) {
	found := v.workspaces[id]
	if found == nil {
		return workspace.Workspace{}, false
	}
	return found.Clone(), true
}

// Workspaces are all of them, by number.
func (v *View) Workspaces() []workspace.Workspace {
	list := make([]workspace.Workspace, 0, len(v.workspaces))
	for _, w := range v.workspaces {
		list = append(list, w.Clone())
	}
	sorting.By(list, func(a, b workspace.Workspace) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// Memberships are the workspaces of which a user is a member, by number.
func (v *View) Memberships(user account.UserID) []workspace.ID {
	return slices.Clone(v.memberships[user])
}

// Assigned are the people and the groups that name a workspace, also those that its members do not see because of it, by number.
func (v *View) Assigned(id workspace.ID) (people, groups []int64) {
	v.people.each(func(number int64, m *member) bool {
		if m.damaged == nil && slices.Contains(person.AssignedWorkspaces(m.record.Document), id) {
			people = append(people, number)
		}
		return true
	})
	for number, t := range v.groups {
		if t.damaged == nil && slices.Contains(person.AssignedWorkspaces(t.record.Document), id) {
			groups = append(groups, number)
		}
	}
	slices.Sort(people)
	slices.Sort(groups)
	return people, groups
}

// addTogether adds who is in the workspaces of which a user is a member.
func (v *View) addTogether(found *roaring.Bitmap, grants *access.Grants) {
	if len(grants.Workspaces) == 0 {
		return
	}
	inside := v.by(person.KeyWorkspaces).ids
	for _, id := range grants.Workspaces {
		if ids := inside[listing.Number(id)]; ids != nil {
			found.Or(ids)
		}
	}
}
