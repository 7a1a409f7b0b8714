package porttest

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/ports"
)

// Audit is the contract of ports.Audit.
func Audit(t *testing.T, open Open) {
	suite{
		{"all of an entry comes back, in the answers of any question", askedAudit},
		{"what a step that failed tells is not told", unkeptAudit},
		{"entries from before a time are deleted, and no number is used again", purgedAudit},
		{"what explains the books stays until theirs, without the address", booksAudit},
	}.run(t, open)
}

var anyEntry = rapid.Map(anything[audit.Entry](), func(e audit.Entry) audit.Entry {
	if e.Idle = false; len(e.Fields) == 0 {
		e.Fields = nil
	}
	return e
})

func askedAudit(t *testing.T, db Database) {
	var all []audit.Entry
	for i := range 30 {
		e := anyEntry.Example(i)
		e.At = at.Add(time.Duration(e.Object.ID) * time.Second).UTC()
		e.Kind, e.Object.Noun = []audit.Kind{"signed-in", "refused"}[i%2], []audit.Noun{audit.Person, audit.User}[i/2%2]
		e.Actor.User = int64(i % 3)
		all = append(all, e)
	}
	ok(t, db.Audit.Append(t.Context()))
	ok(t, db.Audit.Append(t.Context(), all[:2]...))
	ok(t, db.Audit.Append(t.Context(), all[2:]...))
	for i := range all {
		all[i].ID = int64(i + 1)
	}
	slices.SortFunc(all, func(a, b audit.Entry) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID)) })
	for i := range cases(100) {
		q := audit.Query{Offset: i % 5, Limit: []int{0, 1, 7, 100}[i%4]}
		if i%2 == 0 {
			q.Actor = int64(i / 2 % 3)
		}
		if i%3 == 0 {
			q.Object = audit.Object{Noun: audit.Person, ID: int64(i % 4)}
		}
		if i%5 == 0 {
			q.Kind = audit.Refused
		}
		if i%7 == 0 {
			q.From, q.To = at.Add(2*time.Second), at.Add(7*time.Second)
		}
		var want []audit.Entry
		for _, e := range all {
			if q.Match(&e) {
				want = append(want, e)
			}
		}
		total := len(want)
		want = want[min(q.Offset, total):]
		want = want[:min(q.Limit, len(want))]
		page := must(db.Audit.Page(t.Context(), q))(t)
		alike(t, fmt.Sprintf("%+v", q), page.Records, want)
		equal(t, fmt.Sprintf("the number of %+v", q), page.Total, total)
	}
}

func unkeptAudit(t *testing.T, db Database) {
	refuses(t, db, func(answer error) error {
		return db.Do(t.Context(), func(s ports.Stores) error {
			ok(t, s.Audit.Append(t.Context(), audit.Entry{At: at, Kind: audit.Refused}))
			return answer
		})
	})
	equal(t, "entries", must(db.Audit.Page(t.Context(), audit.Query{}))(t).Total, 0)
}

func purgedAudit(t *testing.T, db Database) {
	ctx := t.Context()
	ok(t, db.Audit.Append(ctx, audit.Entry{At: at.Add(time.Second)}, audit.Entry{At: at, Idle: true}, audit.Entry{At: at}))
	equal(t, "deleted", must(db.Audit.Purge(ctx, at.Add(time.Second), at))(t), 1)
	equal(t, "deleted again", must(db.Audit.Purge(ctx, at.Add(time.Second), at))(t), 0)
	equal(t, "all deleted", must(db.Audit.Purge(ctx, at.Add(time.Hour), at))(t), 1)
	ok(t, db.Audit.Append(ctx, audit.Entry{At: at}))
	equal(t, "the next number", must(db.Audit.Page(ctx, audit.Query{Limit: 1}))(t).Records[0].ID, 3)
}

func booksAudit(t *testing.T, db Database) {
	ctx := t.Context()
	by := audit.Actor{User: 1, Name: "Anna", Entrance: access.Entrance{Address: "10.0.0.1"}}
	of := func(after time.Duration, kind audit.Kind, noun audit.Noun, name string) audit.Entry {
		return audit.New(kind, by, at.Add(after), audit.Object{Noun: noun, Name: name})
	}
	var all, stay []audit.Entry
	for _, after := range []time.Duration{-time.Second, 0, time.Hour} {
		for _, kind := range audit.Kinds() {
			all = append(all, of(after, kind, audit.Invoice, "finance"))
		}
		for _, name := range []string{"finance", "membership-fees 2025-2026", "Finance", "fin", "club", ""} {
			all = append(all, of(after, audit.SettingsChanged, audit.Settings, name))
		}
	}
	ok(t, db.Audit.Append(ctx, all...))
	before, books := at.Add(time.Minute), at
	for i := range all {
		all[i].ID = int64(i + 1)
		switch e := &all[i]; {
		case !e.At.Before(before):
			stay = append(stay, *e)
		case !e.At.Before(books) && e.OfMoney():
			e.Actor.Address = ""
			stay = append(stay, *e)
		}
	}
	equal(t, "deleted", must(db.Audit.Purge(ctx, before, books))(t), len(all)-len(stay))
	page := must(db.Audit.Page(ctx, audit.Query{Limit: 1000}))(t)
	slices.SortFunc(page.Records, func(a, b audit.Entry) int { return cmp.Compare(a.ID, b.ID) })
	alike(t, "what stays", page.Records, stay)
	equal(t, "deleted of the books", must(db.Audit.Purge(ctx, before, before))(t), len(audit.MoneyKinds())+2)
}
