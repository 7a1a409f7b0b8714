package porttest

import (
	"encoding/json"
	"net/url"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/bulk"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/duplicate"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/savedview"
	"github.com/clubhuis/clubhuis/core/suppression"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/volunteer"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/core/workspace"
)

// What names whom Planted makes, and nobody else.
const (
	PlantedName  = "Wilhelmina Zeldzaam-Zeegers"
	PlantedEmail = "w.zeegers@zeldzaam.example"
	PlantedPhone = "+31612345678"
)

// planter makes everything that can be about somebody.
type planter struct {
	testing.TB
	db              Database
	of, other, user int64
	head, own       record.Head
	before          record.Head // of the account that the person had before
}

// Planted makes somebody with everything that can be about a person, in a database of nobody, and returns what erases it.
func Planted(t testing.TB, db Database) erasure.Subject {
	t.Helper()
	p := planter{TB: t, db: db}
	p.people()
	p.timeline()
	p.books()
	p.rest()
	p.signed()
	p.unlinked()
	p.reported()
	p.club()
	words := append(erasure.Words(PlantedName), erasure.Words(PlantedEmail)...)
	return erasure.Subject{Person: p.of, User: p.user, Name: PlantedName, Words: words, Emails: []string{PlantedEmail},
		Phones: []string{erasure.Digits(PlantedPhone)}, Address: []string{"Kerkstraat 1", "1234 AB Ons Dorp"}}
}

func (p *planter) people() {
	ctx, db := p.Context(), p.db
	p.other = create(p, db.People, personNamed("Bo", "", "Kok"))
	planted := personNamed("Wilhelmina", "", "Zeldzaam-Zeegers")
	planted.Contacts = []person.Contact{{Type: person.Email, Value: PlantedEmail}}
	planted.Relations = []person.Relation{{To: p.other, Type: relation.Sibling}}
	p.of = create(p, db.People, planted)
	ok(p, update(ctx, db.People, p.of, func(of *person.Person) error { of.Pronouns = "zij"; return nil }))
	ok(p, update(ctx, db.People, p.of, func(of *person.Person) error { of.Name.Nick = "Mien"; return nil }))
	clerk := must(db.Users.Create(ctx, account.User{Username: "anna", Email: "anna@club.example", DisplayName: "Anna",
		Roles: []access.Role{access.Member}}))(p)
	p.user = must(db.Users.Create(ctx, account.User{Username: "mien", Email: PlantedEmail, DisplayName: PlantedName, Person: p.of,
		Roles: []access.Role{access.Member}}))(p)
	p.head, p.own = record.NewHead(clerk, "Anna", at), record.NewHead(p.user, PlantedName, at)
	p.before = record.NewHead(noUser, PlantedName, at)
}

func (p *planter) timeline() {
	ctx, db := p.Context(), p.db
	text := "<p>Samen met " + PlantedName + ", zegt " + PlantedEmail + "</p>"
	must(db.Activities.Create(ctx, activity.Activity{Head: p.head, Person: p.of, Content: text}))(p)
	must(db.Activities.Create(ctx, activity.Activity{Head: p.head, Person: p.other, Content: "x",
		Participants: []int64{9, p.of}}))(p)
	must(db.Notes.Create(ctx, note.Note{Head: p.head, Person: p.of, Content: text, Visibility: note.Shared}))(p)
	must(db.Notes.Create(ctx, note.Note{Head: p.head, Person: p.of, Content: text, Visibility: note.Private}))(p)
	must(db.Notes.Create(ctx, note.Note{Head: p.own, Person: p.other, Content: text, Visibility: note.Shared}))(p)
	must(db.Tasks.Create(ctx, task.Task{Head: p.own, Content: "x", People: []int64{p.of}, Assignee: p.user,
		AssigneeName: PlantedName}))(p)
	must(db.Tasks.Create(ctx, task.Task{Head: p.head, Content: text, Notes: text, People: []int64{p.other, p.of}}))(p)
	to := []mail.Address{{Name: PlantedName, Email: PlantedEmail}}
	must(db.Mails.Create(ctx, mail.Mail{Head: p.head, Person: p.of, Along: []int64{p.other}, To: to, Subject: text, Text: text}))(p)
	must(db.Mails.Create(ctx, mail.Mail{Head: p.head, Person: p.of, To: to, Subject: PlantedName, Text: text}))(p)
	must(db.Mails.Create(ctx, mail.Mail{Kind: "password-reset", To: to, Text: text}))(p)
	must(db.Mails.Create(ctx, mail.Mail{Head: p.own, Person: p.other, ReplyTo: to[0], Subject: "x", Text: text}))(p)
	_, _, err := db.Messages.Keep(ctx, message.Message{Author: p.user, AuthorName: PlantedName, ReplyTo: to[0], Created: at,
		Subject: PlantedName, Content: text, Without: []int64{p.of},
		Waiting: []addressee.Reached{{Value: PlantedEmail, Name: PlantedName}}}, at.Add(-time.Hour), 9)
	ok(p, err)
	lone, _, err := db.Messages.Keep(ctx, message.Message{Author: p.head.Author, AuthorName: "Anna", ReplyTo: to[0], Created: at,
		Request: "2", Subject: "Je schorsing", Content: "Beste Mien", People: 1}, at.Add(-time.Hour), 9)
	ok(p, err)
	must(db.Mails.Create(ctx, mail.Mail{Head: p.head, Person: p.of, Message: lone.ID, To: to, Subject: lone.Subject}))(p)
	must(db.Cases.Create(ctx, discipline.Case{Head: p.head, Dossier: "T1", Person: p.of, Sanction: text}))(p)
	assigned := []volunteer.Assignment{{Person: p.other, By: 1, At: civil.Instant(at)}, {Person: p.of, By: 1, At: civil.Instant(at)}}
	must(db.Shifts.Create(ctx, volunteer.Shift{Head: p.own, Title: "Bar van " + PlantedName,
		Date: civil.Date{Year: 2026, Month: 1, Day: 2}, Start: "10:00", End: "12:00", Capacity: 3, Assignments: assigned}))(p)
}

func (p *planter) books() {
	db := p.db
	draft := invoiceFor(p.of)
	draft.PersonName = PlantedName
	billed(p, db, draft)
	sent := membershipOf(p.of, 2026)
	sent.PersonName, sent.Status, sent.TokenDigest, sent.TokenSealed = PlantedName, invoice.Paid, "digest", "sealed"
	sent.Trace = new(fee.Trace)
	sent.Payments = []invoice.Payment{{ID: 1, Amount: 2000, Note: "van " + PlantedName, BookedBy: "Anna"}}
	sent.Credits = []invoice.Credit{{Number: "K2026-001", Lines: []invoice.Line{{Amount: 500}}, CreatedAt: civil.Instant(at)}}
	billed(p, db, sent)
	another := invoiceFor(p.other)
	another.Payments = []invoice.Payment{{ID: 1, Amount: 2500, BookedBy: PlantedName}}
	billed(p, db, another)
	sibling := membershipOf(p.other, 2026)
	before := []fee.Sibling{{ID: p.of, Name: PlantedName, Base: 2000}}
	sibling.Trace = &fee.Trace{Family: &fee.TracedFamily{Position: 2, Before: before}}
	billed(p, db, sibling)
}

func (p *planter) rest() {
	ctx, db := p.Context(), p.db
	ok(p, db.Favorites.Set(ctx, p.user, account.Favorite{Kind: account.FavoritePerson, ID: p.of}, true))
	ok(p, db.Shares.Set(ctx, access.People, p.of, p.user, access.ToEdit))
	photo := must(db.Media.Create(ctx, media.Media{Author: 1, Person: p.of, Created: at, Name: "mien.jpg", Folder: "mien"}))(p)
	ok(p, db.Media.Update(ctx, photo, func(m *media.Media) error { m.State = media.Ready; return nil }))
	ok(p, db.Looks.Keep(ctx, person.Look{LookKey: person.LookKey{Person: p.of, By: p.user, Day: lookDay}, ByName: PlantedName,
		Opened: at}))
	by := audit.Actor{User: p.user, Name: PlantedName,
		Entrance: access.Entrance{Way: access.ByApplicationPassword, Name: "Mien", Address: "10.0.0.1"}}
	ok(p, db.Audit.Append(ctx, audit.New(audit.RecordRestored, by, at, audit.PersonNumbered(p.of)),
		audit.New(audit.RecordRestored, by, at, audit.PersonNumbered(7777)), // who became one with the person
		audit.New(audit.UserCreated, audit.Job("x"), at, audit.Object{Noun: audit.User, ID: p.user, Name: PlantedName}).
			With(audit.Values{"email": PlantedEmail}),
		audit.New(audit.SettingsChanged, by, at, audit.Object{Noun: audit.Settings, Name: "mail"}).
			With(audit.Values{"sender": PlantedName})))
	file := newImportOf(p, db)
	planted := peoplefile.Result{Row: peoplefile.Row{Number: 2}, Person: p.of, Name: PlantedName}
	ok(p, db.Imports.KeepRows(ctx, file, []peoplefile.Result{planted}, nil))
	ok(p, db.Duplicates.Dismiss(ctx, duplicate.NewPair(p.of, p.other), 1, at))
	ok(p, db.Duplicates.Merge(ctx, 7777, p.of, 1, at))
	_, err := db.Suppressions.Change(ctx, PlantedEmail, func(s *suppression.Suppression) error { s.Blocked = true; return nil })
	ok(p, err)
	w := must(db.Workspaces.Create(ctx, workspace.Workspace{Head: p.head, Name: "Jeugd"}))(p)
	must(db.Invites.Create(ctx, workspace.Invite{Workspace: w, Digest: "a", Email: PlantedEmail, Role: workspace.Member, By: p.user,
		ByName: PlantedName, Made: at}))(p)
	item := must(db.Feedback.Create(ctx, feedback.Item{Head: p.own, Title: "Mail van " + PlantedName, Content: PlantedEmail}))(p)
	must(db.Feedback.Comment(ctx, feedback.Comment{Item: item, Author: p.user, AuthorName: PlantedName, Content: PlantedName,
		Created: at}))(p)
}

// signed makes what has the name of the user inside.
func (p *planter) signed() {
	ctx, db := p.Context(), p.db
	file := anImport("x.csv")
	file.User, file.UserName = p.user, PlantedName
	must(db.Imports.Create(ctx, file, nil))(p)
	proposal := must(db.LeaverProposals.Propose(ctx, proposalOf(), nil))(p)
	ok(p, db.LeaverProposals.Update(ctx, proposal, func(of *leaver.Proposal) error { return of.Stop(p.user, PlantedName, at) }))
	must(db.LeaverRules.Change(ctx, func(rules *leaver.Settings) error {
		return rules.Keep(leaver.Exemption{Person: p.other, Reason: "Erelid", User: p.user, By: PlantedName})
	}))(p)
	must(db.BulkJob.Change(ctx, func(job *bulk.Job) error {
		*job = bulk.Job{Number: 1, Status: bulk.Done, User: p.user, UserName: PlantedName,
			Errors: []bulk.Problem{{Person: p.of, Name: PlantedName, Message: "x"}, {Person: p.other, Name: "Bo Kok", Message: "x"}}}
		return nil
	}))(p)
}

// reported makes feedback whose texts say nothing of the person: the page where it was reported does, and its branch.
func (p *planter) reported() {
	ctx, db := p.Context(), p.db
	for _, item := range []feedback.Item{
		{Address: "https://club.example/leden?q=" + url.QueryEscape(PlantedName) + "&page=2"},
		{Address: "https://club.example/mails?to=" + url.QueryEscape(PlantedEmail)},
		{Address: "https://club.example/leden/" + url.PathEscape(PlantedName)},
		{Branch: "feedback/7-foto-van-wilhelmina-zeldzaam-zeegers-is-weg"},
	} {
		item.Head, item.Title = p.head, "x"
		must(db.Feedback.Create(ctx, item))(p)
	}
}

// club makes a team, a committee, a workspace and a shift of which is told who the person is.
func (p *planter) club() {
	ctx, db := p.Context(), p.db
	text := "<p>Vraag " + PlantedName + ", " + PlantedEmail + "</p>"
	team, committee := groupNamed(work.Team, "JO9-1"), groupNamed(work.Committee, "Bar")
	team.Content = text
	team.Contacts = []person.Contact{{Type: "phone", Label: "Bar", Value: "010-1234567"},
		{Type: "phone", Label: "Bel " + PlantedName, Value: "010-7654321"}, {Type: person.Email, Value: PlantedEmail},
		{Type: "phone", Label: "Mien", Value: "06 123 456 78"}}
	committee.Website = "https://club.example/" + PlantedEmail
	committee.Extra = acf.Extra{"x": json.RawMessage(`{"by":["` + PlantedName + `",1]}`)}
	must(db.Groups.Create(ctx, team))(p)
	ok(p, db.Groups.Remove(ctx, must(db.Groups.Create(ctx, team))(p), at))
	must(db.Groups.Create(ctx, committee))(p)
	must(db.Workspaces.Create(ctx, workspace.Workspace{Head: p.own, Name: "Senioren", Description: "Van " + PlantedName}))(p)
	must(db.SavedViews.Change(ctx, p.head.Author, func(list *savedview.List) error {
		for _, v := range []savedview.View{
			{Name: PlantedName, Roles: []access.Role{access.Board}},
			{Name: "Wie", Filter: json.RawMessage(`{"search":"wilhelmina zeldzaam-zeegers","team":3}`)},
			{Name: "Post", Filter: json.RawMessage(`{"of":["` + PlantedEmail + `"]}`)}, {Name: "Vrijwilligers"},
		} {
			if _, err := list.Add(v); err != nil {
				return err
			}
		}
		return nil
	}))(p)
	must(db.Shifts.Create(ctx, volunteer.Shift{Head: p.head, Title: "Met " + PlantedName, Place: "Bij " + PlantedEmail,
		Date: civil.Date{Year: 2026, Month: 1, Day: 2}, Start: "10:00", End: "12:00", Capacity: 3}))(p)
}

// noUser is the number of a user who is no more.
const noUser = 4242

// unlinked makes what the person made with another account, which is no more: the name beside the number is all that is left.
func (p *planter) unlinked() {
	ctx, db := p.Context(), p.db
	must(db.Notes.Create(ctx, note.Note{Head: p.before, Person: p.other, Content: "x", Visibility: note.Shared}))(p)
	nobodys := record.NewHead(0, PlantedName, at) // of the application before
	must(db.Activities.Create(ctx, activity.Activity{Head: nobodys, Person: p.other, Content: "x"}))(p)
	must(db.Tasks.Create(ctx, task.Task{Head: p.before, Content: "x", People: []int64{p.other}, Assignee: noUser,
		AssigneeName: PlantedName}))(p)
	ok(p, db.Looks.Keep(ctx, person.Look{LookKey: person.LookKey{Person: p.other, By: noUser, Day: lookDay}, ByName: PlantedName,
		Opened: at}))
	by := audit.Actor{User: noUser, Name: PlantedName,
		Entrance: access.Entrance{Way: access.ByApplicationPassword, Name: "Mien Zeldzaam", Address: "10.0.0.1"}}
	ok(p, db.Audit.Append(ctx, audit.New(audit.RecordRestored, by, at, audit.PersonNumbered(p.other))))
	handed := p.head // to who inherited it
	handed.AuthorName = PlantedName
	item := must(db.Feedback.Create(ctx, feedback.Item{Head: handed, Title: "x"}))(p)
	must(db.Feedback.Comment(ctx, feedback.Comment{Item: item, Author: noUser, AuthorName: PlantedName, Content: "x",
		Created: at}))(p)
	file := anImport("y.csv")
	file.User, file.UserName = noUser, PlantedName
	must(db.Imports.Create(ctx, file, nil))(p)
}

func newImportOf(t testing.TB, db Database) int64 {
	t.Helper()
	rows := []peoplefile.Row{{Number: 2, Cells: []string{PlantedName}}}
	return must(db.Imports.Create(t.Context(), anImport("leden.csv"), rows))(t)
}
