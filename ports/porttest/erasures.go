package porttest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/trace"
	"github.com/clubhuis/clubhuis/core/work"
)

// Erasures is the contract of ports.Erasures.
func Erasures(t *testing.T, open Open) {
	suite{
		{"an erasure comes back as it was kept", keptErasures},
		{"of one person one is planned, at once too", plannedErasures},
		{"all that there is about somebody is counted", countedErasures},
		{"all that there is about somebody is destroyed", destroyedErasures},
		{"nobody else loses a name", similarErasures},
		{"a name in capitals with accents is found", capitalErasures},
		{"a mail to an address that JSON escapes, or with such capitals, goes", writtenErasures},
		{"a sibling whose name says too little is found by the number", numberedErasures},
		{"a sibling who became one with somebody is found by the number of before", mergedErasures},
		{"a mail to somebody and who became one with that person goes", mergedMailErasures},
		{"what is about who was merged and brought back stays", restoredErasures},
		{"nobody is destroyed who is not in the trash", livingErasures},
		{"who is to be erased is not purged", unpurgedErasures},
		{"books are forgotten after their years", forgottenBooks},
	}.run(t, open)
}

func keptErasures(t *testing.T, db Database) {
	ctx := t.Context()
	_, err := db.Erasures.Removed(ctx, 9)
	isFault(t, "nobody", err, person.ErrNotRemoved)
	isFault(t, "absent", db.Erasures.Update(ctx, 9, func(*erasure.Erasure) error { return nil }), erasure.ErrAbsent)
	first, second := erasure.New(4, "Jan Kok", erasure.Asked, 2, at), erasure.New(5, "Bo", erasure.Left, 0, at.Add(time.Hour))
	first.User, second.Open = 3, []string{"2026C7", "2026C9"}
	for i, e := range []*erasure.Erasure{&first, &second} {
		e.ID = must(db.Erasures.Create(ctx, *e))(t)
		equal(t, "number", e.ID, int64(i+1))
	}
	of := func(q erasure.Query) []erasure.Erasure {
		t.Helper()
		page := must(db.Erasures.Page(ctx, q))(t)
		if q.Limit >= 9 && q.Offset == 0 {
			equal(t, "total", page.Total, len(page.Records))
		}
		return page.Records
	}
	alike(t, "all", of(erasure.Query{Limit: 9}), []erasure.Erasure{second, first})
	alike(t, "of one", of(erasure.Query{Person: 4, Limit: 9}), []erasure.Erasure{first})
	alike(t, "due", of(erasure.Query{DueBefore: second.Due, Limit: 9}), []erasure.Erasure{first})
	alike(t, "a page", of(erasure.Query{Offset: 1, Limit: 1}), []erasure.Erasure{first})
	equal(t, "beyond the end", must(db.Erasures.Page(ctx, erasure.Query{Offset: 7, Limit: 3}))(t).Total, 2)
	end := at.Add(2 * time.Hour)
	counts := erasure.Counts{erasure.Notes: 2}
	ok(t, db.Erasures.Update(ctx, first.ID, func(e *erasure.Erasure) error {
		e.Person = 77
		return e.Destroy(counts, end)
	}))
	ok(t, first.Destroy(counts, end))
	alike(t, "destroyed", of(erasure.Query{State: erasure.Destroyed, Limit: 9}), []erasure.Erasure{first})
	err = db.Erasures.Update(ctx, first.ID, func(e *erasure.Erasure) error { return e.Withdraw(end) })
	isFault(t, "twice", err, erasure.ErrEnded)
}

func plannedErasures(t *testing.T, db Database) {
	ctx := t.Context()
	e := erasure.New(4, "Jan Kok", erasure.Asked, 2, at)
	plan := func() int {
		return winners(t, 4, erasure.ErrPlanned, func(int) error { _, err := db.Erasures.Create(ctx, e); return err })
	}
	equal(t, "planned", plan(), 1)
	found := must(db.Erasures.Page(ctx, erasure.Query{State: erasure.Planned, Limit: 9}))(t)
	equal(t, "planned", found.Total, 1)
	ok(t, db.Erasures.Update(ctx, found.Records[0].ID, func(e *erasure.Erasure) error { return e.Withdraw(at) }))
	equal(t, "planned again", plan(), 1)
}

// erased counts what Planted makes.
func erased() erasure.Counts {
	return erasure.Counts{
		erasure.Record: 1, erasure.Photos: 1, erasure.Relations: 1, erasure.Account: 1, erasure.Activities: 1, erasure.Notes: 2,
		erasure.Tasks: 1, erasure.Mails: 4, erasure.Cases: 1, erasure.Changes: 2, erasure.Looks: 1, erasure.Log: 2, erasure.Marks: 2,
		erasure.Imports: 1, erasure.Merges: 2, erasure.Suppressions: 1, erasure.Invites: 1, erasure.Drafts: 1, erasure.Unbilled: 1,
		erasure.Shifts:   1,
		erasure.Together: 4, erasure.Texts: 22, erasure.Authored: 27, erasure.Invoices: 1, erasure.Payments: 1, erasure.Credits: 1,
	}
}

func countedErasures(t *testing.T, db Database) {
	ctx := t.Context()
	of := Planted(t, db)
	before := view(t, db)
	alike(t, "counted", must(db.Erasures.Count(ctx, of))(t), erased())
	sameView(t, "afterwards", view(t, db), before)
	ok(t, db.People.Remove(ctx, of.Person, 1, at, anybody))
	counts := must(db.Erasures.Count(ctx, of))(t)
	if counts[erasure.Record] != 1 || counts[erasure.Notes] != 2 || counts[erasure.Relations] != 1 {
		t.Errorf("in the trash: %v", counts)
	}
	alike(t, "of nobody", must(db.Erasures.Count(ctx, erasure.Subject{Person: 9999}))(t), erasure.Counts{})
}

func destroyedErasures(t *testing.T, db Database) {
	ctx := t.Context()
	of := Planted(t, db)
	ok(t, db.People.Remove(ctx, of.Person, 1, at, anybody))
	equal(t, "removed", must(db.Erasures.Removed(ctx, of.Person))(t).Name.Full(), PlantedName)
	counted := must(db.Erasures.Count(ctx, of))(t)
	alike(t, "destroyed", must(db.Erasures.Destroy(ctx, of))(t), counted)
	_, err := db.Erasures.Destroy(ctx, of)
	isFault(t, "twice", err, person.ErrNotRemoved)

	left := must(db.Erasures.Count(ctx, of))(t)
	alike(t, "left", left, erasure.Counts{ // a photo until its files are deleted
		erasure.Account: 1, erasure.Photos: 1, erasure.Invoices: 1, erasure.Payments: 1, erasure.Credits: 1,
	})
	equal(t, "on the timeline", must(db.Timeline.Page(ctx, timeline.Query{Person: of.Person, User: of.User, Limit: 9}))(t).Total, 0)
	bills := must(db.Invoices.Page(ctx, invoice.Query{Person: of.Person, Limit: 9}))(t).Records
	kept := bills[0]
	alike(t, "the books", []any{kept.PersonName, kept.Addressee, kept.TokenDigest, kept.Trace, kept.Payments[0].Note},
		[]any{PlantedName, of.Address, "", nil, ""})
	for _, bill := range must(db.Invoices.Page(ctx, invoice.Query{Limit: 9}))(t).Records {
		if bill.Trace != nil {
			alike(t, "how the fee of a sibling was computed", bill.Trace.Family.Before, []fee.Sibling{{Name: erasure.Gone, Base: 2000}})
		}
	}
	shift := must(db.Shifts.ByID(ctx, 1))(t)[0]
	equal(t, "assigned", len(shift.Assignments), 1)
	text := must(db.Notes.ByID(ctx, 3))(t)[0]
	equal(t, "a text about another one", text.Content, "<p>Samen met (gewist), zegt (gewist)</p>")
	equal(t, "its author", text.AuthorName, erasure.Gone)
	mails := must(db.Mails.ByID(ctx, 1, 2, 3))(t)
	alike(t, "mails", []any{len(mails), mails[0].Person != of.Person, mails[0].Text, len(mails[0].Along)},
		[]any{1, true, erasure.Gone, 0})
	where := []string{}
	for _, item := range must(db.Feedback.ByID(ctx, 3, 4, 5, 6))(t) {
		where = append(where, item.Address+item.Branch)
		equal(t, "revision", item.Revision, 2)
	}
	alike(t, "where it was reported", where, []string{
		"https://club.example/leden", "https://club.example/mails", "https://club.example/leden/(gewist)", "feedback/7"})
	now := view(t, db)
	toldOfTheClub(t, db, now)
	equal(t, "favorites", len(now.Favorites(of.User)), 0)
	equal(t, "linked", now.PersonOf(of.User), person.ID(0))
	equal(t, "blocked addresses", len(now.Suppressed(of.Emails)), 0)
	stale := must(db.Media.Stale(ctx, at))(t)
	equal(t, "photos to be deleted", len(stale), 1)
}

// toldOfTheClub looks at what Planted tells of groups, workspaces and shifts, as programs read it.
func toldOfTheClub(t *testing.T, db Database, now *directory.View) {
	t.Helper()
	ids := []group.ID{}
	for _, kind := range []work.Kind{work.Team, work.Committee} {
		for _, place := range must(db.Groups.Places(t.Context(), kind))(t) {
			ids = append(ids, place.ID)
		}
	}
	team, committee := groupOf(t, db, ids[0]), groupOf(t, db, ids[2])
	alike(t, "a team", []any{team.Title, team.Content, team.Contacts, team.Revision}, []any{"JO9-1",
		"<p>Vraag (gewist), (gewist)</p>", []person.Contact{{Type: "phone", Label: "Bar", Value: "010-1234567"}}, int64(2)})
	alike(t, "a committee", []any{committee.Website, string(committee.Extra["x"]), committee.Revision},
		[]any{"", `{"by":["(gewist)",1]}`, int64(2)})
	ok(t, db.Groups.Restore(t.Context(), team.ID+1, func(g *group.Group) error {
		equal(t, "contacts of a team in the trash", len(g.Contacts), 1)
		return nil
	}))
	w, _ := now.Workspace(2)
	alike(t, "a workspace", []any{w.Name, w.Description, w.AuthorName, w.Revision},
		[]any{"Senioren", "Van (gewist)", "(gewist)", int64(3)})
	var views []string
	for _, v := range must(db.SavedViews.Of(t.Context(), w.Author-1))(t).Views {
		views = append(views, v.Name+" "+string(v.Filter))
	}
	alike(t, "views of somebody else", views, []string{
		"(gewist) {}", `Wie {"search":"(gewist)","team":3}`, `Post {"of":["(gewist)"]}`, "Vrijwilligers {}"})
	shifts := must(db.Shifts.ByID(t.Context(), 1, 2))(t)
	alike(t, "shifts", []any{shifts[0].Title, shifts[1].Title, shifts[1].Place, shifts[1].Revision},
		[]any{"Bar van (gewist)", "Met (gewist)", "Bij (gewist)", int64(2)})
}

// Somebody is called nearly as who is erased, and has an address that ends as theirs.
func similarErasures(t *testing.T, db Database) {
	ctx := t.Context()
	of := erasure.Subject{Emails: []string{"an@x.example"}, Name: "An Smit",
		Words: append(erasure.Words("An Smit"), erasure.Words("an@x.example")...)}
	of.Person = create(t, db.People, personNamed("An", "", "Smit"))
	stays := create(t, db.People, personNamed("Jan", "", "Smits"))
	ok(t, db.People.Remove(ctx, of.Person, 1, at, anybody))
	head := record.NewHead(1, "Anna", at)
	const text = "<p>An Smits, jan@x.example, An Smitse</p>"
	must(db.Notes.Create(ctx, note.Note{Head: head, Person: stays, Content: text, Visibility: note.Shared}))(t)
	must(db.Notes.Create(ctx, note.Note{Head: head, Person: stays, Content: "<p>Met an smit, An@X.example</p>"}))(t)
	bill := membershipOf(stays, 2026)
	bill.PersonName, bill.Status = "An Smits", invoice.Paid
	bill.Payments = []invoice.Payment{{ID: 1, Amount: 100, Note: "van An Smit, niet van An Smits"}}
	bill = billed(t, db, bill)
	brother := membershipOf(stays, 2024) // of a namesake
	brother.Trace = &fee.Trace{Family: &fee.TracedFamily{Before: []fee.Sibling{{ID: stays, Name: "An Smit"}}}}
	brother = billed(t, db, brother)
	name := billed(t, db, func() invoice.Invoice { v := membershipOf(stays, 2025); v.PersonName = "An Smit"; return v }())
	to := []mail.Address{{Name: "An Smits", Email: "jan@x.example"}}
	must(db.Mails.Create(ctx, mail.Mail{Head: head, Person: stays, To: to, Subject: "x", Text: text}))(t)
	user := must(db.Users.Create(ctx, account.User{Username: "an", Email: "an@club.example", DisplayName: "An Smit",
		Roles: []access.Role{access.Member}}))(t)
	namesake := record.NewHead(user, "An Smit", at) // who is no person
	item := must(db.Feedback.Create(ctx, feedback.Item{Head: namesake, Title: "x"}))(t)
	signed := must(db.Activities.Create(ctx, activity.Activity{Head: namesake, Person: stays, Content: "x"}))(t)
	counted := must(db.Erasures.Count(ctx, of))(t)
	alike(t, "texts and names", []int{counted[erasure.Texts], counted[erasure.Authored]}, []int{2, 0})
	alike(t, "destroyed", must(db.Erasures.Destroy(ctx, of))(t), counted)
	alike(t, "another author", []string{must(db.Feedback.ByID(ctx, item))(t)[0].AuthorName,
		must(db.Activities.ByID(ctx, signed))(t)[0].AuthorName}, []string{"An Smit", "An Smit"})
	notes := must(db.Notes.ByID(ctx, 1, 2))(t)
	alike(t, "notes", []string{notes[0].Content, notes[1].Content}, []string{text, "<p>Met (gewist), (gewist)</p>"})
	equal(t, "another sibling", must(db.Invoices.ByID(ctx, brother.ID))(t)[0].Trace.Family.Before[0].Name, "An Smit")
	kept := must(db.Invoices.ByID(ctx, bill.ID, name.ID))(t)
	alike(t, "the books", []string{kept[0].PersonName, kept[0].Payments[0].Note, kept[1].PersonName},
		[]string{"An Smits", "van (gewist), niet van An Smits", "An Smit"})
	mailed := must(db.Mails.ByID(ctx, 1))(t)[0]
	alike(t, "a mail", []any{mailed.To, mailed.Text}, []any{to, text})
}

// Databases know the capitals of ASCII alone.
func capitalErasures(t *testing.T, db Database) {
	ctx := t.Context()
	of := erasure.Subject{Words: slices.Concat(erasure.Words("Renée de Vries"), erasure.Words("Şößé Ñáé"))}
	of.Person = create(t, db.People, personNamed("Renée", "de", "Vries"))
	stays := create(t, db.People, personNamed("Jan", "", "Smits"))
	ok(t, db.People.Remove(ctx, of.Person, 1, at, anybody))
	text := must(db.Notes.Create(ctx, note.Note{Head: record.NewHead(1, "Anna", at), Person: stays, Visibility: note.Shared,
		Content: "RENÉE DE VRIES, renée de vries, ŞÖßÉ ÑÁÉ"}))(t)
	equal(t, "texts", must(db.Erasures.Destroy(ctx, of))(t)[erasure.Texts], 1)
	equal(t, "a note", must(db.Notes.ByID(ctx, text))(t)[0].Content, "(gewist), (gewist), (gewist)")
}

// JSON writes some signs otherwise, and databases know the capitals of ASCII alone.
func writtenErasures(t *testing.T, db Database) {
	ctx := t.Context()
	of := erasure.Subject{Emails: []string{"r&d@club.nl", "jörg@club.nl", "ëë@éé.öö"}}
	of.Person = create(t, db.People, personNamed("Jörg", "", "Kok"))
	ok(t, db.People.Remove(ctx, of.Person, 1, at, anybody))
	var ids []int64
	for _, email := range []string{"r&d@club.nl", "R&D@Club.nl", "JÖRG@club.nl", "ËË@éé.öö", "d@club.nl", "bijörg@club.nl"} {
		to := []mail.Address{{Name: "Bo", Email: "bo@club.nl"}, {Name: "Jörg", Email: email}}
		ids = append(ids, must(db.Mails.Create(ctx, mail.Mail{To: to, Subject: "x"}))(t))
	}
	of.Words = erasure.Words(of.Emails[0]) // which does not count as a text what is a mail
	counted := must(db.Erasures.Count(ctx, of))(t)
	alike(t, "counted", counted, erasure.Counts{erasure.Record: 1, erasure.Changes: 1, erasure.Mails: 4})
	found := must(db.Traces.Of(ctx, trace.Subject{Person: of.Person, Emails: of.Emails}))(t)
	alike(t, "in a dossier", found.Mails, ids[:4])
	alike(t, "destroyed", must(db.Erasures.Destroy(ctx, of))(t), counted)
	left := must(db.Mails.ByID(ctx, ids...))(t)
	equal(t, "mails", len(left), 2)
	alike(t, "to others", []string{left[0].To[1].Email, left[1].To[1].Email}, []string{"d@club.nl", "bijörg@club.nl"})
}

// Whose name somebody else has, too, is taken out of no texts.
func numberedErasures(t *testing.T, db Database) {
	ctx := t.Context()
	goes := create(t, db.People, personNamed("An", "", "Smit"))
	stays := create(t, db.People, personNamed("Bo", "", "Smit"))
	ok(t, db.People.Remove(ctx, goes, 1, at, anybody))
	bill := membershipOf(stays, 2026)
	before := []fee.Sibling{{ID: goes, Name: "An Smit"}, {ID: 999, Name: "An Smit"}}
	bill.Trace = &fee.Trace{Family: &fee.TracedFamily{Before: before}}
	bill = billed(t, db, bill)
	equal(t, "texts", must(db.Erasures.Destroy(ctx, erasure.Subject{Person: goes}))(t)[erasure.Texts], 1)
	alike(t, "siblings", must(db.Invoices.ByID(ctx, bill.ID))(t)[0].Trace.Family.Before,
		[]fee.Sibling{{Name: erasure.Gone}, {ID: 999, Name: "An Smit"}})
}

// Whoever was merged into somebody before invoices followed has the number of before in those of brothers and sisters.
func mergedErasures(t *testing.T, db Database) {
	ctx := t.Context()
	ids := three(t, db)
	stays, goes, again := ids[0], ids[1], ids[2]
	sister := create(t, db.People, personNamed("Bo", "", "Een"))
	const destroyed = 777
	for _, from := range []person.ID{goes, again, destroyed} {
		ok(t, db.Duplicates.Merge(ctx, from, stays, 1, at))
	}
	ok(t, db.People.Remove(ctx, goes, 1, at, anybody))
	bill := siblingOf(t, db, sister, fee.Sibling{ID: goes, Name: "Jan Twee", Base: 2000}, fee.Sibling{ID: destroyed, Name: "Jan"},
		fee.Sibling{ID: again, Name: "Jan Drie"}) // who was brought back, and is somebody else
	later := siblingOf(t, db, sister, fee.Sibling{ID: stays, Name: "Jan Een"})
	ok(t, db.People.Remove(ctx, stays, 1, at, anybody))
	of := erasure.Subject{Person: stays}
	counted := must(db.Erasures.Count(ctx, of))(t)
	equal(t, "texts", counted[erasure.Texts], 2)
	alike(t, "destroyed", must(db.Erasures.Destroy(ctx, of))(t), counted)
	kept := must(db.Invoices.ByID(ctx, bill, later))(t)
	alike(t, "siblings", kept[0].Trace.Family.Before,
		[]fee.Sibling{{Name: erasure.Gone, Base: 2000}, {Name: erasure.Gone}, {ID: again, Name: "Jan Drie"}})
	alike(t, "a sibling of later", kept[1].Trace.Family.Before, []fee.Sibling{{Name: erasure.Gone}})
	alike(t, "revisions", []int64{kept[0].Revision, kept[1].Revision}, []int64{2, 2})
}

// A mail to two doubles is about one person once they are one.
func mergedMailErasures(t *testing.T, db Database) {
	ctx := t.Context()
	ids := three(t, db)
	stays, goes, other := ids[0], ids[1], ids[2]
	head := record.NewHead(1, "Anna", at)
	write := func(about ...person.ID) int64 {
		t.Helper()
		return must(db.Mails.Create(ctx, mail.Mail{Head: head, Person: about[0], Along: about[1:], Subject: "x", Text: "x"}))(t)
	}
	gone := []int64{write(stays, goes), write(goes, stays), write(stays)}
	kept := write(stays, goes, other)
	ok(t, db.Duplicates.Merge(ctx, goes, stays, 1, at))
	gone = append(gone, write(stays, stays)) // as Merge once left it
	ok(t, db.People.Remove(ctx, stays, 1, at, anybody))
	of := erasure.Subject{Person: stays}
	counted := must(db.Erasures.Count(ctx, of))(t)
	alike(t, "counted", []int{counted[erasure.Mails], counted[erasure.Together]}, []int{4, 1})
	alike(t, "destroyed", must(db.Erasures.Destroy(ctx, of))(t), counted)
	equal(t, "mails to that person", len(must(db.Mails.ByID(ctx, gone...))(t)), 0)
	left := must(db.Mails.ByID(ctx, kept))(t)[0]
	alike(t, "a mail to another one, too", []any{left.Person, len(left.Along), left.Text}, []any{other, 0, erasure.Gone})
}

// A son was merged into his father by mistake, and brought back.
func restoredErasures(t *testing.T, db Database) {
	ctx := t.Context()
	ids := three(t, db)
	father, son, double := ids[0], ids[1], ids[2]
	restored := func(id person.ID) audit.Entry {
		return audit.New(audit.RecordRestored, audit.Job("x"), at, audit.PersonNumbered(id))
	}
	ok(t, db.Audit.Append(ctx, restored(father), restored(son), restored(double)))
	for _, id := range []person.ID{son, double} {
		ok(t, db.People.Remove(ctx, id, 1, at, anybody))
		ok(t, db.Duplicates.Merge(ctx, id, father, 1, at))
	}
	ok(t, db.People.Restore(ctx, son, 1, at))
	of := erasure.Subject{Person: father}
	equal(t, "lines of the log", must(db.Erasures.Count(ctx, of))(t)[erasure.Log], 2)
	ok(t, db.Duplicates.Merge(ctx, son, father, 1, at)) // as one who was brought back before the number was forgotten
	ok(t, db.People.Remove(ctx, father, 1, at, anybody))
	equal(t, "lines of the log", must(db.Erasures.Destroy(ctx, of))(t)[erasure.Log], 2)
	var left []person.ID
	for _, line := range must(db.Audit.Page(ctx, audit.Query{Limit: 9}))(t).Records {
		left = append(left, line.Object.ID)
	}
	alike(t, "of whom lines are left", left, []person.ID{son})
}

func livingErasures(t *testing.T, db Database) {
	ids := three(t, db)
	for _, id := range append(ids, 999) {
		_, err := db.Erasures.Destroy(t.Context(), erasure.Subject{Person: id})
		isFault(t, "destroyed", err, person.ErrNotRemoved)
	}
	equal(t, "those who are left", view(t, db).Size(), 3)
}

func unpurgedErasures(t *testing.T, db Database) {
	ctx := t.Context()
	ids := three(t, db)
	for _, id := range ids[:2] {
		ok(t, db.People.Remove(ctx, id, 1, at, anybody))
	}
	id := must(db.Erasures.Create(ctx, erasure.New(ids[0], "Jan", erasure.Asked, 1, at)))(t)
	equal(t, "purged", must(db.People.Purge(ctx, at.Add(time.Hour)))(t), 1)
	ok(t, db.Erasures.Update(ctx, id, func(e *erasure.Erasure) error { return e.Withdraw(at) }))
	equal(t, "purged after it was taken back", must(db.People.Purge(ctx, at.Add(time.Hour)))(t), 1)
}

func forgottenBooks(t *testing.T, db Database) {
	ctx := t.Context()
	zone := time.FixedZone("the club's", 3600)
	ids := three(t, db)
	for _, id := range ids {
		v := membershipOf(id, 2026)
		v.Status, v.Lines = invoice.Paid, nil
		bill := billed(t, db, v)
		if id == ids[2] {
			continue
		}
		ok(t, db.Invoices.Update(ctx, bill.ID, func(v *invoice.Invoice) error {
			if id == ids[1] {
				v.Payments = []invoice.Payment{{ID: 1, PaidOn: civil.Date{Year: at.Year() + 1, Month: 1, Day: 2}}}
			}
			v.Erase([]string{"Kerkstraat 1", "1234 AB Ons Dorp"})
			return nil
		}))
	}
	gone, homeless := membershipOf(777, 2026), membershipOf(ids[2], 2027) // nobody is 777 any more
	gone.Status, homeless.Status = invoice.Paid, invoice.Paid
	gone.Payments = []invoice.Payment{{ID: 1, Amount: 1, Note: "contant", PaidOn: civil.On(at, time.UTC)}}
	billed(t, db, gone)
	ok(t, db.Invoices.Update(ctx, billed(t, db, homeless).ID, func(v *invoice.Invoice) error { v.Erase(nil); return nil }))
	equal(t, "too early", must(db.Erasures.ForgetBooks(ctx, at.Year(), zone))(t), 0)
	equal(t, "the year after", must(db.Erasures.ForgetBooks(ctx, at.Year()+1, zone))(t), 3)
	equal(t, "again", must(db.Erasures.ForgetBooks(ctx, at.Year()+1, zone))(t), 0)
	names := []string{}
	for _, v := range must(db.Invoices.ByID(ctx, 1, 2, 3, 4, 5))(t) {
		names = append(names, v.PersonName+" "+strings.Join(v.Addressee, ", "))
		for i := range v.Payments {
			equal(t, "a note", v.Payments[i].Note, "")
		}
	}
	alike(t, "names", names, []string{"(gewist) ", "Jan Kok Kerkstraat 1, 1234 AB Ons Dorp", "Jan Kok ", "(gewist) ", "(gewist) "})
	found := must(db.Invoices.Page(ctx, invoice.Query{Words: []string{"kok"}, Limit: 9}))(t)
	equal(t, "found by the name", found.Total, 2)

	midnight := membershipOf(777, 2028)
	late := time.Date(at.Year(), 12, 31, 23, 30, 0, 0, time.UTC)
	midnight.Status, midnight.Credits = invoice.Paid, []invoice.Credit{{Number: "K", CreatedAt: late}}
	billed(t, db, midnight)
	equal(t, "the year in the zone", must(db.Erasures.ForgetBooks(ctx, at.Year()+1, zone))(t), 0)
	equal(t, "the year in another zone", must(db.Erasures.ForgetBooks(ctx, at.Year()+1, time.UTC))(t), 1)
}
