package porttest

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
)

// family makes Tom (1) with relations, Els (2) whose author is 2, and Bo (3).
func family(t *testing.T, db Database, relations ...person.Relation) {
	t.Helper()
	tom, els, bo := personNamed("Tom", "de", "Wit"), personNamed("Els", "", "Kok"), personNamed("Bo", "", "Kok")
	tom.Relations, els.Author = relations, 2
	if ids := must(db.People.Create(context.Background(), tom, els, bo))(t); !slices.Equal(ids, []person.ID{1, 2, 3}) {
		t.Fatalf("numbers: %d", ids)
	}
}

// recordOf is somebody's record in the view.
func recordOf(t fataler, db Database, id person.ID) person.Record {
	t.Helper()
	return must(view(t, db).Person(id, record.View{Reader: access.Everything}))(t)
}

func related(to person.ID, kind term.ID) person.Relation { return person.Relation{To: to, Type: kind} }

// People is the contract of ports.People.
func People(t *testing.T, open Open) {
	suite{
		{"created and edited", peopleComeBackWhole},
		{"who reads a label does not change it", copiedLabels},
		{"none are created", noPeople},
		{"a refusal leaves no trace", refusedChanges},
		{"several people change as one step", peopleChangedTogether},
		{"parallel changes of the same people in opposite order lose nothing", peopleChangedAtOnce},
		{"the revision of a person counts the changes that are stored, for every program alike", revisionsOfPeople},
		{"who loses a relation with whom or what was removed has another revision", revisionsOfRelated},
		{"of changes at once that are meant for one revision one takes place", expectedPeople},
		{"who is related to somebody", relatedPeople},
		{"a removed person is gone, so are the relations of others to it, and its number is never used again", removedPeople},
		{"the trash has who was removed, newest first, and what was noted of it", theTrash},
		{"a removed person comes back with its relations and those of others", restoredPeople},
		{"why somebody was kept goes with who is destroyed", destroyedExemptions},
		{"of many who restore, remove and purge at once each does one thing", restoredAtOnce},
	}.run(t, open)
}

func peopleComeBackWhole(t *testing.T, db Database) {
	records[person.Person]{
		values: anyPerson, absent: person.ErrAbsent, text: func(p *person.Person) *string { return &p.Name.First },
		revision: func(p *person.Person) *int64 { return &p.Revision },
		others: map[string]func(context.Context, person.ID) error{
			"Remove": func(ctx context.Context, id person.ID) error { return db.People.Remove(ctx, id, 1, at, anybody) },
		},
		create: func(ctx context.Context, p person.Person) (person.ID, error) {
			ids, err := db.People.Create(ctx, p)
			return append(ids, 0)[0], err
		},
		update: func(ctx context.Context, id person.ID, change func(*person.Person) error) error {
			return update(ctx, db.People, id, change)
		},
		seen: func(t fataler, id person.ID) person.Person {
			stored, _ := db.Directory.View().Stored(id)
			return must(stored.Person())(t)
		},
		stays: func(id person.ID, _, edit *person.Person) { edit.ID = id },
	}.suite(t, db)
}

func copiedLabels(t *testing.T, db Database) {
	p := personNamed("Jan", "", "Kok")
	p.Labels = []term.ID{must(db.Labels.Create(t.Context(), term.Term{Name: "Jeugd", Slug: "jeugd"}))(t)}
	id := create(t, db.People, p)
	recordOf(t, db, id).Labels[0].Name = "changed"
	equal(t, "label", recordOf(t, db, id).Labels[0].Name, "Jeugd")
}

func noPeople(t *testing.T, db Database) {
	equal(t, "numbers", len(must(db.People.Create(t.Context()))(t)), 0)
}

func refusedChanges(t *testing.T, db Database) {
	ctx := t.Context()
	family(t, db)
	refuses(t, db, func(refusal error) error {
		rename := func(all map[person.ID]*person.Person) error { all[1].Name.First = "Piet"; return nil }
		isFault(t, "one of them absent", db.People.Update(ctx, []person.ID{1, 99, 2}, rename), person.ErrAbsent)
		return db.People.Update(ctx, []person.ID{1, 2}, func(all map[person.ID]*person.Person) error {
			all[1].Name.First, all[2].Labels = "Piet", []term.ID{1}
			return refusal
		})
	})
	refuses(t, db, func(refusal error) error {
		return db.People.Remove(ctx, 2, 1, at, func(subject access.Subject, _ record.Edition) error {
			equal(t, "author", subject.Author, 2)
			return refusal
		})
	})
}

func peopleChangedTogether(t *testing.T, db Database) {
	family(t, db)
	before := view(t, db).Number()
	ok(t, db.People.Update(t.Context(), []person.ID{2, 1, 2, 1}, func(all map[person.ID]*person.Person) error {
		equal(t, "people at hand", len(all), 2)
		for _, p := range all {
			p.Name.First += "!"
		}
		return nil
	}))
	equal(t, "Tom", recordOf(t, db, 1).Name.First, "Tom!")
	equal(t, "Els", recordOf(t, db, 2).Name.First, "Els!")
	equal(t, "changes", view(t, db).Number()-before, 1)
	ok(t, db.People.Update(t.Context(), nil, func(all map[person.ID]*person.Person) error {
		equal(t, "of none", len(all), 0)
		return nil
	}))
}

func peopleChangedAtOnce(t *testing.T, db Database) {
	family(t, db)
	inParallel(t, 12, func(i int) error {
		ids := [][]person.ID{{1, 2, 3}, {3, 2, 1}}[i%2]
		return db.People.Update(t.Context(), ids, func(people map[person.ID]*person.Person) error {
			for _, p := range people {
				p.Relations = append(p.Relations, related(ids[0], relation.Parent+term.ID(len(p.Relations))))
			}
			return nil
		})
	})
	for id := range person.ID(3) {
		equal(t, "changes", len(kept(t, db, id+1).Relations), 12)
	}
	view(t, db)
}

func removedPeople(t *testing.T, db Database) {
	ctx := t.Context()
	family(t, db, related(2, relation.Parent), related(3, relation.Sibling))
	want := kept(t, db, 1)
	ok(t, db.People.Remove(ctx, 2, 1, at.Add(time.Hour), anybody))
	want.Relations, want.Revision, want.Editor = []person.Relation{related(3, relation.Sibling)}, 2, 0
	if got := kept(t, db, 1); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	equal(t, "relations seen", len(recordOf(t, db, 1).Relations), 1)
	ok(t, db.People.Remove(ctx, 3, 1, at, anybody))
	if got := kept(t, db, 1).Relations; got != nil {
		t.Errorf("left: %+v", got)
	}
	equal(t, "people", view(t, db).Size(), 1)
	isFault(t, "Remove", db.People.Remove(ctx, 3, 1, at, anybody), person.ErrAbsent)
	nothing := func(map[person.ID]*person.Person) error { return nil }
	isFault(t, "Update", db.People.Update(ctx, []person.ID{1, 3}, nothing), person.ErrAbsent)
	equal(t, "purged too early", must(db.People.Purge(ctx, at))(t), 0)
	equal(t, "purged", must(db.People.Purge(ctx, at.Add(time.Second)))(t), 1)
	equal(t, "purged later", must(db.People.Purge(ctx, at.Add(2*time.Hour)))(t), 1)
	if next := create(t, db.People, personNamed("Piet", "", "Kok")); next <= 3 {
		t.Errorf("number %d came again", next)
	}
	equal(t, "people at last", view(t, db).Size(), 2)
}
