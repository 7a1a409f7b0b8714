package inmem

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

type groups struct{ handle }

var _ ports.Groups = groups{}

// keptGroup is a group and whether it was removed.
type keptGroup struct {
	group   group.Group
	removed bool
}

func (t *tables) group(id group.ID) (group.Group, error) {
	k, ok := t.groups[id]
	if !ok || k.removed {
		return group.Group{}, group.ErrAbsent
	}
	return k.group, nil
}

func (t *tables) keepGroup(k keptGroup) {
	t.groups[k.group.ID] = k
	t.note(aGroup, k.group.ID)
}

func (s groups) Create(ctx context.Context, g group.Group) (group.ID, error) {
	return ask(ctx, s.handle, func(t *tables) (id group.ID, err error) {
		t.lastGroup++
		id = t.lastGroup
		g = g.Clone()
		g.ID, g.Created, g.Modified = id, civil.Instant(g.Created), civil.Instant(g.Modified)
		g.Revision = 1
		t.keepGroup(keptGroup{group: g})
		return id, nil
	})
}

func (s groups) Update(ctx context.Context, id group.ID, change func(*group.Group) error) error {
	return s.run(ctx, func(t *tables) error {
		before, err := t.group(id)
		if err != nil {
			return err
		}
		return t.editGroup(before, false, change)
	})
}

// editGroup keeps a group as change leaves it. It is not removed, whether or not it was.
func (t *tables) editGroup(before group.Group, removed bool, change func(*group.Group) error) error {
	var after group.Group
	for range 2 { // as the contract allows
		after = before.Clone()
		if err := change(&after); err != nil {
			return err
		}
	}
	g := after.Clone() // change may hold on to what it was given
	g.ID, g.Kind = before.ID, before.Kind
	g.Created, g.Modified = civil.Instant(g.Created), civil.Instant(g.Modified)
	if !removed && g.Same(&before) &&
		g.Created.Equal(before.Created) && g.Modified.Equal(before.Modified) && g.Editor == before.Editor {
		return nil
	}
	g.Revision = before.Revision + 1
	t.keepGroup(keptGroup{group: g})
	return nil
}

func (s groups) Restore(ctx context.Context, id group.ID, change func(*group.Group) error) error {
	return s.run(ctx, func(t *tables) error {
		k, there := t.groups[id]
		if !there || !k.removed {
			return group.ErrNotRemoved
		}
		return t.editGroup(k.group, true, change)
	})
}

func (s groups) Places(ctx context.Context, kind work.Kind) ([]group.Place, error) {
	return ask(ctx, s.handle, func(t *tables) (places []group.Place, err error) {
		for _, id := range slices.Sorted(maps.Keys(t.groups)) {
			if k := t.groups[id]; !k.removed && k.group.Kind == kind {
				places = append(places, group.Place{ID: id, Parent: k.group.Parent})
			}
		}
		return places, nil
	})
}

func (s groups) Remove(ctx context.Context, id group.ID, at time.Time) error {
	return s.run(ctx, func(t *tables) error {
		g, err := t.group(id)
		if err != nil {
			return err
		}
		g.Revision++
		t.keepGroup(keptGroup{group: g, removed: true})
		for _, k := range t.groups {
			if k.group.Parent == id {
				k.group.Parent = 0
				k.group.Revision, k.group.Editor = k.group.Revision+1, 0
				t.keepGroup(k)
			}
		}
		return nil
	})
}
