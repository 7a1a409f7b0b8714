package porttest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/fields"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
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
	if err := db.Groups.Update(context.Background(), id, func(found *group.Group) error { g = found.Clone(); return nil }); err != nil {
		t.Fatal(err)
	}
	record := must(db.Directory.View().Group(id, group.AsOf{}))(t)
	seen := must(record.Group())(t)
	if got, want := fmt.Sprintf("%+v", seen), fmt.Sprintf("%+v", g); got != want {
		t.Fatal("seen ", got, "\nkept ", want)
	}
	return g
}

// Groups is the contract of ports.Groups.
func Groups(t *testing.T, open Open) {
	ctx := context.Background()

	t.Run("every field comes back as it went in", func(t *testing.T) {
		db := open(t)
		if got, want := groupOf(t, db, group.ClubWide), group.NewClubWide(); !reflect.DeepEqual(got, want) {
			t.Errorf("the group of the whole club: got %+v, want %+v", got, want)
		}
		rapid.Check(t, func(t *rapid.T) {
			want := anyGroup.Draw(t, "group")
			if want.ID = must(db.Groups.Create(ctx, want))(t); want.ID <= group.ClubWide {
				t.Fatalf("number %d is no new one", want.ID)
			}
			if got := groupOf(t, db, want.ID); fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
				t.Fatalf("got  %+v\nwant %+v", got, want)
			}
		})
		view(t, db)
	})

	t.Run("times come back equal, in UTC, to the microsecond", func(t *testing.T) {
		db := open(t)
		g := groupNamed(work.Team, "JO9-1")
		g.Created, g.Modified = at.Add(999*time.Nanosecond), at.Add(time.Hour)
		got := groupOf(t, db, must(db.Groups.Create(ctx, g))(t))
		sameTime(t, "created", got.Created, g.Created)
		sameTime(t, "modified", got.Modified, g.Modified)
	})

	t.Run("a change is kept, zero values too; number, kind and author stay", func(t *testing.T) {
		db := open(t)
		before := anyGroup.Example(3)
		before.Kind = work.Team
		before.Extra, before.Contacts, before.Workspaces = fields.Extra{"x": []byte(`1`)}, []person.Contact{{Type: "other"}}, []int64{3}
		id := must(db.Groups.Create(ctx, before))(t)
		ok(t, db.Groups.Update(ctx, id, func(g *group.Group) error {
			*g = group.Group{ID: 99, Kind: work.Committee, Author: 99, Title: "x", Created: at, Modified: at.Add(time.Second)}
			return nil
		}))
		want := group.Group{ID: id, Kind: work.Team, Author: before.Author, Title: "x", Created: at.UTC(), Modified: at.Add(time.Second).UTC()}
		if got := groupOf(t, db, id); !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
		view(t, db)
	})

	t.Run("a refused change leaves no trace, and parallel changes lose nothing", func(t *testing.T) {
		db := open(t)
		id := must(db.Groups.Create(ctx, groupNamed(work.Team, "JO9-1")))(t)
		refuses(t, db, func(refusal error) error {
			return db.Groups.Update(ctx, id, func(g *group.Group) error { g.Title = "x"; return refusal })
		})
		inParallel(t, 8, func(int) error {
			return db.Groups.Update(ctx, id, func(g *group.Group) error {
				g.Workspaces = append(g.Workspaces, int64(len(g.Workspaces)+1))
				return nil
			})
		})
		equal(t, "changes", len(groupOf(t, db, id).Workspaces), 8)
	})

	t.Run("a changed returned or given value does not reach the store", func(t *testing.T) {
		db := open(t)
		g := groupNamed(work.Team, "JO9-1")
		g.Contacts = []person.Contact{{Type: "other", Value: "x", Extra: fields.Extra{"k": []byte(`1`)}}}
		id := must(db.Groups.Create(ctx, g))(t)
		g.Contacts[0].Value = "changed"
		g.Contacts[0].Extra["k"] = []byte(`2`)
		var leaked *group.Group
		ok(t, db.Groups.Update(ctx, id, func(g *group.Group) error { leaked = g; g.Title = "JO9-2"; return nil }))
		leaked.Contacts[0].Value = "changed"
		must(view(t, db).Group(id, group.AsOf{}))(t).People[work.Player] = 7
		got := groupOf(t, db, id)
		equal(t, "value", got.Contacts[0].Value, "x")
		equal(t, "extra", string(got.Contacts[0].Extra["k"]), "1")
		equal(t, "players", must(view(t, db).Group(id, group.AsOf{}))(t).People[work.Player], 0)
	})

	t.Run("a removed group is gone; those below it stand at the top", func(t *testing.T) {
		db := open(t)
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
		_, err := view(t, db).Group(above, group.AsOf{})
		isFault(t, "the view", err, group.ErrAbsent)
		for _, absent := range []group.ID{above, 7} {
			err := db.Groups.Update(ctx, absent, func(*group.Group) error { t.Error("change was called"); return nil })
			isFault(t, "Update", err, group.ErrAbsent)
			isFault(t, "Remove", db.Groups.Remove(ctx, absent, at), group.ErrAbsent)
		}
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
	})

	t.Run("inside a step places stay: two who move groups below each other make no ring", func(t *testing.T) {
		db := open(t)
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
	})
}
