package porttest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/ports"
)

// PersonChanges is the contract of ports.PersonChanges.
func PersonChanges(t *testing.T, open Open) {
	suite{
		{"every change of somebody is told, with who made it and when", toldChanges},
		{"relations that go or come with somebody else, or with a type, are changes of who has them", relatedChanges},
		{"changes go with a step that fails, with time, and with the person", goneChanges},
	}.run(t, open)
}

// becameOf returns the changes of a person as lines: who, seconds after a moment, and what.
func becameOf(t testing.TB, db Database, id person.ID) string {
	t.Helper()
	page := must(db.PersonChanges.Page(t.Context(), person.ChangesQuery{Person: id, Limit: 100}))(t)
	equal(t, "the number of changes", page.Total, len(page.Records))
	lines := make([]string, len(page.Records))
	for i, c := range page.Records {
		equal(t, "the person of a change", c.Person, id)
		sameTime(t, "when", c.At, c.At)
		lines[i] = fmt.Sprintf("%d %s %v %s", c.By, c.ByName, c.At.Sub(at), person.EncodeChanges(c.Fields))
	}
	return strings.Join(lines, "\n")
}

// renamed gives people a nickname, as a user does some seconds after a moment.
func renamed(t testing.TB, people ports.People, by int64, seconds int, nick string, ids ...person.ID) {
	t.Helper()
	ok(t, people.Update(t.Context(), ids, func(all map[person.ID]*person.Person) error {
		for _, p := range all {
			p.Name.Nick = nick
			p.Touch(by, at.Add(time.Duration(seconds)*time.Second))
		}
		return nil
	}))
}

func toldChanges(t *testing.T, db Database) {
	ctx := t.Context()
	anna := must(db.Users.Create(ctx, userNamed("anna")))(t)
	for range 2 {
		create(t, db.People, personNamed("Jan", "", "Kok"))
	}
	equal(t, "of somebody new", becameOf(t, db, 1), "")
	renamed(t, db.People, anna, 1, "x", 1)
	renamed(t, db.People, 99, 2, "y", 1, 2)
	renamed(t, db.People, anna, 3, "y", 1) // was called so
	renamed(t, db.People, anna, 4, "z", 1, 2)
	ok(t, db.Users.Update(ctx, anna, func(u *account.User) error { u.DisplayName = "Els"; return nil }))
	ok(t, db.People.Remove(ctx, 1, 99, at.Add(5*time.Second), anybody))
	ok(t, db.People.Restore(ctx, 1, 99, at.Add(6*time.Second)))
	nick := func(from, to string) string { return `[{"field":"nickname","from":"` + from + `","to":"` + to + `"}]` }
	equal(t, "all", becameOf(t, db, 1), strings.Join([]string{
		`99  6s [{"field":"removed","from":true,"to":false}]`, `99  5s [{"field":"removed","from":false,"to":true}]`,
		fmt.Sprintf("%d anna 4s %s", anna, nick("y", "z")), "99  2s " + nick("x", "y"),
		fmt.Sprintf("%d anna 1s %s", anna, nick("", "x")),
	}, "\n"))
	part := must(db.PersonChanges.Page(ctx, person.ChangesQuery{Person: 1, Offset: 3, Limit: 1}))(t)
	equal(t, "a part", fmt.Sprint(part.Total, len(part.Records), part.Records[0].At.Sub(at)), "5 1 2s")
	beyond := must(db.PersonChanges.Page(ctx, person.ChangesQuery{Person: 2, Offset: 9, Limit: 1}))(t)
	equal(t, "beyond the end", fmt.Sprint(beyond.Total, len(beyond.Records)), "2 0")
}

func goneChanges(t *testing.T, db Database) {
	ctx := t.Context()
	for range 2 {
		create(t, db.People, personNamed("Jan", "", "Kok"))
	}
	refuses(t, db, func(answer error) error {
		return db.Do(ctx, func(s ports.Stores) error {
			renamed(t, s.People, 1, 1, "x", 1)
			return answer
		})
	})
	equal(t, "after a step that failed", becameOf(t, db, 1), "")
	renamed(t, db.People, 9, 1, "x", 1, 2)
	renamed(t, db.People, 9, 2, "y", 1, 2)
	equal(t, "old ones", must(db.PersonChanges.Purge(ctx, at.Add(2*time.Second)))(t), 2)
	equal(t, "those that stay", becameOf(t, db, 2), `9  2s [{"field":"nickname","from":"x","to":"y"}]`)
	ok(t, db.People.Remove(ctx, 1, 9, at, anybody))
	equal(t, "in the trash", strings.Count(becameOf(t, db, 1), "\n"), 1)
	must(db.People.Purge(ctx, at.Add(time.Hour)))(t)
	equal(t, "destroyed", becameOf(t, db, 1), "")
	equal(t, "another's", strings.Count(becameOf(t, db, 2), "nickname"), 1)
}

func relatedChanges(t *testing.T, db Database) {
	ctx := t.Context()
	anna := must(db.Users.Create(ctx, userNamed("anna")))(t)
	family(t, db, related(2, relation.Child), related(3, relation.Sibling), related(2, relation.Sibling))
	seconds := func(n int) time.Time { return at.Add(time.Duration(n) * time.Second) }
	rows := func() (documents []string) {
		p := kept(t, db, 1)
		for _, r := range p.Store().Relations {
			documents = append(documents, r.Document)
		}
		return documents
	}
	whole := rows()
	ok(t, db.People.Remove(ctx, 2, anna, seconds(1), anybody))
	pair := "[" + whole[0] + "," + whole[2] + "]"
	gone := fmt.Sprintf(`%d anna 1s [{"field":"relationships","from":%s,"to":[]}]`, anna, pair)
	equal(t, "after a removal", becameOf(t, db, 1), gone)
	equal(t, "of who has no relation", becameOf(t, db, 3), "")
	ok(t, db.People.Restore(ctx, 2, anna, seconds(2)))
	equal(t, "they are back", fmt.Sprint(rows()), fmt.Sprint(whole))
	came := fmt.Sprintf(`%d anna 2s [{"field":"relationships","from":[],"to":%s}]`, anna, pair)
	equal(t, "after it came back", becameOf(t, db, 1), came+"\n"+gone)
	refuses(t, db, func(answer error) error {
		return db.Do(ctx, func(s ports.Stores) error {
			ok(t, s.People.Remove(ctx, 3, anna, seconds(4), anybody))
			return answer
		})
	})
	equal(t, "after a refusal", strings.Count(becameOf(t, db, 1), "\n"), 1)
}
