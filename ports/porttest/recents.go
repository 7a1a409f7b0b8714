package porttest

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/person"
)

// Recents is the contract of ports.Recents.
func Recents(t *testing.T, open Open) {
	suite{
		{"the last one first, each once, each user's own", recentPeople},
		{"only so many are kept", fewRecents},
		{"nobody opens anybody, and nobody is opened", refusedRecents},
		{"who is destroyed is gone, and who comes back is there", destroyedRecents},
		{"people opened at once are all there, and no more than may be", recentsAtOnce},
	}.run(t, open)
}

func recentPeople(t *testing.T, db Database) {
	ctx := t.Context()
	jan, piet := must(db.Users.Create(ctx, userNamed("jan")))(t), must(db.Users.Create(ctx, userNamed("piet")))(t)
	people := must(db.People.Create(ctx, personNamed("A", "", ""), personNamed("B", "", ""), personNamed("C", "", "")))(t)
	before := view(t, db).Number()
	for _, step := range []struct {
		user        account.UserID
		open        int
		jans, piets []int
	}{
		{jan, 0, []int{0}, nil}, {jan, 0, []int{0}, nil}, {jan, 1, []int{1, 0}, nil}, {piet, 0, []int{1, 0}, []int{0}},
		{jan, 2, []int{2, 1, 0}, []int{0}}, {jan, 0, []int{0, 2, 1}, []int{0}}, {piet, 2, []int{0, 2, 1}, []int{2, 0}},
		{jan, 2, []int{2, 0, 1}, []int{2, 0}},
	} {
		ok(t, db.Recents.Open(ctx, step.user, people[step.open]))
		for user, want := range map[account.UserID][]int{jan: step.jans, piet: step.piets} {
			var ids []person.ID
			for _, i := range want {
				ids = append(ids, people[i])
			}
			equal(t, "recent people", fmt.Sprint(must(db.Recents.Of(ctx, user))(t)), fmt.Sprint(ids))
		}
	}
	got := must(db.Recents.Of(ctx, jan))(t)
	got[0] = 99
	equal(t, "after a returned value changed", must(db.Recents.Of(ctx, jan))(t)[0], people[2])
	equal(t, "the last change of the club", view(t, db).Number(), before)
}

func fewRecents(t *testing.T, db Database) {
	ctx := t.Context()
	jan := must(db.Users.Create(ctx, userNamed("jan")))(t)
	var want []person.ID
	for range account.MostRecent + 3 {
		id := create(t, db.People, personNamed("Jan", "", "Kok"))
		ok(t, db.Recents.Open(ctx, jan, id))
		want = append([]person.ID{id}, want...)
	}
	equal(t, "recent people", fmt.Sprint(must(db.Recents.Of(ctx, jan))(t)), fmt.Sprint(want[:account.MostRecent]))
	ok(t, db.Recents.Open(ctx, jan, want[account.MostRecent-1]))
	equal(t, "how many after one of them", len(must(db.Recents.Of(ctx, jan))(t)), account.MostRecent)
}

func refusedRecents(t *testing.T, db Database) {
	ctx := t.Context()
	jan, id := must(db.Users.Create(ctx, userNamed("jan")))(t), create(t, db.People, personNamed("Jan", "", "Kok"))
	gone := create(t, db.People, personNamed("Piet", "", "Kok"))
	ok(t, db.People.Remove(ctx, gone, 0, at, anybody))
	isFault(t, "an absent user", db.Recents.Open(ctx, jan+99, id), account.ErrAbsent)
	isFault(t, "an absent person", db.Recents.Open(ctx, jan, id+99), person.ErrAbsent)
	isFault(t, "a removed person", db.Recents.Open(ctx, jan, gone), person.ErrAbsent)
	for _, user := range []account.UserID{jan, jan + 99} {
		equal(t, "recent people", len(must(db.Recents.Of(ctx, user))(t)), 0)
	}
}

func destroyedRecents(t *testing.T, db Database) {
	ctx := t.Context()
	jan := must(db.Users.Create(ctx, userNamed("jan")))(t)
	people := must(db.People.Create(ctx, personNamed("A", "", ""), personNamed("B", "", "")))(t)
	for _, id := range people {
		ok(t, db.Recents.Open(ctx, jan, id))
		ok(t, db.People.Remove(ctx, id, 0, at, anybody))
	}
	ok(t, db.People.Restore(ctx, people[0], 0, at))
	equal(t, "after one came back", len(must(db.Recents.Of(ctx, jan))(t)), 2)
	must(db.People.Purge(ctx, at.AddDate(0, 0, 1)))(t)
	equal(t, "after the other was destroyed", fmt.Sprint(must(db.Recents.Of(ctx, jan))(t)), fmt.Sprint(people[:1]))
}

func recentsAtOnce(t *testing.T, db Database) {
	ctx := t.Context()
	jan := must(db.Users.Create(ctx, userNamed("jan")))(t)
	var all []person.Person
	for range account.MostRecent + 4 {
		all = append(all, personNamed("Jan", "", "Kok"))
	}
	people := must(db.People.Create(ctx, all...))(t)
	inParallel(t, 8, func(i int) error { return db.Recents.Open(ctx, jan, people[i/2]) })
	equal(t, "recent people", len(must(db.Recents.Of(ctx, jan))(t)), 4)
	inParallel(t, len(people), func(i int) error { return db.Recents.Open(ctx, jan, people[i]) })
	equal(t, "recent people of many", len(must(db.Recents.Of(ctx, jan))(t)), account.MostRecent)
}
