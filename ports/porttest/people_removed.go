package porttest

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
)

// trash returns the numbers of who is found in the trash, newest first, and how many there are in all.
func trash(t testing.TB, db Database, q person.RemovedQuery) string {
	t.Helper()
	page := must(db.People.Removed(context.Background(), q))(t)
	ids := []person.ID{}
	for _, r := range page.Records {
		ids = append(ids, r.ID)
	}
	return fmt.Sprint(page.Total, ids)
}

var wholeTrash = person.RemovedQuery{Bin: person.Bin{All: true}, Limit: 10}

func theTrash(t *testing.T, db Database) {
	ctx := t.Context()
	family(t, db) // 1 and 3 of author 1, 2 of author 2
	user := must(db.Users.Create(ctx, userNamed("anna")))(t)
	ok(t, update(ctx, db.People, 2, func(p *person.Person) error { p.Membership.Code = "BC12"; return nil }))
	equal(t, "at first", trash(t, db, wholeTrash), "0 []")
	ok(t, db.People.Remove(ctx, 2, user, at.Add(time.Hour), anybody))
	ok(t, db.People.Remove(ctx, 1, 9, at, anybody))
	ok(t, db.People.Remove(ctx, 3, user, at, anybody))
	whose := func(b person.Bin) person.RemovedQuery { return person.RemovedQuery{Bin: b, Limit: 10} }
	everywhere, ofOne := access.Scope{All: true}, access.Scope{User: 1}
	for _, c := range []struct {
		what string
		q    person.RemovedQuery
		want string
	}{
		{"all", wholeTrash, "3 [2 3 1]"},
		{"a part", person.RemovedQuery{Bin: person.Bin{All: true}, Offset: 1, Limit: 1}, "3 [3]"},
		{"beyond the end", person.RemovedQuery{Bin: person.Bin{All: true}, Offset: 3, Limit: 1}, "3 []"},
		{"counted", person.RemovedQuery{Bin: person.Bin{All: true}}, "3 []"},
		{"one", person.RemovedQuery{ID: 3, Bin: person.Bin{All: true}, Limit: 10}, "1 [3]"},
		{"somebody who is not removed", person.RemovedQuery{ID: 4, Bin: person.Bin{All: true}, Limit: 10}, "0 []"},
		{"since", person.RemovedQuery{Bin: person.Bin{All: true}, Since: at.Add(time.Second), Limit: 10}, "1 [2]"},
		{"since then", person.RemovedQuery{Bin: person.Bin{All: true}, Since: at.Add(time.Hour), Limit: 10}, "1 [2]"},
		{"by a user", whose(person.Bin{By: user, Within: everywhere}), "2 [2 3]"},
		{"by a user, of an author", whose(person.Bin{By: user, Within: ofOne}), "1 [3]"},
		{"by a user, of nobody", whose(person.Bin{By: user}), "0 []"},
		{"by nobody", whose(person.Bin{Within: everywhere}), "0 []"},
		{"by another", whose(person.Bin{By: 10, Within: everywhere}), "0 []"},
		{"of no bin", person.RemovedQuery{Limit: 10}, "0 []"},
	} {
		equal(t, c.what, trash(t, db, c.q), c.want)
	}
	got := must(db.People.Removed(ctx, person.RemovedQuery{ID: 2, Bin: person.Bin{All: true}, Limit: 1}))(t).Records[0]
	want := person.Removed{
		ID: 2, Author: 2, Name: person.Name{First: "Els", Last: "Kok"}, Code: "BC12", At: at.Add(time.Hour).UTC(),
		By: user, ByName: "anna",
	}
	alike(t, "everything", got, want)
}

func relatedPeople(t *testing.T, db Database) {
	ctx := t.Context()
	family(t, db, related(2, relation.Sibling), related(3, relation.Parent), related(2, relation.Parent))
	ok(t, update(ctx, db.People, 3, func(p *person.Person) error {
		p.Relations = []person.Relation{related(2, relation.Child)}
		return nil
	}))
	to := func(id person.ID) string { return fmt.Sprint(must(db.People.Related(ctx, id))(t)) }
	equal(t, "by more rows and more people", to(2), "[1 3]")
	equal(t, "by one", to(3), "[1]")
	equal(t, "by nobody", to(1), "[]")
	equal(t, "to nobody", to(99), "[]")
	ok(t, db.People.Remove(ctx, 3, 1, at, anybody))
	equal(t, "without who is removed", to(2), "[1]")
	equal(t, "to who is removed", to(3), "[]")
}

func restoredPeople(t *testing.T, db Database) {
	ctx := t.Context()
	family(t, db, related(3, relation.Sibling), related(2, relation.Parent), related(3, relation.Parent))
	ok(t, update(ctx, db.People, 2, func(p *person.Person) error {
		p.Membership.Code, p.Relations = "BC12", []person.Relation{related(1, relation.Child), related(3, relation.Child)}
		return nil
	}))
	ok(t, update(ctx, db.People, 3, func(p *person.Person) error {
		p.Relations = []person.Relation{related(2, relation.Parent), related(1, relation.Sibling)}
		return nil
	}))
	before := map[person.ID]person.Person{}
	for id := person.ID(1); id <= 3; id++ {
		before[id] = kept(t, db, id)
	}
	same := func(what string, ids ...person.ID) {
		t.Helper()
		for _, id := range ids {
			got, want := kept(t, db, id), before[id]
			got.Modified, got.Revision, got.Editor = want.Modified, want.Revision, want.Editor
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s:\ngot  %+v\nwant %+v", what, got, want)
			}
		}
		view(t, db)
	}
	isFault(t, "one who is there", db.People.Restore(ctx, 2, 9, at), person.ErrNotRemoved)
	isFault(t, "nobody", db.People.Restore(ctx, 99, 9, at), person.ErrNotRemoved)
	ok(t, db.People.Remove(ctx, 2, 1, at, anybody))
	ok(t, db.People.Restore(ctx, 2, 9, at.Add(time.Minute)))
	same("one", 1, 2, 3)
	edition := func(id person.ID) string { p := kept(t, db, id); return fmt.Sprint(p.Revision, " by ", p.Editor) }
	sameTime(t, "modified", kept(t, db, 2).Modified, at.Add(time.Minute))
	equal(t, "edition", edition(2), "4 by 9") // made, related, removed, restored
	equal(t, "edition of a relative", edition(1), "3 by 0")
	equal(t, "holders of the code", len(must(db.MemberCodes.Holders(ctx, "BC12"))(t)), 1)
	equal(t, "the trash", trash(t, db, wholeTrash), "0 []")
	isFault(t, "twice", db.People.Restore(ctx, 2, 9, at), person.ErrNotRemoved)

	ok(t, db.People.Remove(ctx, 2, 1, at, anybody))
	ok(t, db.People.Remove(ctx, 3, 1, at, anybody))
	ok(t, db.People.Restore(ctx, 2, 9, at)) // whose child stays removed
	equal(t, "relations to who is removed", len(kept(t, db, 2).Relations), 1)
	ok(t, db.People.Restore(ctx, 3, 9, at))
	for id := person.ID(1); id <= 3; id++ {
		equal(t, "relations", len(kept(t, db, id).Relations), len(before[id].Relations))
	}
	view(t, db)

	ok(t, db.People.Remove(ctx, 2, 1, at, anybody))
	ok(t, db.People.Remove(ctx, 1, 1, at, anybody))
	must(db.People.Purge(ctx, at))(t)
	ok(t, db.RelationTypes.Remove(ctx, relation.Child))
	ok(t, db.People.Restore(ctx, 2, 9, at))
	equal(t, "of a type that is gone", len(kept(t, db, 2).Relations), 0)
	ok(t, db.People.Restore(ctx, 1, 9, at))
	ok(t, db.People.Remove(ctx, 2, 1, at, anybody))
	ok(t, db.People.Remove(ctx, 1, 1, at.Add(time.Hour), anybody))
	equal(t, "destroyed", must(db.People.Purge(ctx, at.Add(time.Minute)))(t), 1)
	isFault(t, "one who was destroyed", db.People.Restore(ctx, 2, 9, at), person.ErrNotRemoved)
	ok(t, db.People.Restore(ctx, 1, 9, at))
	for _, r := range kept(t, db, 1).Relations {
		equal(t, "related to", r.To, 3)
	}
	view(t, db)
}

func destroyedExemptions(t *testing.T, db Database) {
	ctx := t.Context()
	ids := must(db.People.Create(ctx, personNamed("A", "", ""), personNamed("B", "", ""), personNamed("C", "", ""),
		personNamed("D", "", "")))(t)
	must(db.LeaverRules.Change(ctx, func(s *leaver.Settings) error {
		s.On = true
		for _, id := range ids[:3] {
			ok(t, s.Keep(leaver.Exemption{Person: id, Reason: "lid van verdienste"}))
		}
		return nil
	}))(t)
	kept := func(what string, want ...person.ID) {
		t.Helper()
		rules := view(t, db).LeaverRules()
		got := []person.ID{}
		for _, e := range rules.Kept {
			got = append(got, e.Person)
		}
		alike(t, what, got, append([]person.ID{}, want...))
		equal(t, what+": the rules are on", rules.On, true)
	}
	for _, id := range ids[1:] {
		ok(t, db.People.Remove(ctx, id, 1, at, anybody))
	}
	kept("in the trash", ids[0], ids[1], ids[2])
	ok(t, db.People.Restore(ctx, ids[1], 1, at))
	equal(t, "purged", must(db.People.Purge(ctx, at.Add(time.Hour)))(t), 2)
	kept("purged", ids[0], ids[1])
	ok(t, db.People.Remove(ctx, ids[0], 1, at, anybody))
	must(db.Erasures.Destroy(ctx, erasure.Subject{Person: ids[0]}))(t)
	kept("erased", ids[1])
}

// restoredAtOnce lets many restore the same people, others remove and purge them, and others change those who are related.
func restoredAtOnce(t *testing.T, db Database) {
	ctx := t.Context()
	family(t, db, related(2, relation.Parent), related(3, relation.Sibling))
	ok(t, update(ctx, db.People, 2, func(p *person.Person) error {
		p.Relations = []person.Relation{related(1, relation.Child)}
		return nil
	}))
	for range 5 {
		ok(t, db.People.Remove(ctx, 2, 1, at, anybody))
		equal(t, "restored", winners(t, 6, person.ErrNotRemoved, func(i int) error {
			if i == 0 {
				return update(ctx, db.People, 1, func(p *person.Person) error { p.Name.First += "!"; return person.ErrNotRemoved })
			}
			return db.People.Restore(ctx, 2, 9, at)
		}), 1)
		equal(t, "relations of 1", len(kept(t, db, 1).Relations), 2)
		equal(t, "relations of 2", len(kept(t, db, 2).Relations), 1)
	}
	ok(t, db.People.Remove(ctx, 2, 1, at, anybody))
	var destroyed int
	restored := winners(t, 2, person.ErrNotRemoved, func(i int) error {
		if i == 0 {
			return db.People.Restore(ctx, 2, 9, at)
		}
		count, err := db.People.Purge(ctx, at.Add(time.Second))
		if destroyed = count; err == nil {
			err = person.ErrNotRemoved
		}
		return err
	})
	equal(t, "restored or destroyed", restored+destroyed, 1)
	equal(t, "those who are left", view(t, db).Size(), 2+restored)
}
