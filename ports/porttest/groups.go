package porttest

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

func groupNamed(kind work.Kind, title string) group.Group {
	g := group.New(kind, 1, at)
	g.Title = title
	return g
}

// groupOf is a group: as an edit finds it, which is as the view holds it.
func groupOf(t fataler, db Database, id group.ID) (g group.Group) {
	t.Helper()
	must(0, db.Groups.Update(t.Context(), id, func(found *group.Group) error { g = found.Clone(); return nil }))(t)
	record := must(db.Directory.View().Group(id, record.View{}))(t)
	seen := must(record.Group())(t)
	if got, want := fmt.Sprintf("%+v", seen), fmt.Sprintf("%+v", g); got != want {
		t.Fatal("seen ", got, "\nkept ", want)
	}
	return g
}

// Groups is the contract of ports.Groups.
func Groups(t *testing.T, open Open) {
	suite{
		{"created and edited", groupsComeBackWhole},
		{"who reads how many play in it does not change that", copiedCounts},
		{"the revision of a group counts the changes that are stored, for every program alike", revisionsOfGroups},
		{"of changes at once that are meant for one revision one takes place", expectedGroups},
		{"a removed group is gone; those below it stand at the top", removedGroups},
		{"a removed group comes back as a change leaves it", restoredGroups},
		{"inside a step places stay: two who move groups below each other make no ring", groupsMovedAtOnce},
	}.run(t, open)
}

func groupsComeBackWhole(t *testing.T, db Database) {
	alike(t, "the group of the whole club", groupOf(t, db, group.ClubWide), group.NewClubWide())
	records[group.Group]{
		values: anyGroup, create: db.Groups.Create,
		update: func(ctx context.Context, id group.ID, change func(*group.Group) error) error {
			return db.Groups.Update(ctx, id, func(g *group.Group) error {
				kind := g.Kind
				err := change(g)
				if kind == work.Committee { // has no such fields
					g.PublicID, g.Activity, g.Gender = "", "", ""
				}
				return err
			})
		},
		absent: group.ErrAbsent,
		others: map[string]func(context.Context, group.ID) error{
			"Remove": func(ctx context.Context, id group.ID) error { return db.Groups.Remove(ctx, id, at) },
			"View": func(_ context.Context, id group.ID) error {
				_, err := db.Directory.View().Group(id, record.View{})
				return err
			},
		},
		text: func(g *group.Group) *string { return &g.Title }, revision: func(g *group.Group) *int64 { return &g.Revision },
		seen: func(t fataler, id group.ID) group.Group { return groupOf(t, db, id) },
		stays: func(id group.ID, created, edit *group.Group) {
			if edit.ID, edit.Kind = id, created.Kind; edit.Kind == work.Committee {
				edit.PublicID, edit.Activity, edit.Gender = "", "", ""
			}
		},
	}.suite(t, db)
}

func copiedCounts(t *testing.T, db Database) {
	v := view(t, db)
	must(v.Group(group.ClubWide, record.View{}))(t).People[work.Player] = 7
	equal(t, "players", must(v.Group(group.ClubWide, record.View{}))(t).People[work.Player], 0)
}

func removedGroups(t *testing.T, db Database) {
	ctx := t.Context()
	above := must(db.Groups.Create(ctx, groupNamed(work.Committee, "Jeugd")))(t)
	below, under := groupNamed(work.Committee, "Onder"), groupNamed(work.Committee, "Dieper")
	below.Parent = above
	below.ID = must(db.Groups.Create(ctx, below))(t)
	under.Parent = below.ID
	under.ID = must(db.Groups.Create(ctx, under))(t)
	p := personNamed("Jan", "", "Kok")
	p.Work = []work.Entry{{Group: above, Kind: work.Committee, Current: true}}
	jan := create(t, db.People, p)

	ok(t, db.Groups.Remove(ctx, above, at.Add(time.Hour)))
	_, err := view(t, db).Group(above, record.View{})
	isFault(t, "the view", err, group.ErrAbsent)
	err = db.Groups.Update(ctx, above, func(*group.Group) error { t.Error("change was called"); return nil })
	isFault(t, "Update", err, group.ErrAbsent)
	isFault(t, "Remove", db.Groups.Remove(ctx, above, at), group.ErrAbsent)
	places := []group.Place{{ID: group.ClubWide}, {ID: below.ID}, {ID: under.ID, Parent: below.ID}}
	if got := must(db.Groups.Places(ctx, work.Committee))(t); !slices.Equal(got, places) {
		t.Errorf("places: got %v, want %v", got, places)
	}
	equal(t, "teams", len(must(db.Groups.Places(ctx, work.Team))(t)), 0)
	equal(t, "below it", groupOf(t, db, below.ID).Parent, 0)
	equal(t, "changed", groupOf(t, db, below.ID).Modified, at.UTC())
	equal(t, "work of its people", kept(t, db, jan).Work[0].Group, above)
	ok(t, db.Groups.Remove(ctx, under.ID, at))
	if next := must(db.Groups.Create(ctx, groupNamed(work.Team, "x")))(t); next <= under.ID {
		t.Errorf("number %d came again after %d", next, under.ID)
	}
}

func restoredGroups(t *testing.T, db Database) {
	ctx := t.Context()
	above := must(db.Groups.Create(ctx, groupNamed(work.Team, "Boven")))(t)
	below := groupNamed(work.Team, "JO9-1")
	below.Parent = above
	below.ID = must(db.Groups.Create(ctx, below))(t)
	nothing := func(*group.Group) error { return nil }
	isFault(t, "one that is there", db.Groups.Restore(ctx, above, nothing), group.ErrNotRemoved)
	isFault(t, "none", db.Groups.Restore(ctx, 99, nothing), group.ErrNotRemoved)
	ok(t, db.Groups.Remove(ctx, above, at))
	refuses(t, db, func(refusal error) error {
		return db.Groups.Restore(ctx, above, func(g *group.Group) error { g.Title = "x"; return refusal })
	})
	ok(t, db.Groups.Remove(ctx, below.ID, at))
	equal(t, "restored", winners(t, 6, group.ErrNotRemoved, func(int) error {
		return db.Groups.Restore(ctx, above, func(g *group.Group) error {
			equal(t, "as it was", g.Title, "Boven")
			g.ID, g.Kind, g.Content = 7, work.Committee, "weer terug"
			return nil
		})
	}), 1)
	got := groupOf(t, db, above)
	equal(t, "as the change left it", got.Content, "weer terug")
	equal(t, "what stays", fmt.Sprint(got.ID, got.Kind, got.Author), fmt.Sprint(above, work.Team, 1))
	ok(t, db.Groups.Restore(ctx, below.ID, nothing))
	equal(t, "below it", groupOf(t, db, below.ID).Parent, 0)
	equal(t, "teams", len(must(db.Groups.Places(ctx, work.Team))(t)), 2)
}

func groupsMovedAtOnce(t *testing.T, db Database) {
	ctx := t.Context()
	one := must(db.Groups.Create(ctx, groupNamed(work.Team, "Een")))(t)
	other := must(db.Groups.Create(ctx, groupNamed(work.Team, "Ander")))(t)
	move := func(id, below group.ID) error {
		return db.Do(ctx, func(s ports.Stores) error {
			places, err := s.Groups.Places(ctx, work.Team)
			if err != nil || !slices.Contains(group.Parents(id, places), below) {
				return err
			}
			return s.Groups.Update(ctx, id, func(g *group.Group) error { g.Parent = below; return nil })
		})
	}
	for range 8 {
		for _, id := range []group.ID{one, other} {
			ok(t, db.Groups.Update(ctx, id, func(g *group.Group) error { g.Parent = 0; return nil }))
		}
		inParallel(t, 2, func(i int) error {
			pair := []group.ID{one, other, one}[i:]
			return move(pair[0], pair[1])
		})
		top := 0
		for _, place := range must(db.Groups.Places(ctx, work.Team))(t) {
			if place.Parent == 0 {
				top++
			}
		}
		equal(t, "at the top", top, 1)
	}
}
