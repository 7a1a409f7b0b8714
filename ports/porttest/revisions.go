package porttest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// step is a change of a record, and by how much its revision rises.
type step[T any] struct {
	what   string
	change func(*T)
	rises  int64
}

// counts makes changes one after the other. Every program then sees the revision that edits find.
func counts[T any](
	t *testing.T, db Database, steps []step[T], update func(context.Context, func(*T) error) error, stands func(*T) record.Edition,
	seen func(*directory.View) record.Edition,
) {
	t.Helper()
	ctx := t.Context()
	other, want := loaded(t, db), int64(1)
	for _, s := range steps {
		refusal := errors.New("no")
		if err := update(ctx, func(v *T) error { s.change(v); return refusal }); !errors.Is(err, refusal) {
			t.Errorf("%s: got %v", s.what, err)
		}
		ok(t, update(ctx, func(v *T) error { s.change(v); return nil }))
		want += s.rises
		var found record.Edition
		ok(t, update(ctx, func(v *T) error { found = stands(v); return nil }))
		equal(t, s.what, found.Revision, want)
		ok(t, other.Directory.Refresh(ctx))
		for program, v := range map[string]*directory.View{
			"this one": view(t, db), "another one": other.Directory.View(), "a new one": loaded(t, db).Directory.View(),
		} {
			equal(t, s.what+", as seen by "+program, seen(v), found)
		}
	}
}

func revisionsOfPeople(t *testing.T, db Database) {
	family(t, db)
	counts(t, db, []step[person.Person]{
		{"nothing", func(*person.Person) {}, 0},
		{"the revision itself", func(p *person.Person) { p.Revision = 99 }, 0},
		{"what an edit can't change", func(p *person.Person) { p.ID = 9 }, 0},
		{"the author", func(p *person.Person) { p.Author = 9 }, 1},
		{"a field", func(p *person.Person) { p.Name.First = "Thomas" }, 1},
		{"a row", func(p *person.Person) { p.Contacts = []person.Contact{{Type: person.Email, Value: "tom@club.example"}} }, 1},
		{"the same rows", func(p *person.Person) { p.Contacts = append([]person.Contact{}, p.Contacts...) }, 0},
		{"the photo", func(p *person.Person) { p.Photo = 7 }, 1},
		{"a label", func(p *person.Person) { p.Labels = []term.ID{3} }, 1},
		{"a relation", func(p *person.Person) { p.Relations = []person.Relation{related(2, relation.Parent)} }, 1},
		{"a word of a relation", func(p *person.Person) { p.Relations[0].Label = "Pa" }, 1},
		{"a member of meta", func(p *person.Person) { p.Meta = acf.Extra{"x": []byte("1")} }, 1},
		{"who vouches", func(p *person.Person) { p.Administered = !p.Administered }, 1},
		{"when it was changed", func(p *person.Person) { p.Touch(p.Editor, at.AddDate(0, 0, 1)) }, 1},
		{"who changed it", func(p *person.Person) { p.Touch(5, p.Modified) }, 1},
	}, func(ctx context.Context, change func(*person.Person) error) error {
		return update(ctx, db.People, 1, change)
	}, (*person.Person).Edition, func(v *directory.View) record.Edition {
		found := must(v.Person(1, record.View{}))(t)
		return found.Edition()
	})
	ok(t, db.People.Update(t.Context(), []person.ID{1, 2, 3}, func(all map[person.ID]*person.Person) error {
		all[2].Name.First += "!"
		return nil
	}))
	for id, want := range map[person.ID]int64{2: 2, 3: 1} {
		equal(t, fmt.Sprint("together, of ", id), recordOf(t, db, id).Revision, want)
	}
}

func revisionsOfRelated(t *testing.T, db Database) {
	ctx := t.Context()
	family(t, db, related(2, relation.Parent), related(3, relation.Sibling), related(3, relation.Child))
	tom := func(what string, want int64) {
		t.Helper()
		found := recordOf(t, db, 1)
		equal(t, what, found.Edition(), record.Edition{Revision: want, Modified: at.UTC()})
		equal(t, what+", as an edit finds it", kept(t, db, 1).Revision, want)
	}
	ok(t, db.People.Remove(ctx, 2, 1, at, anybody))
	tom("after the removal of a related one", 2)
	equal(t, "of who lost nothing", recordOf(t, db, 3).Revision, 1)
}

// expectedPeople lets programs change and remove with one expectation.
func expectedPeople(t *testing.T, db Database) {
	ctx := t.Context()
	family(t, db)
	programs := []Database{db, loaded(t, db), loaded(t, db)}
	one := record.Expected{1}
	equal(t, "changes", winners(t, 12, record.ErrOutdated, func(i int) error {
		return update(ctx, programs[i%3].People, 1, func(p *person.Person) error {
			p.Name.First += "!"
			return one.Check(p.Edition())
		})
	}), 1)
	ok(t, db.Directory.Refresh(ctx))
	equal(t, "the name", recordOf(t, db, 1).Name.First, "Tom!")
	equal(t, "changes and removals", winners(t, 12, record.ErrOutdated, func(i int) error {
		p := programs[i%3].People
		if i%2 == 0 {
			return late(update(ctx, p, 2, func(p *person.Person) error { p.Name.First += "!"; return one.Check(p.Edition()) }))
		}
		return late(p.Remove(ctx, 2, 1, at, func(_ access.Subject, stands record.Edition) error { return one.Check(stands) }))
	}), 1)
	var outdated *record.Outdated
	err := db.People.Remove(ctx, 1, 1, at, func(_ access.Subject, stands record.Edition) error { return one.Check(stands) })
	if tom := kept(t, db, 1); !errors.As(err, &outdated) || outdated.Edition != tom.Edition() {
		t.Errorf("a removal that comes too late: %+v", err)
	}
}

// late is record.ErrOutdated also for who finds the record gone.
func late(err error) error {
	if err != nil && fault.KindOf(err) == fault.NotFound {
		return record.ErrOutdated
	}
	return err
}

func revisionsOfGroups(t *testing.T, db Database) {
	ctx := t.Context()
	above := must(db.Groups.Create(ctx, groupNamed(work.Team, "JO9")))(t)
	id := must(db.Groups.Create(ctx, groupNamed(work.Team, "JO9-1")))(t)
	stands := func(v *directory.View) record.Edition {
		found := must(v.Group(id, record.View{}))(t)
		return found.Edition()
	}
	counts(t, db, []step[group.Group]{
		{"nothing", func(*group.Group) {}, 0},
		{"the revision itself", func(g *group.Group) { g.Revision = 99 }, 0},
		{"what an edit can't change", func(g *group.Group) { g.ID, g.Kind = 9, work.Committee }, 0},
		{"the author", func(g *group.Group) { g.Author = 9 }, 1},
		{"the name", func(g *group.Group) { g.Title = "JO10-1" }, 1},
		{"a field", func(g *group.Group) { g.Website = "https://club.example" }, 1},
		{"the logo", func(g *group.Group) { g.Logo = 7 }, 1},
		{"the place", func(g *group.Group) { g.Parent = above }, 1},
		{"who vouches", func(g *group.Group) { g.Administered = !g.Administered }, 1},
		{"who changed it", func(g *group.Group) { g.Touch(5, at.AddDate(0, 0, 1)) }, 1},
	}, func(ctx context.Context, change func(*group.Group) error) error {
		return db.Groups.Update(ctx, id, change)
	}, (*group.Group).Edition, stands)
	before := stands(view(t, db))
	ok(t, db.Groups.Remove(ctx, above, at))
	equal(t, "below a removed one", stands(view(t, db)), record.Edition{Revision: before.Revision + 1, Modified: before.Modified})
}

func expectedGroups(t *testing.T, db Database) {
	ctx := t.Context()
	id := must(db.Groups.Create(ctx, groupNamed(work.Team, "JO9-1")))(t)
	programs := []Database{db, loaded(t, db), loaded(t, db)}
	check := func(g *group.Group) error { return record.Expected{1}.Check(g.Edition()) }
	equal(t, "changes and removals", winners(t, 12, record.ErrOutdated, func(i int) error {
		p := programs[i%3]
		if i%2 == 0 {
			return late(p.Groups.Update(ctx, id, func(g *group.Group) error { g.Title += "!"; return check(g) }))
		}
		return late(p.Do(ctx, func(s ports.Stores) error {
			if err := s.Groups.Update(ctx, id, check); err != nil {
				return err
			}
			return s.Groups.Remove(ctx, id, at)
		}))
	}), 1)
}
