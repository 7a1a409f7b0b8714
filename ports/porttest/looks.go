package porttest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

// Looks is the contract of ports.Looks.
func Looks(t *testing.T, open Open) {
	suite{
		{"of a user, person and day there is one look, with the earliest times", joinedLooks},
		{"looks are paged, the newest day first", pagedLooks},
		{"looks go with time, with a step that fails, and with the person", goneLooks},
		{"looks of many at once are all kept", looksAtOnce},
	}.run(t, open)
}

var lookDay = civil.Date{Year: 2026, Month: time.June, Day: 15}

// looked is a look some days and seconds after a moment; 0 seconds is not.
func looked(id person.ID, by int64, days, opened, exported int) person.Look {
	after := func(n int) time.Time {
		if n == 0 {
			return time.Time{}
		}
		return at.Add(time.Duration(n) * time.Second)
	}
	return person.Look{
		LookKey: person.LookKey{Person: id, By: by, Day: lookDay.AddDays(days)}, ByName: fmt.Sprint("user ", by),
		Opened: after(opened), Exported: after(exported),
	}
}

// looksAt returns a part of the looks at somebody as lines: day, user, and the seconds of both times.
func looksAt(t testing.TB, db Database, q person.LooksQuery) string {
	t.Helper()
	page := must(db.Looks.Page(t.Context(), q))(t)
	lines := []string{fmt.Sprint(page.Total)}
	for _, l := range page.Records {
		equal(t, "the person of a look", l.Person, q.Person)
		equal(t, "who looked", l.ByName, fmt.Sprint("user ", l.By))
		seconds := func(of time.Time) string {
			if of.IsZero() {
				return "-"
			}
			return of.Sub(at).String()
		}
		lines = append(lines, fmt.Sprint(l.Day, " ", l.By, " ", seconds(l.Opened), " ", seconds(l.Exported)))
	}
	return strings.Join(lines, ", ")
}

func joinedLooks(t *testing.T, db Database) {
	ctx := t.Context()
	for range 2 {
		create(t, db.People, personNamed("Jan", "", "Kok"))
	}
	ok(t, db.Looks.Keep(ctx))
	ok(t, db.Looks.Keep(ctx, looked(1, 7, 0, 5, 0), looked(2, 7, 0, 0, 4), looked(1, 7, 0, 3, 9), looked(99, 7, 0, 1, 1)))
	ok(t, db.Looks.Keep(ctx, looked(1, 7, 0, 4, 8), looked(2, 7, 0, 6, 0)))
	equal(t, "joined", looksAt(t, db, person.LooksQuery{Person: 1, Limit: 9}), "1, 2026-06-15 7 3s 8s")
	equal(t, "the other", looksAt(t, db, person.LooksQuery{Person: 2, Limit: 9}), "1, 2026-06-15 7 6s 4s")
	equal(t, "of nobody", looksAt(t, db, person.LooksQuery{Person: 99, Limit: 9}), "0")
}

func pagedLooks(t *testing.T, db Database) {
	create(t, db.People, personNamed("Jan", "", "Kok"))
	ok(t, db.Looks.Keep(t.Context(), looked(1, 8, 0, 1, 0), looked(1, 7, 0, 2, 0), looked(1, 7, 1, 3, 0)))
	equal(t, "all", looksAt(t, db, person.LooksQuery{Person: 1, Limit: 9}),
		"3, 2026-06-16 7 3s -, 2026-06-15 7 2s -, 2026-06-15 8 1s -")
	equal(t, "a part", looksAt(t, db, person.LooksQuery{Person: 1, Offset: 1, Limit: 1}), "3, 2026-06-15 7 2s -")
	equal(t, "beyond", looksAt(t, db, person.LooksQuery{Person: 1, Offset: 9, Limit: 1}), "3")
	equal(t, "none", looksAt(t, db, person.LooksQuery{Person: 1}), "3")
}

func goneLooks(t *testing.T, db Database) {
	ctx := t.Context()
	for range 2 {
		create(t, db.People, personNamed("Jan", "", "Kok"))
	}
	refuses(t, db, func(answer error) error {
		return db.Do(ctx, func(s ports.Stores) error {
			ok(t, s.Looks.Keep(ctx, looked(1, 7, 0, 1, 0)))
			return answer
		})
	})
	all := func(id person.ID) string { return looksAt(t, db, person.LooksQuery{Person: id, Limit: 9}) }
	equal(t, "after a step that failed", all(1), "0")
	ok(t, db.Looks.Keep(ctx, looked(1, 7, 0, 1, 0), looked(2, 7, 0, 1, 0), looked(1, 7, 1, 2, 0), looked(2, 7, 1, 2, 0)))
	equal(t, "old ones", must(db.Looks.Purge(ctx, lookDay.AddDays(1)))(t), 2)
	equal(t, "those that stay", all(2), "1, 2026-06-16 7 2s -")
	ok(t, db.People.Remove(ctx, 1, 9, at, anybody))
	ok(t, db.Looks.Keep(ctx, looked(1, 8, 1, 3, 0)))
	equal(t, "in the trash", all(1), "2, 2026-06-16 7 2s -, 2026-06-16 8 3s -")
	must(db.People.Purge(ctx, at.Add(time.Hour)))(t)
	ok(t, db.Looks.Keep(ctx, looked(1, 8, 1, 3, 0)))
	equal(t, "destroyed", all(1), "0")
	equal(t, "another's", all(2), "1, 2026-06-16 7 2s -")
}

func looksAtOnce(t *testing.T, db Database) {
	for range 20 {
		create(t, db.People, personNamed("Jan", "", "Kok"))
	}
	inParallel(t, 8, func(i int) error {
		var list []person.Look
		for id := range person.ID(20) {
			list = append(list, looked(1+(id*7)%20, int64(1+i), 0, 1, 0), looked(20-id, 99, 0, 1+i, 0))
		}
		return db.Looks.Keep(t.Context(), list...)
	})
	for id := range person.ID(20) {
		page := must(db.Looks.Page(t.Context(), person.LooksQuery{Person: id + 1, Limit: 20}))(t)
		equal(t, "how many", page.Total, 9)
		sameTime(t, "the earliest", page.Records[8].Opened, at.Add(time.Second))
	}
}
