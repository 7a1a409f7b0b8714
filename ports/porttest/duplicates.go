package porttest

import (
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/duplicate"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

// Duplicates is the contract of ports.Duplicates.
func Duplicates(t *testing.T, open Open) {
	suite{
		{"a dismissed pair stays dismissed", dismissedPairs},
		{"the number of who was merged leads on", leadingOn},
		{"all that is kept about somebody is about the other one", mergedReferences},
		{"a mail to both is about the other one, once", mergedMails},
		{"what names somebody who was merged has another revision", revisionsOfMerged},
		{"what changes while people are merged stays changed", mergedInParallel},
		{"how the fee of a brother or sister was computed names who stays", mergedSiblings},
		{"two invoices of one season are refused, and leave no trace", mergedInvoices},
	}.run(t, open)
}

func dismissedPairs(t *testing.T, db Database) {
	ctx := t.Context()
	equal(t, "at first", len(must(db.Duplicates.Dismissed(ctx))(t)), 0)
	pair := duplicate.NewPair(9, 4)
	for range 2 {
		ok(t, db.Duplicates.Dismiss(ctx, pair, 1, at))
	}
	got := must(db.Duplicates.Dismissed(ctx))(t)
	equal(t, "dismissed", len(got) == 1 && got[duplicate.Pair{A: 4, B: 9}], true)
}

func leadingOn(t *testing.T, db Database) {
	ctx := t.Context()
	ids := three(t, db)
	ok(t, db.Duplicates.Merge(ctx, ids[0], ids[1], 1, at))
	equal(t, "led", must(db.Duplicates.LeadsTo(ctx, ids[0]))(t), ids[1])
	ok(t, db.Duplicates.Merge(ctx, ids[1], ids[2], 1, at))
	equal(t, "led on", must(db.Duplicates.LeadsTo(ctx, ids[0]))(t), ids[2])
	equal(t, "nobody", must(db.Duplicates.LeadsTo(ctx, ids[2]))(t), 0)
}

func three(t *testing.T, db Database) (ids []person.ID) {
	t.Helper()
	for _, last := range []string{"Een", "Twee", "Drie"} {
		ids = append(ids, create(t, db.People, personNamed("Jan", "", last)))
	}
	return ids
}

func anInvoiceOf(t *testing.T, db Database, of person.ID) int64 {
	t.Helper()
	return billed(t, db, membershipOf(of, 2026)).ID
}

func mergedReferences(t *testing.T, db Database) {
	ctx := t.Context()
	ids := three(t, db)
	from, to, other := ids[0], ids[1], ids[2]
	user := must(db.Users.Create(ctx, account.User{Username: "anna", Email: "anna@club.example",
		Roles: []access.Role{access.Member}}))(t)
	head := record.NewHead(user, "Anna", at)
	act := must(db.Activities.Create(ctx, activity.Activity{Head: head, Person: from, Content: "x", Participants: []int64{to,
		other, from}}))(t)
	asked := must(db.Activities.Create(ctx, activity.Activity{Head: head, Person: other, Content: "x",
		Participants: []int64{from}}))(t)
	wrote := must(db.Notes.Create(ctx, note.Note{Head: head, Person: from, Content: "x", Visibility: note.Shared}))(t)
	todo := must(db.Tasks.Create(ctx, task.Task{Head: head, Content: "x", People: []int64{other, from, to}, Assignee: user}))(t)
	sent := must(db.Mails.Create(ctx, mail.Mail{Head: head, Person: from, Along: []int64{other}, Subject: "x"}))(t)
	bill := anInvoiceOf(t, db, from)
	filed := must(db.Cases.Create(ctx, discipline.Case{Head: head, Dossier: "D1", Person: from}))(t)
	shift := must(db.Shifts.Create(ctx, volunteer.Shift{Head: head, Title: "Bar", Date: civil.Date{Year: 2026, Month: 1, Day: 2},
		Start: "10:00", End: "12:00", Capacity: 3, Assignments: []volunteer.Assignment{{Person: from, By: user,
			At: civil.Instant(at)}}}))(t)
	ok(t, db.Favorites.Set(ctx, user, account.Favorite{Kind: account.FavoritePerson, ID: from}, true))
	ok(t, db.Shares.Set(ctx, access.People, from, user, access.ToEdit))
	look := func(of person.ID, by int64, opened time.Time) person.Look {
		return person.Look{LookKey: person.LookKey{Person: of, By: by, Day: lookDay}, ByName: "Anna", Opened: civil.Instant(opened)}
	}
	ok(t, db.Looks.Keep(ctx, look(from, 1, at), look(from, 2, at), look(to, 2, at.Add(time.Minute))))
	ok(t, db.Duplicates.Merge(ctx, from, to, user, at.Add(time.Hour)))
	looked := must(db.Looks.Page(ctx, person.LooksQuery{Person: to, Limit: 9}))(t)
	equal(t, "who looked", looked.Total, 2)
	for _, look := range looked.Records {
		equal(t, "when first", look.Opened.Equal(civil.Instant(at)), true)
	}
	equal(t, "who looked at nobody", must(db.Looks.Page(ctx, person.LooksQuery{Person: from, Limit: 9}))(t).Total, 0)

	activities := must(db.Activities.ByID(ctx, act, asked))(t)
	alike(t, "activity", []any{activities[0].Person, activities[0].Participants}, []any{to, []int64{to, other}})
	alike(t, "participant", activities[1].Participants, []int64{to})
	equal(t, "note", must(db.Notes.ByID(ctx, wrote))(t)[0].Person, to)
	alike(t, "task", must(db.Tasks.ByID(ctx, todo))(t)[0].People, []int64{other, to})
	equal(t, "mail", must(db.Mails.ByID(ctx, sent))(t)[0].Person, to)
	equal(t, "invoice", must(db.Invoices.ByID(ctx, bill))(t)[0].Person, to)
	equal(t, "case", must(db.Cases.ByID(ctx, filed))(t)[0].Person, to)
	equal(t, "shift", must(db.Shifts.ByID(ctx, shift))(t)[0].Assignments[0].Person, to)
	shown := func(of person.ID) int {
		return must(db.Timeline.Page(ctx, timeline.Query{Person: of, User: user, Limit: 100}))(t).Total
	}
	equal(t, "on the timeline", shown(to), 4)
	equal(t, "on the one of before", shown(from), 0)
	now := view(t, db)
	alike(t, "favorites", now.Favorites(user), []account.Favorite{{Kind: account.FavoritePerson, ID: to}})
	equal(t, "shared", len(now.SharedWith(access.People, to)), 0) // nobody sees more than before
}

// mergedMails merges somebody who got one mail with the other one.
func mergedMails(t *testing.T, db Database) {
	ctx := t.Context()
	ids := three(t, db)
	from, to, other := ids[0], ids[1], ids[2]
	lists := []struct{ about, after []int64 }{
		{[]int64{to, from}, []int64{to}}, {[]int64{from, to}, []int64{to}},
		{[]int64{to, other, from}, []int64{to, other}}, {[]int64{from, other, to}, []int64{to, other}},
		{[]int64{other, from, to}, []int64{other, to}},
	}
	var sent []int64
	for _, one := range lists {
		sent = append(sent, must(db.Mails.Create(ctx, mail.Mail{
			Head: record.NewHead(1, "Anna", at), Person: one.about[0], Along: one.about[1:], Subject: "x",
		}))(t))
	}
	ok(t, db.Duplicates.Merge(ctx, from, to, 1, at))
	for i, m := range must(db.Mails.ByID(ctx, sent...))(t) {
		alike(t, fmt.Sprint("mail ", i), append([]int64{m.Person}, m.Along...), lists[i].after)
		equal(t, "revision", m.Revision, 2)
	}
	shown := must(db.Timeline.Page(ctx, timeline.Query{Person: to, User: 1, Limit: 9}))(t)
	equal(t, "on the timeline", shown.Total, len(lists))
}

// revisionsOfMerged merges somebody whom lists name: who read one before may not change it any more.
func revisionsOfMerged(t *testing.T, db Database) {
	ctx := t.Context()
	ids := three(t, db)
	from, to, other := ids[0], ids[1], ids[2]
	head := record.NewHead(1, "Anna", at)
	for _, names := range []struct {
		who    person.ID
		rises  int64
		reason string
	}{{from, 1, "of what names who goes"}, {other, 0, "of what does not"}} {
		act := must(db.Activities.Create(ctx, activity.Activity{Head: head, Person: other, Content: "x",
			Participants: []int64{names.who}}))(t)
		todo := must(db.Tasks.Create(ctx, task.Task{Head: head, Content: "x", People: []int64{names.who}, Assignee: 1}))(t)
		sent := must(db.Mails.Create(ctx, mail.Mail{Head: head, Person: other, Along: []int64{names.who}, Subject: "x"}))(t)
		revisions := func() []int64 {
			return []int64{
				must(db.Activities.ByID(ctx, act))(t)[0].Revision, must(db.Tasks.ByID(ctx, todo))(t)[0].Revision,
				must(db.Mails.ByID(ctx, sent))(t)[0].Revision,
			}
		}
		before := revisions()
		ok(t, db.Duplicates.Merge(ctx, from, to, 1, at))
		for i, after := range revisions() {
			equal(t, []string{"activity ", "task ", "mail "}[i]+names.reason, after-before[i], names.rises)
		}
	}
}

// mergedInParallel changes what is kept about somebody while that person is merged: both last, in whatever order.
func mergedInParallel(t *testing.T, db Database) {
	ctx := t.Context()
	to := create(t, db.People, personNamed("Jan", "", "Blijft"))
	head := record.NewHead(1, "Anna", at)
	for range 12 {
		from := create(t, db.People, personNamed("Jan", "", "Gaat"))
		shift := must(db.Shifts.Create(ctx, volunteer.Shift{
			Head: head, Title: "Bar", Assignments: []volunteer.Assignment{{Person: from}},
		}))(t)
		filed := must(db.Cases.Create(ctx, discipline.Case{Head: head, Person: from, Dossier: fmt.Sprint("T-", from)}))(t)
		brother := siblingOf(t, db, 99, fee.Sibling{ID: from, Name: "Jan Gaat"})
		inParallel(t, 4, func(i int) error {
			switch i {
			case 0:
				return db.Shifts.Update(ctx, shift, func(s *volunteer.Shift) error {
					s.Assignments = append(s.Assignments, volunteer.Assignment{Person: 99})
					return nil
				})
			case 1:
				return db.Cases.Update(ctx, filed, func(c *discipline.Case) error { c.Sanction = "x"; return nil })
			case 2:
				return db.Invoices.Update(ctx, brother, func(v *invoice.Invoice) error { v.PersonName = "x"; return nil })
			}
			return db.Duplicates.Merge(ctx, from, to, 1, at)
		})
		assigned := must(db.Shifts.ByID(ctx, shift))(t)[0].Assignments
		equal(t, "who is assigned", len(assigned) == 2 && assigned[0].Person+assigned[1].Person == to+99, true)
		kept := must(db.Cases.ByID(ctx, filed))(t)[0]
		equal(t, "whose case", kept.Person, to)
		equal(t, "sanction", kept.Sanction, "x")
		bill := must(db.Invoices.ByID(ctx, brother))(t)[0]
		alike(t, "invoice of a brother", []any{bill.PersonName, bill.Trace.Family.Before[0].ID}, []any{"x", to})
	}
}

// siblingOf keeps an invoice of somebody whose fee was computed with brothers and sisters, and returns its number.
func siblingOf(t fataler, db Database, of person.ID, before ...fee.Sibling) int64 {
	t.Helper()
	v := invoiceFor(of)
	v.Trace = &fee.Trace{Family: &fee.TracedFamily{Position: len(before) + 1, Before: before}}
	return billed(t, db, v).ID
}

func mergedSiblings(t *testing.T, db Database) {
	ctx := t.Context()
	ids := three(t, db)
	from, to, other := ids[0], ids[1], ids[2]
	another := fee.Sibling{ID: other, Name: "Jan Drie", Base: 1000}
	bills := []int64{
		siblingOf(t, db, other, fee.Sibling{ID: 999, Name: "Bo"}, fee.Sibling{ID: from, Name: "Jan Een", Base: 2000}),
		siblingOf(t, db, other, another),
		siblingOf(t, db, from, another, fee.Sibling{ID: to, Name: "Jan Twee"}),
		siblingOf(t, db, to, fee.Sibling{ID: from, Name: "Jan Een"}),
	}
	ok(t, db.Invoices.Update(ctx, bills[1], func(v *invoice.Invoice) error { // nobody's number
		v.Payments = []invoice.Payment{{ID: from, Amount: 1}}
		return nil
	}))
	before := must(db.Invoices.ByID(ctx, bills...))(t)
	ok(t, db.Duplicates.Merge(ctx, from, to, 1, at))
	after := must(db.Invoices.ByID(ctx, bills...))(t)
	for i, want := range [][]fee.Sibling{
		{{ID: 999, Name: "Bo"}, {ID: to, Name: "Jan Een", Base: 2000}}, {another}, {another, {ID: to, Name: "Jan Twee"}},
		{{ID: to, Name: "Jan Een"}},
	} {
		alike(t, fmt.Sprint("siblings on invoice ", i), after[i].Trace.Family.Before, want)
		if i != 1 {
			before[i].Revision++
		}
		if i == 2 {
			before[i].Person = to
		}
		before[i].Trace, after[i].Trace = nil, nil
		alike(t, fmt.Sprint("the rest of invoice ", i), after[i], before[i])
	}
}

func mergedInvoices(t *testing.T, db Database) {
	ids := three(t, db)
	bill := anInvoiceOf(t, db, ids[0])
	anInvoiceOf(t, db, ids[1])
	isFault(t, "both billed", db.Duplicates.Merge(t.Context(), ids[0], ids[1], 1, at), invoice.ErrSeasonBilled)
	equal(t, "whose", must(db.Invoices.ByID(t.Context(), bill))(t)[0].Person, ids[0])
	equal(t, "where it leads", must(db.Duplicates.LeadsTo(t.Context(), ids[0]))(t), 0)
}
