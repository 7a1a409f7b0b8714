package porttest

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

// Shares is the contract of ports.Shares.
func Shares(t *testing.T, open Open) {
	suite{
		{"set, changed and taken away, each record's own; what is so already is no change", sharedRecords},
		{"nothing is shared that is not there, and with nobody who is not there", sharedWithNobody},
		{"who comes back is shared as before, who is destroyed is not", sharesOfRemoved},
		{"parallel shares lose nothing", sharesAtOnce},
	}.run(t, open)
}

func sharedRecords(t *testing.T, db Database) {
	ctx := t.Context()
	jan, piet := must(db.Users.Create(ctx, userNamed("jan")))(t), must(db.Users.Create(ctx, userNamed("piet")))(t)
	one := create(t, db.People, personNamed("Jan", "", "Kok"))
	team := must(db.Groups.Create(ctx, groupNamed(work.Team, "JO9-1")))(t)
	for _, step := range []struct {
		kind           access.Kind
		record         int64
		user           account.UserID
		permission     access.Permission
		changes        int64
		person, groups string
	}{
		{access.People, one, jan, "", 0, "[]", "[]"},
		{access.People, one, jan, access.ToView, 1, "[{jan view}]", "[]"},
		{access.People, one, jan, access.ToView, 0, "[{jan view}]", "[]"},
		{access.People, one, piet, access.ToEdit, 1, "[{jan view} {piet edit}]", "[]"},
		{access.Groups, team, piet, access.ToView, 1, "[{jan view} {piet edit}]", "[{piet view}]"},
		{access.People, one, jan, access.ToEdit, 1, "[{jan edit} {piet edit}]", "[{piet view}]"},
		{access.People, one, piet, "", 1, "[{jan edit}]", "[{piet view}]"},
		{access.Groups, team, piet, "", 1, "[{jan edit}]", "[]"},
	} {
		before := db.Directory.View().Number()
		ok(t, db.Shares.Set(ctx, step.kind, step.record, step.user, step.permission))
		v := view(t, db)
		equal(t, "changes", v.Number()-before, step.changes)
		for kind, want := range map[access.Kind]string{access.People: step.person, access.Groups: step.groups} {
			named := []string{}
			for _, with := range v.SharedWith(kind, map[access.Kind]int64{access.People: one, access.Groups: team}[kind]) {
				named = append(named, fmt.Sprintf("{%s %s}", map[account.UserID]string{jan: "jan", piet: "piet"}[with.User], with.Permission))
			}
			equal(t, "shared with", fmt.Sprint(named), want)
		}
	}
}

func sharedWithNobody(t *testing.T, db Database) {
	ctx := t.Context()
	jan := must(db.Users.Create(ctx, userNamed("jan")))(t)
	one, gone := create(t, db.People, personNamed("Jan", "", "Kok")), create(t, db.People, personNamed("Piet", "", "Kok"))
	ok(t, db.People.Remove(ctx, gone, 1, at, anybody))
	before := view(t, db)
	isFault(t, "no person", db.Shares.Set(ctx, access.People, 999, jan, access.ToView), person.ErrAbsent)
	isFault(t, "a removed person", db.Shares.Set(ctx, access.People, gone, jan, access.ToView), person.ErrAbsent)
	isFault(t, "no group", db.Shares.Set(ctx, access.Groups, 999, jan, access.ToView), group.ErrAbsent)
	isFault(t, "no user", db.Shares.Set(ctx, access.People, one, 999, access.ToView), account.ErrAbsent)
	ok(t, db.Shares.Set(ctx, access.People, 999, 999, ""))
	sameView(t, "afterwards", view(t, db), before)
}

func sharesOfRemoved(t *testing.T, db Database) {
	ctx := t.Context()
	jan := must(db.Users.Create(ctx, userNamed("jan")))(t)
	one := create(t, db.People, personNamed("Jan", "", "Kok"))
	ok(t, db.Shares.Set(ctx, access.People, one, jan, access.ToView))
	ok(t, db.People.Remove(ctx, one, 1, at, anybody))
	view(t, db)
	ok(t, db.People.Restore(ctx, one, 1, at))
	equal(t, "shared with", fmt.Sprint(view(t, db).SharedWith(access.People, one)), fmt.Sprintf("[{%d view}]", jan))
	ok(t, db.People.Remove(ctx, one, 1, at, anybody))
	must(db.People.Purge(ctx, at.AddDate(0, 0, 1)))(t)
	view(t, db)
	equal(t, "shared with", len(loaded(t, db).Directory.View().SharedWith(access.People, one)), 0)
}

func sharesAtOnce(t *testing.T, db Database) {
	ctx := t.Context()
	jan := must(db.Users.Create(ctx, userNamed("jan")))(t)
	ids := must(db.People.Create(ctx, personNamed("A", "", ""), personNamed("B", "", ""), personNamed("C", "", "")))(t)
	inParallel(t, 12, func(i int) error { return db.Shares.Set(ctx, access.People, ids[i%3], jan, access.ToEdit) })
	for _, id := range ids {
		equal(t, "shared with", fmt.Sprint(view(t, db).SharedWith(access.People, id)), fmt.Sprintf("[{%d edit}]", jan))
	}
}
