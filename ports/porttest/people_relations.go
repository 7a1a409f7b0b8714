package porttest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/ports"
)

// family makes three people: Tom (1), whose author is 1, Els (2), whose author is 2 and who has a photo, and Bo (3).
func family(t *testing.T, db Database, relations ...person.Relation) {
	t.Helper()
	tom, els, bo := personNamed("Tom", "de", "Wit"), personNamed("Els", "", "Kok"), personNamed("Bo", "", "Kok")
	tom.Relations, els.Author, els.Photo = relations, 2, 7
	for i, p := range []person.Person{tom, els, bo} {
		equal(t, "number", must(db.People.Create(context.Background(), p))(t), person.ID(i+1))
	}
}

// related spells the relations of Tom's record: to whom, of which type, and what the reader learns.
func related(t *testing.T, db Database, reader access.Scope) string {
	t.Helper()
	as := person.AsOf{Reader: reader}
	record := must(db.People.Record(context.Background(), 1, as))(t)
	listed := must(db.People.List(context.Background(), person.Query{AsOf: as, Filter: person.Filter{Include: []person.ID{1}}, Limit: 1}))(t)
	if len(listed.Records) == 1 && !reflect.DeepEqual(listed.Records[0], record) {
		t.Errorf("listed: %+v, alone: %+v", listed.Records[0], record)
	}
	words := []string{}
	for _, r := range record.Relations {
		words = append(words, fmt.Sprintf("%d %s %q %q %d", r.To, r.TypeSlug, r.TypeName, r.Name, r.Photo))
	}
	return fmt.Sprint(words)
}

// relations is what People promises about relations and labels, and of several people at once.
func relations(t *testing.T, open Open) {
	ctx := context.Background()
	row := func(to person.ID, kind term.ID) person.Relation { return person.Relation{To: to, Type: kind} }
	everything := access.Scope{All: true}

	t.Run("relations are answered in their order, with their types", func(t *testing.T) {
		db := open(t)
		family(t, db, row(3, relation.Sibling), row(2, relation.Parent), row(3, relation.Child))
		want := `[3 sibling "Broer of zus" "Bo Kok" 0 2 parent "Ouder" "Els Kok" 7 3 child "Kind" "Bo Kok" 0]`
		equal(t, "relations", related(t, db, everything), want)
		ok(t, update(ctx, db.People, 1, func(p *person.Person) error { slices.Reverse(p.Relations); return nil }))
		want = `[3 child "Kind" "Bo Kok" 0 2 parent "Ouder" "Els Kok" 7 3 sibling "Broer of zus" "Bo Kok" 0]`
		equal(t, "reversed", related(t, db, everything), want)
	})

	t.Run("a reader learns nothing of people out of the scope", func(t *testing.T) {
		db := open(t)
		family(t, db, row(2, relation.Parent), row(3, relation.Sibling))
		for reader, want := range map[access.Scope]string{
			{Author: 1}: `[2 parent "Ouder" "" 0 3 sibling "Broer of zus" "Bo Kok" 0]`,
			{Author: 2}: `[2 parent "Ouder" "Els Kok" 7 3 sibling "Broer of zus" "" 0]`,
			{}:          `[2 parent "Ouder" "" 0 3 sibling "Broer of zus" "" 0]`,
		} {
			equal(t, fmt.Sprintf("%+v", reader), related(t, db, reader), want)
		}
	})

	t.Run("what a row points at and is of must be there", func(t *testing.T) {
		db := open(t)
		family(t, db, row(9, relation.Parent), row(2, 99), row(3, relation.Sibling))
		equal(t, "relations", related(t, db, everything), `[3 sibling "Broer of zus" "Bo Kok" 0]`)
		equal(t, "kept", len(kept(t, db, 1).Relations), 3)
	})

	t.Run("a changed name, photo or type is seen at once", func(t *testing.T) {
		db := open(t)
		family(t, db, row(2, relation.Parent))
		ok(t, update(ctx, db.People, 2, func(p *person.Person) error { p.Name.First, p.Photo = "Ella", 0; return nil }))
		kind := relation.Defaults()[0]
		kind.Name, kind.Slug = "Ouders", "ouders"
		ok(t, db.RelationTypes.Update(ctx, kind))
		equal(t, "relations", related(t, db, everything), `[2 ouders "Ouders" "Ella Kok" 0]`)
	})

	t.Run("the relations of others to a removed person go", func(t *testing.T) {
		db := open(t)
		family(t, db, row(2, relation.Parent), row(3, relation.Sibling))
		before := kept(t, db, 1).Modified
		ok(t, db.People.Remove(ctx, 2, at.Add(time.Hour), anybody))
		equal(t, "relations", related(t, db, everything), `[3 sibling "Broer of zus" "Bo Kok" 0]`)
		p := kept(t, db, 1)
		if !reflect.DeepEqual(p.Relations, []person.Relation{row(3, relation.Sibling)}) || !p.Modified.Equal(before) {
			t.Errorf("kept: %+v, modified %v", p.Relations, p.Modified)
		}
		ok(t, db.People.Remove(ctx, 3, at, anybody))
		if p := kept(t, db, 1); p.Relations != nil {
			t.Errorf("kept: %+v", p.Relations)
		}
	})

	t.Run("the relations of a removed type go", func(t *testing.T) {
		db := open(t)
		family(t, db, row(2, relation.Parent), row(2, relation.Sibling), row(3, relation.Parent))
		ok(t, db.RelationTypes.Remove(ctx, relation.Parent))
		equal(t, "relations", related(t, db, everything), `[2 sibling "Broer of zus" "Els Kok" 7]`)
		if p := kept(t, db, 1); !reflect.DeepEqual(p.Relations, []person.Relation{row(2, relation.Sibling)}) {
			t.Errorf("kept: %+v", p.Relations)
		}
		equal(t, "another's", len(kept(t, db, 2).Relations), 0)
	})

	t.Run("labels are named in their order, unknown and removed ones left out", func(t *testing.T) {
		db := open(t)
		var ids []term.ID
		for _, name := range []string{"Jeugd", "Oud", "Nieuw"} {
			ids = append(ids, must(db.Labels.Create(ctx, term.Term{Name: name, Slug: name}))(t))
		}
		p := personNamed("Jan", "", "Kok")
		p.Labels = []term.ID{ids[2], 99, ids[0], ids[1]}
		id := must(db.People.Create(ctx, p))(t)
		must(db.People.Create(ctx, personNamed("Bo", "", "Kok")))(t)
		labels := func(what, want string) {
			t.Helper()
			as := person.AsOf{Reader: everything}
			page, found := must(db.People.List(ctx, everybody(as)))(t), must(db.People.Find(ctx, everybody(as)))(t)
			for how, got := range map[string][]term.Term{
				"record": must(db.People.Record(ctx, id, as))(t).Labels, "list": page.Records[0].Labels, "find": found[0].Labels,
			} {
				equal(t, what+", "+how, fmt.Sprint(term.Names(got)), want)
			}
			equal(t, what+", somebody else's", len(page.Records[1].Labels)+len(found[1].Labels), 0)
		}
		labels("at first", "[Nieuw Jeugd Oud]")
		ok(t, db.Labels.Update(ctx, term.Term{ID: ids[0], Name: "Junioren", Slug: "jeugd"}))
		ok(t, db.Labels.Remove(ctx, ids[2]))
		labels("one renamed, one removed", "[Junioren Oud]")
	})

	t.Run("several people change as one step", func(t *testing.T) {
		db := open(t)
		family(t, db)
		rename := func(all map[person.ID]*person.Person) error {
			for _, p := range all {
				p.Name.First += "!"
			}
			return nil
		}
		ok(t, db.People.Update(ctx, []person.ID{2, 1, 2, 1}, func(all map[person.ID]*person.Person) error {
			equal(t, "people at hand", len(all), 2)
			return rename(all)
		}))
		isFault(t, "one of them absent", db.People.Update(ctx, []person.ID{1, 99, 2}, rename), person.ErrAbsent)
		ok(t, db.People.Remove(ctx, 3, at, anybody))
		isFault(t, "one of them removed", db.People.Update(ctx, []person.ID{1, 3}, rename), person.ErrAbsent)
		refusal := errors.New("no")
		if err := db.People.Update(ctx, []person.ID{1, 2}, func(all map[person.ID]*person.Person) error {
			_ = rename(all)
			return refusal
		}); !errors.Is(err, refusal) {
			t.Errorf("got %v, want the change's own error", err)
		}
		for id, want := range map[person.ID]string{1: "Tom!", 2: "Els!"} {
			equal(t, "name", kept(t, db, id).Name.First, want)
		}
		ok(t, db.People.Update(ctx, nil, func(all map[person.ID]*person.Person) error { equal(t, "of none", len(all), 0); return nil }))
	})

	t.Run("parallel changes of the same people in opposite order lose nothing", func(t *testing.T) {
		db := open(t)
		family(t, db)
		var all sync.WaitGroup
		const each = 6
		for _, ids := range [][]person.ID{{1, 2, 3}, {3, 2, 1}} {
			for range each {
				all.Go(func() {
					if err := db.People.Update(ctx, ids, func(people map[person.ID]*person.Person) error {
						for _, id := range ids {
							p := people[id]
							p.Relations = append(p.Relations, row(ids[0], term.ID(len(p.Relations)+100)))
						}
						return nil
					}); err != nil {
						t.Error(err)
					}
				})
			}
		}
		all.Wait()
		for id := range person.ID(3) {
			equal(t, "changes", len(kept(t, db, id+1).Relations), 2*each)
		}
	})

	t.Run("a step that refuses several times goes on", func(t *testing.T) {
		db := open(t)
		family(t, db)
		ok(t, db.Do(ctx, func(s ports.Stores) error {
			for range 4 {
				isFault(t, "absent", s.People.Update(ctx, []person.ID{1, 99}, func(map[person.ID]*person.Person) error { return nil }), person.ErrAbsent)
				ok(t, update(ctx, s.People, 1, func(p *person.Person) error { p.Labels = append(p.Labels, int64(len(p.Labels)+1)); return nil }))
			}
			return nil
		}))
		equal(t, "changes", len(kept(t, db, 1).Labels), 4)
	})

	t.Run("relations are those of the core for any reader", func(t *testing.T) {
		db := open(t)
		var all []person.Person
		for i := range 25 {
			p := anyPerson().Example(i)
			p.ID = must(db.People.Create(ctx, p))(t)
			all = append(all, p)
		}
		ok(t, db.People.Remove(ctx, 4, at, anybody))
		ok(t, db.RelationTypes.Remove(ctx, relation.Child))
		types := must(db.RelationTypes.All(ctx))(t)
		rapid.Check(t, func(t *rapid.T) {
			as := person.AsOf{Reader: anyReader.Draw(t, "reader")}
			q := person.Query{AsOf: as, Limit: 10, Offset: rapid.IntRange(0, 9).Draw(t, "offset"), Order: listing.Order{By: []listing.Sort{{By: person.KeyLast}}}}
			for _, r := range must(db.People.List(ctx, q))(t).Records {
				if want := relatedTo(all, types, r.ID, as.Reader, 4); !reflect.DeepEqual(r.Relations, want) {
					t.Fatalf("%d: got  %+v\nwant %+v", r.ID, r.Relations, want)
				}
			}
		})
	})
}

// relatedTo are the relations of somebody, as the core sees them. gone is a removed person.
func relatedTo(all []person.Person, types relation.Types, id person.ID, reader access.Scope, gone person.ID) (list []person.Related) {
	for _, row := range all[id-1].Relations {
		i := slices.IndexFunc(types, func(t relation.Type) bool { return t.ID == row.Type })
		if i < 0 || row.To == gone || row.To > int64(len(all)) {
			continue
		}
		r := person.Related{To: row.To, Document: row.Document(), TypeName: types[i].Name, TypeSlug: types[i].Slug}
		if other := all[row.To-1]; reader.Permits(other.Subject()) {
			r.Name, r.Photo = other.Name.Full(), other.Photo
		}
		list = append(list, r)
	}
	return list
}
