package porttest

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
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

// allGroups asks for all groups.
func allGroups() group.Query {
	return group.Query{AsOf: group.AsOf{Day: day(2026, 3, 29), Reader: access.Scope{All: true}}, Limit: 1000}
}

// Groups is the contract of ports.Groups.
func Groups(t *testing.T, open Open) {
	ctx := context.Background()
	as := allGroups().AsOf
	// read is a group as it is kept.
	read := func(t fataler, db Database, id group.ID) group.Group {
		record := must(db.Groups.Record(ctx, id, as))(t)
		return must(record.Group())(t)
	}

	t.Run("the group of the whole club is there from the start", func(t *testing.T) {
		db := open(t)
		if got, want := read(t, db, group.ClubWide), group.NewClubWide(); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
		equal(t, "groups", must(db.Groups.List(ctx, allGroups()))(t).Total, 1)
	})

	t.Run("every field comes back as it went in", func(t *testing.T) {
		db := open(t)
		rapid.Check(t, func(t *rapid.T) {
			want := anyGroup(nil).Draw(t, "group")
			want.ID = 99
			id := must(db.Groups.Create(ctx, want))(t)
			if id <= group.ClubWide {
				t.Fatalf("number %d is no new one", id)
			}
			want.ID = id
			if got := read(t, db, id); !reflect.DeepEqual(got, want) {
				t.Fatalf("got  %+v\nwant %+v", got, want)
			}
			record, wanted := must(db.Groups.Record(ctx, id, as))(t), want.Record()
			wanted.People = map[work.Role]int{}
			if !reflect.DeepEqual(record, wanted) {
				t.Fatalf("got  %+v\nwant %+v", record, wanted)
			}
		})
	})

	t.Run("times come back equal, in UTC, to the microsecond", func(t *testing.T) {
		db := open(t)
		g := groupNamed(work.Team, "JO9-1")
		g.Created, g.Modified = at.Add(999*time.Nanosecond), at.Add(time.Hour)
		r := must(db.Groups.Record(ctx, must(db.Groups.Create(ctx, g))(t), as))(t)
		sameTime(t, "created", r.Created, g.Created)
		sameTime(t, "modified", r.Modified, g.Modified)
	})

	t.Run("an absent group is ErrAbsent", func(t *testing.T) {
		db := open(t)
		_, err := db.Groups.Record(ctx, 7, as)
		isFault(t, "Record", err, group.ErrAbsent)
		_, err = db.Groups.Roster(ctx, 7, as.Reader)
		isFault(t, "Roster", err, group.ErrAbsent)
		err = db.Groups.Update(ctx, 7, func(*group.Group) error { t.Error("change was called"); return nil })
		isFault(t, "Update", err, group.ErrAbsent)
		isFault(t, "Remove", db.Groups.Remove(ctx, 7, at), group.ErrAbsent)
	})

	t.Run("a change is kept, zero values too; number, kind and author stay", func(t *testing.T) {
		db := open(t)
		want := anyGroup(nil).Example(3)
		want.Kind = work.Team
		want.Extra, want.Contacts, want.Workspaces = fields.Extra{"x": []byte(`1`)}, []person.Contact{{Type: "other"}}, []int64{3}
		want.ID = must(db.Groups.Create(ctx, want))(t)
		ok(t, db.Groups.Update(ctx, want.ID, func(g *group.Group) error {
			*g = group.Group{ID: 99, Kind: work.Committee, Author: 99, Title: "x", Created: at, Modified: at.Add(time.Second)}
			return nil
		}))
		changed := group.Group{
			ID: want.ID, Kind: work.Team, Author: want.Author, Title: "x", Created: at.UTC(), Modified: at.Add(time.Second).UTC(),
		}
		if got := read(t, db, want.ID); !reflect.DeepEqual(got, changed) {
			t.Errorf("got  %+v\nwant %+v", got, changed)
		}
	})

	t.Run("a refused change leaves no trace", func(t *testing.T) {
		db := open(t)
		id := must(db.Groups.Create(ctx, groupNamed(work.Team, "JO9-1")))(t)
		refusal := errors.New("no")
		if err := db.Groups.Update(ctx, id, func(g *group.Group) error { g.Title = "x"; return refusal }); !errors.Is(err, refusal) {
			t.Errorf("got %v, want the change's own error", err)
		}
		equal(t, "title", read(t, db, id).Title, "JO9-1")
	})

	t.Run("parallel changes lose nothing", func(t *testing.T) {
		db := open(t)
		id := must(db.Groups.Create(ctx, groupNamed(work.Team, "JO9-1")))(t)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if err := db.Groups.Update(ctx, id, func(g *group.Group) error {
					g.Workspaces = append(g.Workspaces, int64(len(g.Workspaces)+1))
					return nil
				}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		equal(t, "changes", len(read(t, db, id).Workspaces), 8)
	})

	t.Run("a changed returned or given value does not reach the store", func(t *testing.T) {
		db := open(t)
		g := groupNamed(work.Team, "JO9-1")
		g.Contacts = []person.Contact{{Type: "other", Value: "x", Extra: fields.Extra{"k": []byte(`1`)}}}
		id := must(db.Groups.Create(ctx, g))(t)
		g.Contacts[0].Value = "changed"
		g.Contacts[0].Extra["k"] = []byte(`2`)
		var leaked *group.Group
		ok(t, db.Groups.Update(ctx, id, func(g *group.Group) error { leaked = g; return nil }))
		leaked.Contacts[0].Value = "changed"
		record := must(db.Groups.Record(ctx, id, as))(t)
		record.People[work.Player] = 7
		got := read(t, db, id)
		equal(t, "value", got.Contacts[0].Value, "x")
		equal(t, "extra", string(got.Contacts[0].Extra["k"]), "1")
		equal(t, "players", must(db.Groups.Record(ctx, id, as))(t).People[work.Player], 0)
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
		jan := must(db.People.Create(ctx, p))(t)

		ok(t, db.Groups.Remove(ctx, above, at.Add(time.Hour)))
		_, err := db.Groups.Record(ctx, above, as)
		isFault(t, "Record", err, group.ErrAbsent)
		_, err = db.Groups.Roster(ctx, above, as.Reader)
		isFault(t, "Roster", err, group.ErrAbsent)
		isFault(t, "Update", db.Groups.Update(ctx, above, func(*group.Group) error { return nil }), group.ErrAbsent)
		isFault(t, "Remove", db.Groups.Remove(ctx, above, at), group.ErrAbsent)
		equal(t, "listed", must(db.Groups.List(ctx, allGroups()))(t).Total, 3)
		places := []group.Place{{ID: group.ClubWide}, {ID: below.ID}, {ID: under.ID, Parent: below.ID}}
		if got := must(db.Groups.Places(ctx, work.Committee))(t); !slices.Equal(got, places) {
			t.Errorf("places: got %v, want %v", got, places)
		}
		top := allGroups()
		top.Filter.Parents = []group.ID{0}
		equal(t, "at the top", groupNumbers(must(db.Groups.List(ctx, top))(t).Records), "[1000 1002]")
		equal(t, "below it", read(t, db, below.ID).Parent, 0)
		equal(t, "changed", read(t, db, below.ID).Modified, at.UTC())
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
			var both sync.WaitGroup
			for _, pair := range [][2]group.ID{{one, other}, {other, one}} {
				both.Go(func() {
					if err := move(pair[0], pair[1]); err != nil {
						t.Error(err)
					}
				})
			}
			both.Wait()
			top := 0
			for _, place := range must(db.Groups.Places(ctx, work.Team))(t) {
				if place.Parent == 0 {
					top++
				}
			}
			equal(t, "at the top", top, 1)
		}
	})

	t.Run("places of none", func(t *testing.T) {
		db := open(t)
		equal(t, "teams", len(must(db.Groups.Places(ctx, work.Team))(t)), 0)
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		db := open(t)
		_, create := db.Groups.Create(cancelled(), groupNamed(work.Team, "x"))
		_, record := db.Groups.Record(cancelled(), group.ClubWide, as)
		_, list := db.Groups.List(cancelled(), allGroups())
		_, places := db.Groups.Places(cancelled(), work.Committee)
		_, rosterOf := db.Groups.Roster(cancelled(), group.ClubWide, as.Reader)
		for what, err := range map[string]error{
			"Create": create, "Record": record, "List": list, "Places": places, "Roster": rosterOf,
			"Update": db.Groups.Update(cancelled(), group.ClubWide, func(*group.Group) error { return nil }),
			"Remove": db.Groups.Remove(cancelled(), group.ClubWide, at),
		} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", what, err)
			}
		}
	})

	t.Run("lists", func(t *testing.T) { groupLists(t, open) })
}
