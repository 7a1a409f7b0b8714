package porttest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/ports"
)

// LeaverProposals is the contract of ports.LeaverProposals.
func LeaverProposals(t *testing.T, open Open) {
	suite{
		{"a proposal comes back as it was kept, and ends once", keptProposals},
		{"one proposal waits, of many at once too", waitingProposals},
		{"whom it touches is listed, dropped once, and goes with its end", proposedItems},
	}.run(t, open)
}

func proposalOf(items ...leaver.Item) leaver.Proposal {
	s := leaver.Default()
	p := s.Propose(items, at)
	p.Mails = []int64{3}
	return p
}

func keptProposals(t *testing.T, db Database) {
	ctx := t.Context()
	isFault(t, "absent", db.LeaverProposals.Update(ctx, 9, func(*leaver.Proposal) error { return nil }), leaver.ErrAbsent)
	first := proposalOf(leaver.Item{Person: 4, Kinds: []leaver.Kind{leaver.Photo, leaver.Contacts}})
	first.ID = must(db.LeaverProposals.Propose(ctx, first, nil))(t)
	of := func(q leaver.Query) []leaver.Proposal {
		t.Helper()
		return must(db.LeaverProposals.Page(ctx, q))(t).Records
	}
	alike(t, "waits", of(leaver.Query{Limit: 9}), []leaver.Proposal{first})
	refuses(t, db, func(refusal error) error {
		return db.LeaverProposals.Update(ctx, first.ID, func(p *leaver.Proposal) error { p.LeftOut = 7; return refusal })
	})
	change := func(p *leaver.Proposal) error {
		p.ID = 99
		if err := p.Settle([]leaver.Kind{leaver.Photo}); err != nil {
			return err
		}
		return p.Stop(2, "Anna", at.Add(time.Hour))
	}
	ok(t, db.LeaverProposals.Update(ctx, first.ID, change))
	ok(t, first.Settle([]leaver.Kind{leaver.Photo}))
	ok(t, first.Stop(2, "Anna", at.Add(time.Hour)))
	isFault(t, "twice", db.LeaverProposals.Update(ctx, first.ID, change), leaver.ErrEnded)
	second := proposalOf()
	second.ID = must(db.LeaverProposals.Propose(ctx, second, nil))(t)
	alike(t, "all", of(leaver.Query{Limit: 9}), []leaver.Proposal{second, first})
	alike(t, "stopped", of(leaver.Query{State: leaver.Stopped, Limit: 9}), []leaver.Proposal{first})
	alike(t, "a page", of(leaver.Query{Offset: 1, Limit: 1}), []leaver.Proposal{first})
	equal(t, "beyond the end", must(db.LeaverProposals.Page(ctx, leaver.Query{Offset: 7, Limit: 3}))(t).Total, 2)
}

func waitingProposals(t *testing.T, db Database) {
	ctx := t.Context()
	propose := func() int {
		return winners(t, 4, leaver.ErrWaiting, func(int) error {
			_, err := db.LeaverProposals.Propose(ctx, proposalOf(), []leaver.Item{{Person: 4, Kinds: []leaver.Kind{leaver.Photo}}})
			return err
		})
	}
	equal(t, "proposed", propose(), 1)
	found := must(db.LeaverProposals.Page(ctx, leaver.Query{State: leaver.Waiting, Limit: 9}))(t)
	equal(t, "waiting", found.Total, 1)
	ok(t, db.LeaverProposals.Update(ctx, found.Records[0].ID, func(p *leaver.Proposal) error { return p.Finish(at) }))
	equal(t, "proposed again", propose(), 1)
}

func proposedItems(t *testing.T, db Database) {
	ctx := t.Context()
	all := []leaver.Item{
		{Person: 9, Kinds: []leaver.Kind{leaver.Whole}}, {Person: 4, Kinds: []leaver.Kind{leaver.Photo, leaver.Contacts}},
		{Person: 7, Kinds: []leaver.Kind{leaver.Timeline}},
	}
	id := must(db.LeaverProposals.Propose(ctx, proposalOf(all...), all))(t)
	items := func(after person.ID, limit int) []leaver.Item {
		t.Helper()
		return must(db.LeaverProposals.Items(ctx, id, after, limit))(t)
	}
	alike(t, "all", items(0, 9), []leaver.Item{all[1], all[2], all[0]})
	alike(t, "a part", items(4, 1), []leaver.Item{all[2]})
	equal(t, "behind the last", len(items(9, 9)), 0)
	equal(t, "of another proposal", len(must(db.LeaverProposals.Items(ctx, id+1, 0, 9))(t)), 0)
	dropped := make(chan bool, 4)
	inParallel(t, cap(dropped), func(int) error {
		did, err := db.LeaverProposals.Drop(ctx, id, 7)
		if did {
			dropped <- did
		}
		return err
	})
	equal(t, "dropped", len(dropped), 1)
	equal(t, "left", len(items(0, 9)), 2)
	ok(t, db.LeaverProposals.Update(ctx, id, func(p *leaver.Proposal) error { return p.Settle(nil) }))
	equal(t, "while it waits", len(items(0, 9)), 2)
	ok(t, db.LeaverProposals.Update(ctx, id, func(p *leaver.Proposal) error { return p.Stop(2, "x", at) }))
	equal(t, "stopped", len(items(0, 9)), 0)
}

// Leavers is the contract of ports.Leavers.
func Leavers(t *testing.T, open Open) {
	suite{
		{"what stands on the timeline of one person alone is counted and destroyed", clearedTimelines},
		{"addresses go out of all but the books of the person", clearedAddresses},
		{"mails to an address that JSON escapes, or with such capitals, go", clearedWrittenAddresses},
		{"a mail on its way is waited for", awaitedAddresses},
		{"photos and changes go by their kind alone", clearedChanges},
	}.run(t, open)
}

func clearedTimelines(t *testing.T, db Database) {
	ctx := t.Context()
	of := Planted(t, db)
	user, other := of.User, of.Person-1
	onTimeline := func(id person.ID) int {
		t.Helper()
		return must(db.Timeline.Page(ctx, timeline.Query{Person: id, User: user, Limit: 9}))(t).Total
	}
	before := onTimeline(other)
	head := record.NewHead(user, PlantedName, at)
	must(db.Tasks.Create(ctx, task.Task{Head: head, Content: "x", Status: task.Completed, People: []int64{of.Person}}))(t)
	must(db.Tasks.Create(ctx, task.Task{Head: head, Content: "x", Status: task.Completed, People: []int64{of.Person, other}}))(t)
	for _, state := range mail.States {
		if state.Pending() { // it still goes to its reader
			must(db.Mails.Create(ctx, mail.Mail{Head: head, Person: of.Person, Subject: "x", State: state}))(t)
		}
	}
	told := func() map[person.ID]int {
		return must(db.Leavers.CountTimeline(ctx, []person.ID{of.Person, other, 999}))(t)
	}
	alike(t, "told", told(), map[person.ID]int{of.Person: 6, other: 4}) // the open task is none of them
	equal(t, "of nobody", len(must(db.Leavers.CountTimeline(ctx, nil))(t)), 0)
	refuses(t, db, func(refusal error) error {
		return db.Do(ctx, func(s ports.Stores) error {
			if err := s.Leavers.Clear(ctx, of, leaver.Kinds()); err != nil {
				return err
			}
			return refusal
		})
	})
	for range 2 { // what is gone is no error
		ok(t, db.Leavers.Clear(ctx, of, []leaver.Kind{leaver.Timeline}))
		alike(t, "left", told(), map[person.ID]int{other: 4})
	}
	equal(t, "of the other", onTimeline(other), before+1)
	equal(t, "shared ones and what is to be done", onTimeline(of.Person), 3+3)
}

func clearedAddresses(t *testing.T, db Database) {
	ctx := t.Context()
	of := Planted(t, db)
	books := func() []invoice.Invoice {
		t.Helper()
		records := must(db.Invoices.Page(ctx, invoice.Query{Person: of.Person, Limit: 9}))(t).Records
		for i := range records {
			records[i].Trace = nil // another pointer each time
		}
		return records
	}
	before := books()
	of.Words = erasure.Words(PlantedEmail)
	for range 2 {
		ok(t, db.Leavers.Clear(ctx, of, []leaver.Kind{leaver.Contacts}))
	}
	equal(t, "a text about another one", must(db.Notes.ByID(ctx, 3))(t)[0].Content,
		"<p>Samen met "+PlantedName+", zegt (gewist)</p>")
	equal(t, "a text about the person", must(db.Notes.ByID(ctx, 1))(t)[0].Content,
		"<p>Samen met "+PlantedName+", zegt (gewist)</p>")
	mails := must(db.Mails.ByID(ctx, 1, 2, 3, 4))(t)
	equal(t, "mails", len(mails), 3) // that on nobody's timeline is gone
	for i := range mails {
		for _, to := range mails[i].To {
			equal(t, "a recipient", to.Email, erasure.Gone)
		}
	}
	equal(t, "blocked addresses", len(view(t, db).Suppressed(of.Emails)), 0)
	alike(t, "the books", books(), before)
	counts := must(db.Erasures.Count(ctx, of))(t)
	alike(t, "left", []int{counts[erasure.Texts], counts[erasure.Invites], counts[erasure.Suppressions], counts[erasure.Notes]},
		[]int{1, 0, 0, 2}) // the name is still in how the fee of a sibling was computed
}

func awaitedAddresses(t *testing.T, db Database) {
	ctx := t.Context()
	awaited := func(what string, want bool, emails ...string) {
		t.Helper()
		equal(t, what, must(db.Leavers.Awaited(ctx, emails))(t), want)
	}
	awaited("no address", false)
	awaited("without a mail", false, "jan@club.example")
	for i, state := range mail.States {
		to := []mail.Address{{Email: "an@club.example"}, {Name: "Jan", Email: fmt.Sprintf("Jan%d@club.example", i)}}
		must(db.Mails.Create(ctx, mail.Mail{To: to[i%2 : 2], State: state}))(t)
		awaited(string(state), state.Pending(), "bo@club.example", fmt.Sprintf("jan%d@club.example", i))
	}
	awaited("the end of an address", false, "0@club.example")
	author := must(db.Users.Create(ctx, userNamed("anna")))(t)
	_, _, err := db.Messages.Keep(ctx, message.Message{Author: author, AuthorName: "Anna", Created: at, Subject: "x",
		Waiting: []addressee.Reached{{Value: "mien@club.example", Name: "Mien"}}}, at.Add(-time.Hour), 9)
	ok(t, err)
	awaited("a message that is not mailed to all yet", true, "mien@club.example")
	for _, email := range []string{"R&D@club.example", "JÖRG@club.example"} {
		_, _, err := db.Messages.Keep(ctx, message.Message{Author: author, AuthorName: "Anna", Created: at, Subject: "x",
			Request: email, Waiting: []addressee.Reached{{Value: email, Name: "Bo"}}}, at.Add(-time.Hour), 9)
		ok(t, err)
		awaited("a message to "+email, true, strings.ToLower(email))
		to := []mail.Address{{Email: "x" + email}}
		must(db.Mails.Create(ctx, mail.Mail{To: to, State: mail.Waiting}))(t)
		awaited("a mail to x"+email, true, "x"+strings.ToLower(email))
	}
	awaited("the end of another address", false, "d@club.example", "örg@club.example")
}

func clearedWrittenAddresses(t *testing.T, db Database) {
	ctx := t.Context()
	of := erasure.Subject{Emails: []string{"r&d@club.nl", "jörg@club.nl"}}
	of.Person = create(t, db.People, personNamed("Jörg", "", "Kok"))
	var ids []int64
	for _, email := range []string{"R&D@club.nl", "JÖRG@club.nl", "örg@club.nl"} {
		ids = append(ids, must(db.Mails.Create(ctx, mail.Mail{To: []mail.Address{{Email: email}}, Subject: "x"}))(t))
	}
	ok(t, db.Leavers.Clear(ctx, of, []leaver.Kind{leaver.Contacts}))
	left := must(db.Mails.ByID(ctx, ids...))(t)
	equal(t, "mails", len(left), 1)
	equal(t, "to another one", left[0].To[0].Email, "örg@club.nl")
}

func clearedChanges(t *testing.T, db Database) {
	ctx := t.Context()
	of := Planted(t, db)
	ok(t, update(ctx, db.People, of.Person, func(p *person.Person) error {
		p.Gender, p.Name.Infix, p.Contacts = "female", "van", nil
		return nil
	}))
	equal(t, "photos", len(must(db.Media.Stale(ctx, at))(t)), 0)
	ok(t, db.Leavers.Clear(ctx, of, []leaver.Kind{leaver.Photo, leaver.Personal}))
	page := must(db.PersonChanges.Page(ctx, person.ChangesQuery{Person: of.Person, Limit: 9}))(t)
	equal(t, "changes", page.Total, 1)
	fields := []string{}
	for _, change := range page.Records[0].Fields {
		fields = append(fields, change.Field)
	}
	alike(t, "fields", fields, []string{"infix", "contact_info"})
	equal(t, "photos to be deleted", len(must(db.Media.Stale(ctx, at))(t)), 1)
	ok(t, db.Leavers.Clear(ctx, of, []leaver.Kind{leaver.Contacts}))
	page = must(db.PersonChanges.Page(ctx, person.ChangesQuery{Person: of.Person, Limit: 9}))(t)
	equal(t, "fields left", len(page.Records[0].Fields), 1)
}
