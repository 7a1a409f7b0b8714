package inmem

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

type workspaces struct{ handle }

var _ ports.Workspaces = workspaces{}

// keepWorkspace keeps a workspace all of whose members are users.
func (t *tables) keepWorkspace(w workspace.Workspace) error {
	w = w.Clone() // change may hold on to what it was given
	w.Created, w.Modified = civil.Instant(w.Created), civil.Instant(w.Modified)
	for i, m := range w.Members {
		if _, is := t.users[m.User]; !is {
			return account.ErrAbsent
		}
		w.Members[i].Joined = civil.Instant(m.Joined)
	}
	t.workspaces[w.ID] = w
	t.note(aWorkspace, w.ID)
	return nil
}

func (t *tables) workspace(id workspace.ID) (workspace.Workspace, error) {
	w, there := t.workspaces[id]
	if !there {
		return workspace.Workspace{}, workspace.ErrAbsent
	}
	return w.Clone(), nil
}

func (s workspaces) Create(ctx context.Context, w workspace.Workspace) (workspace.ID, error) {
	return ask(ctx, s.handle, func(t *tables) (workspace.ID, error) {
		w := w.Clone()
		w.ID, w.Revision = t.lastWorkspace+1, 1
		if err := t.keepWorkspace(w); err != nil {
			return 0, err
		}
		t.lastWorkspace = w.ID
		return w.ID, nil
	})
}

func (s workspaces) Update(ctx context.Context, id workspace.ID, change func(*workspace.Workspace) error) error {
	return s.run(ctx, func(t *tables) error {
		before, err := t.workspace(id)
		if err != nil {
			return err
		}
		var edited workspace.Workspace
		for range 2 { // as the contract allows
			edited = before.Clone()
			if err := change(&edited); err != nil {
				return err
			}
		}
		edited.ID, edited.Created, edited.Revision = id, before.Created, before.Revision
		edited.Modified = civil.Instant(edited.Modified)
		if edited.Same(&before) && edited.Head == before.Head {
			return nil
		}
		edited.Revision++
		return t.keepWorkspace(edited)
	})
}

func (s workspaces) Remove(ctx context.Context, id workspace.ID, allowed func(*workspace.Workspace) error) error {
	return s.run(ctx, func(t *tables) error {
		w, err := t.workspace(id)
		if err != nil {
			return err
		}
		if err := allowed(&w); err != nil {
			return err
		}
		delete(t.workspaces, id)
		t.note(aWorkspace, id)
		maps.DeleteFunc(t.invites, func(_ int64, i workspace.Invite) bool { return i.Workspace == id })
		return nil
	})
}

func (s workspaces) Standing(ctx context.Context, ids ...workspace.ID) ([]workspace.ID, error) {
	return ask(ctx, s.handle, func(t *tables) (standing []workspace.ID, err error) {
		for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
			if _, there := t.workspaces[id]; there {
				standing = append(standing, id)
			}
		}
		return standing, nil
	})
}

func (s workspaces) Of(ctx context.Context, user account.UserID) ([]workspace.ID, error) {
	return ask(ctx, s.handle, func(t *tables) (ids []workspace.ID, err error) {
		for _, id := range slices.Sorted(maps.Keys(t.workspaces)) {
			if w := t.workspaces[id]; w.RoleOf(user) != "" {
				ids = append(ids, id)
			}
		}
		return ids, nil
	})
}

type invites struct{ handle }

var _ ports.Invites = invites{}

func (s invites) Create(ctx context.Context, i workspace.Invite) (int64, error) {
	return ask(ctx, s.handle, func(t *tables) (int64, error) {
		if _, there := t.workspaces[i.Workspace]; !there {
			return 0, workspace.ErrAbsent
		}
		t.lastInvite++
		i.ID = t.lastInvite
		t.keepInvite(i)
		return i.ID, nil
	})
}

func (t *tables) keepInvite(i workspace.Invite) {
	i.Made, i.Used, i.Revoked = civil.Instant(i.Made), civil.Instant(i.Used), civil.Instant(i.Revoked)
	t.invites[i.ID] = i
}

func (s invites) Find(ctx context.Context, digest account.Digest) (workspace.Invite, error) {
	return ask(ctx, s.handle, func(t *tables) (workspace.Invite, error) {
		for _, i := range t.invites {
			if i.Digest == digest {
				return i, nil
			}
		}
		return workspace.Invite{}, workspace.ErrNoToken
	})
}

func (s invites) Of(ctx context.Context, id workspace.ID) ([]workspace.Invite, error) {
	return ask(ctx, s.handle, func(t *tables) ([]workspace.Invite, error) {
		return picked(t.invites, func(i *workspace.Invite) bool { return i.Workspace == id && i.Open() },
			func(a, b workspace.Invite) int { return cmp.Or(b.Made.Compare(a.Made), cmp.Compare(b.ID, a.ID)) }), nil
	})
}

func (s invites) Update(ctx context.Context, id int64, change func(*workspace.Invite) error) error {
	return s.run(ctx, func(t *tables) error {
		kept, there := t.invites[id]
		if !there {
			return workspace.ErrNoInvite
		}
		edited := kept
		if err := change(&edited); err != nil {
			return err
		}
		kept.Used, kept.Revoked = edited.Used, edited.Revoked
		t.keepInvite(kept)
		return nil
	})
}

func (s invites) Revoke(ctx context.Context, email string, to workspace.ID, at time.Time) ([]workspace.Invite, error) {
	return ask(ctx, s.handle, func(t *tables) ([]workspace.Invite, error) {
		revoked := picked(t.invites, func(i *workspace.Invite) bool {
			return i.Open() && i.Email == account.LoginKey(email) && (to == 0 || i.Workspace == to)
		}, func(a, b workspace.Invite) int { return cmp.Compare(a.ID, b.ID) })
		for n := range revoked {
			revoked[n].Revoked = civil.Instant(at)
			t.keepInvite(revoked[n])
		}
		return revoked, nil
	})
}

func (s invites) Made(ctx context.Context, by account.UserID, after time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (count int, err error) {
		for _, i := range t.invites {
			if i.By == by && i.Made.After(after) {
				count++
			}
		}
		return count, nil
	})
}

func (s invites) Purge(ctx context.Context, before time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) {
		return dropped(t.invites, func(_ int64, i workspace.Invite) bool { return i.Made.Before(before) }), nil
	})
}
