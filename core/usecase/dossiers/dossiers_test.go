package dossiers_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/bulk"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/duplicate"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/savedview"
	"github.com/clubhuis/clubhuis/core/suppression"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/usecase/dossiers"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

var at = time.Date(2026, 6, 15, 12, 30, 0, 0, time.UTC)

// secret stands in every place where stores keep one.
const secret = "Zeer-Geheim"

const mine, shared = "mien@club.example", "thuis@club.example"

// club is one with Mien, who is person 1 and user 2, and Bo, who is person 2. User 1 is the administrator.
type club struct {
	*testing.T
	ports.Stores
	service *dossiers.Service
	admin   access.Viewer
}

func (c *club) ok(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

func must[T any](value T, err error) func(*club) T {
	return func(c *club) T { c.Helper(); c.ok(err); return value }
}

func newClub(t *testing.T) *club {
	t.Helper()
	s := inmem.Open().Stores()
	c := &club{T: t, Stores: s, admin: access.Viewer{User: 1, Name: "Beheer", Roles: []access.Role{access.Administrator}}}
	c.service = &dossiers.Service{
		Directory: s.Directory, Users: s.Users, Timeline: s.Timeline, Activities: s.Activities, Notes: s.Notes, Tasks: s.Tasks,
		Texts: s.Mails, Changes: s.PersonChanges, Looks: s.Looks, Audit: s.Audit, Invoices: s.Invoices, Cases: s.Cases,
		Shifts: s.ShiftLists, Functions: s.MemberFunctions, Erasures: s.Erasures, Traces: s.Traces, Imports: s.Imports,
		Doubles: s.Duplicates, Blocked: s.Suppressions, Media: s.Media, Sessions: s.Sessions, Passwords: s.Passwords,
		Tokens: s.UserTokens, Views: s.SavedViews, Recents: s.Recents, Messages: s.Messages, Feedback: s.Feedback,
		Now: func() time.Time { return at }, Zone: time.UTC, Looked: func(access.Viewer, bool, ...person.ID) {},
	}
	named := func(first string, emails ...string) person.Person {
		p := person.New(1, at)
		p.Name = person.Name{First: first, Last: "Kok"}
		for _, email := range emails {
			p.Contacts = append(p.Contacts, person.Contact{Type: person.Email, Value: email})
		}
		return p
	}
	must(s.People.Create(t.Context(), named("Mien", mine, shared), named("Bo", shared)))(c)
	for _, u := range []account.User{
		{Username: "beheer", Email: "beheer@club.example", DisplayName: "Beheer", Roles: c.admin.Roles},
		{Username: "mien", Email: mine, DisplayName: "Mien", Person: 1, Roles: []access.Role{access.Member}, PasswordHash: secret,
			Factor: account.Factor{Secret: secret, Since: at, Recovery: []account.Digest{secret}, Passkeys: []account.Passkey{
				{ID: secret, Name: "Telefoon", Credential: []byte(secret), Key: []byte(secret), Made: at}}},
			Preferences: account.Preferences{Notifications: account.Notifications{Time: "07:30"}}},
	} {
		must(s.Users.Create(t.Context(), u))(c)
	}
	return c
}

// files are those of the dossier of a person, read, and with their texts.
func (c *club) files(id person.ID) (files map[string]any, texts map[string]string) {
	c.Helper()
	d := must(c.service.Of(c.Context(), c.admin, id))(c)
	files, texts = map[string]any{}, map[string]string{}
	for _, file := range d.Files {
		texts[file.Name] = string(file.Data)
		if strings.HasSuffix(file.Name, ".json") {
			var value any
			c.ok(json.Unmarshal(file.Data, &value))
			files[file.Name] = value
		}
	}
	return files, texts
}

// has checks a value in what was read: a text is the name of a member, a number the place in a list.
func (c *club) has(in, want any, path ...any) {
	c.Helper()
	for _, step := range path {
		switch step := step.(type) {
		case string:
			in = in.(map[string]any)[step]
		case int:
			if list, is := in.([]any); !is || len(list) <= step {
				c.Fatalf("%v: %v is not there", path, step)
			}
			in = in.([]any)[step]
		}
	}
	if list, is := in.([]any); is {
		if n, counted := want.(int); counted && len(list) == n {
			return
		}
	}
	if n, is := want.(int); is {
		want = float64(n)
	}
	if !reflect.DeepEqual(in, want) {
		c.Errorf("%v: got %v, want %v", path, in, want)
	}
}

func TestTheAccountIsToldWithoutItsSecrets(t *testing.T) {
	t.Parallel()
	c, ctx := newClub(t), t.Context()
	c.ok(c.Sessions.Create(ctx, account.Session{ID: secret, Digest: secret, User: 2, Created: at, LastSeen: at, Address: "10.0.0.7",
		UserAgent: "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0"}))
	c.ok(c.Passwords.Create(ctx, account.ApplicationPassword{UUID: secret, User: 2, Name: "Agenda op het werk", Digest: secret,
		Until: civil.Date{Year: 2027, Month: 1, Day: 2}, ReadOnly: true, Created: at, LastUsed: at, LastIP: "10.0.0.8"}))
	link := account.Token{User: 2, Kind: account.ForCalendars, Digest: secret, Sealed: secret, Made: at}
	must(c.UserTokens.Keep(ctx, link, false))(c)
	must(c.SavedViews.Change(ctx, 2, func(l *savedview.List) error {
		l.Views = []savedview.View{{ID: 1, Name: "Keepers", Filter: json.RawMessage("{}")}}
		return nil
	}))(c)
	c.ok(c.Recents.Open(ctx, 2, 2))
	c.ok(c.Favorites.Set(ctx, 2, account.Favorite{Kind: account.FavoritePerson, ID: 2}, true))
	c.ok(c.Shares.Set(ctx, access.People, 2, 2, access.ToEdit))
	w := workspace.New(2, "Mien", at)
	w.Name = "Jeugd"
	must(c.Workspaces.Create(ctx, w))(c)

	files, texts := c.files(1)
	told := files["account.json"]
	c.has(told, "mien", "login")
	c.has(told, "07:30", "preferences", "notifications", "time")
	c.has(told, true, "second_factor", "app")
	c.has(told, "2026-06-15 12:30:00", "second_factor", "app_since")
	c.has(told, 1, "second_factor", "recovery_codes_left")
	c.has(told, "Telefoon", "second_factor", "passkeys", 0, "name")
	c.has(told, "Firefox op Windows", "sessions", 0, "device")
	c.has(told, "10.0.0.7", "sessions", 0, "address")
	c.has(told, map[string]any{"name": "Agenda op het werk", "made": "2026-06-15 12:30:00", "until": "2027-01-02", "read_only": true,
		"last_used": "2026-06-15 12:30:00", "last_address": "10.0.0.8"}, "application_passwords", 0)
	c.has(told, "2026-06-15 12:30:00", "calendar_link_made")
	c.has(told, "Keepers", "saved_views", 0, "name")
	c.has(told, "Bo Kok", "last_opened", 0, "name")
	c.has(told, map[string]any{"kind": "people", "number": 2.0, "name": "Bo Kok"}, "favorites", 0)
	c.has(told, "edit", "shared_with", 0, "permission")
	c.has(told, "owner", "workspaces", 0, "role")
	for name, text := range texts {
		for _, hidden := range []string{secret, "WmVlci1HZWhlaW0", "(hidden)"} { // the second one is the secret as JSON has bytes
			if strings.Contains(text, hidden) {
				t.Errorf("%s holds %s", name, hidden)
			}
		}
	}
	files, _ = c.files(2)
	c.has(files["account.json"], nil)
	c.has(files["overig.json"], 1, "favorite_of")
	c.has(files["overig.json"], 1, "last_opened_by")
	c.has(files["overig.json"], map[string]any{"name": "Mien", "permission": "edit"}, "shared_with", 0)
}

func TestTheLogTellsWhatThePersonDidAndWhatHappenedToTheAccount(t *testing.T) {
	t.Parallel()
	c, ctx := newClub(t), t.Context()
	by := func(user int64, name, address string) audit.Actor {
		return audit.Actor{User: user, Name: name, Entrance: access.Entrance{Way: access.BySession, Address: address}}
	}
	account2 := audit.Object{Noun: audit.User, ID: 2, Name: "Mien"}
	account9 := audit.Object{Noun: audit.User, ID: 9, Name: "Een ander"}
	c.ok(c.Duplicates.Merge(ctx, 77, 1, 1, at))
	c.ok(c.Audit.Append(ctx,
		audit.New(audit.RecordVouched, by(1, "Beheer", "10.0.0.1"), at, audit.PersonNumbered(77)).Naming("city"),
		audit.New(audit.SignInFailed, audit.Visitor("10.0.0.2"), at, account2),
		audit.New(audit.SignedIn, by(2, "Mien", "10.0.0.3"), at, account2),
		audit.New(audit.RolesChanged, by(1, "Beheer", "10.0.0.1"), at, account2).With(audit.Values{"roles": []string{"lid"}}),
		audit.New(audit.UserBlocked, by(2, "Mien", "10.0.0.3"), at, account9).With(audit.Values{"name": "Een ander"}),
		audit.New(audit.UserBlocked, by(1, "Beheer", "10.0.0.1"), at, account9),
	))
	files, texts := c.files(1)
	log := files["logboek.json"]
	c.has(log, 5)
	for i, want := range []struct {
		kind    audit.Kind
		address any
	}{
		{audit.UserBlocked, "10.0.0.3"}, {audit.RolesChanged, nil}, {audit.SignedIn, "10.0.0.3"}, {audit.SignInFailed, "10.0.0.2"},
		{audit.RecordVouched, nil},
	} {
		c.has(log, string(want.kind), i, "kind")
		c.has(log, want.address, i, "address")
	}
	c.has(log, "user:9", 0, "about")
	c.has(log, []any{"lid"}, 1, "after", "roles")
	if strings.Contains(texts["logboek.json"], "Een ander") {
		t.Errorf("the log names another one: %s", texts["logboek.json"])
	}
	c.has(files["overig.json"], []any{77.0}, "merged")
}

func TestWhatThePersonWroteAndWhereElseThePersonStands(t *testing.T) {
	t.Parallel()
	c, ctx := newClub(t), t.Context()
	own, other := record.NewHead(2, "Mien", at), record.NewHead(1, "Beheer", at)
	for _, a := range []activity.Activity{
		{Head: other, Person: 1, Content: "Aan de telefoon", Time: "19:45", Participants: []int64{2}},
		{Head: own, Person: 2, Content: "Koffie", Participants: []int64{1}},
	} {
		must(c.Activities.Create(ctx, a))(c)
	}
	for _, n := range []note.Note{
		{Head: own, Person: 2, Content: "Voor iedereen", Visibility: note.Shared},
		{Head: own, Person: 2, Content: "Alleen voor Mien", Visibility: note.Private},
		{Head: record.NewHead(7, "Jan", at), Person: 1, Content: "Alleen voor Jan", Visibility: note.Private},
		{Head: other, Person: 1, Content: "Alleen voor Beheer", Visibility: note.Private},
		{Head: own, Person: 1, Content: "Alleen voor Mien, over Mien", Visibility: note.Private},
	} {
		must(c.Notes.Create(ctx, n))(c)
	}
	for _, v := range []task.Task{
		{Head: other, Content: "Bellen", People: []int64{1}, Assignee: 2, AssigneeName: "Mien"},
		{Head: own, Content: "Taak van Mien", People: []int64{2}},
		{Head: own, Content: "Taak van Mien over Mien", People: []int64{1}},
		{Head: own, Content: "Taak van Mien voor Beheer", People: []int64{1}, Assignee: 1, AssigneeName: "Beheer"},
		{Head: other, Content: "Taak van Beheer", People: []int64{1}},
		{Head: other, Content: "Taak van Beheer voor Jan", People: []int64{1}, Assignee: 7, AssigneeName: "Jan"},
		{Head: record.NewHead(7, "Jan", at), Content: "Taak van Jan voor Beheer", People: []int64{1}, Assignee: 1},
	} {
		must(c.Tasks.Create(ctx, v))(c)
	}
	must(c.Mails.Create(ctx, mail.Mail{Kind: account.MailNewSignIn, To: []mail.Address{{Email: mine}}, Subject: "Nieuw apparaat",
		Text: "Tekst van de mail", Sealed: secret}))(c)
	_, _, err := c.Messages.Keep(ctx, message.Message{Author: 2, AuthorName: "Mien", Created: at, Subject: "Zaterdag",
		Content: "Kom op tijd", Attachments: []mail.Attachment{{Name: "x", Data: []byte(secret)}}}, at, 9)
	c.ok(err)
	item := must(c.Feedback.Create(ctx, feedback.Item{Head: own, Title: "Knop doet niets", Type: feedback.Bug}))(c)
	must(c.Feedback.Comment(ctx, feedback.Comment{Item: item, Author: 2, Content: "Nog steeds", Created: at}))(c)
	file := must(c.Imports.Create(ctx, peoplefile.Import{File: "leden.csv", UserName: "Beheer", Made: at,
		Columns: []peoplefile.Column{{Heading: "Naam"}}}, []peoplefile.Row{{Number: 2, Cells: []string{"Mien Kok"}}}))(c)
	c.ok(c.Imports.KeepRows(ctx, file, []peoplefile.Result{
		{Row: peoplefile.Row{Number: 2}, Person: 1, Outcome: peoplefile.Changed},
	}, nil))
	for _, address := range []string{shared, "vreemd@club.example"} {
		must(c.Suppressions.Change(ctx, address, func(s *suppression.Suppression) error { s.Blocked = true; return nil }))(c)
	}
	c.ok(c.Duplicates.Dismiss(ctx, duplicate.NewPair(1, 2), 1, at))
	w := must(c.Workspaces.Create(ctx, workspace.New(1, "Beheer", at)))(c)
	for _, email := range []string{mine, shared} { // the second one may be for Bo
		must(c.Invites.Create(ctx, workspace.Invite{Workspace: w, Email: email, Digest: account.DigestOf(email), By: 1, Made: at}))(c)
	}
	gone := must(c.Erasures.Create(ctx, erasure.New(1, "Mien Kok", erasure.Asked, 1, at)))(c)
	c.ok(c.Erasures.Update(ctx, gone, func(e *erasure.Erasure) error { return e.Withdraw(at) }))

	files, texts := c.files(1)
	line := files["tijdlijn.json"]
	c.has(line, 3)
	c.has(line, "19:45", 0, "time")
	c.has(line, []any{"Bo Kok"}, 0, "participants")
	c.has(line, "Bo Kok", 1, "about")
	c.has(line, "Mien", 2, "assignee")
	c.has(files["mails.json"], "Nieuw apparaat", 0, "subject")
	wrote := files["geschreven.json"]
	c.has(wrote, "Koffie", "activities", 0, "content")
	c.has(wrote, 1, "notes")
	c.has(wrote, "Zaterdag", "messages", 0, "subject")
	c.has(wrote, "Knop doet niets", "feedback", 0, "title")
	c.has(wrote, "Nog steeds", "feedback_comments", 0, "content")
	rest := files["overig.json"]
	c.has(rest, "leden.csv", "imports", 0, "file")
	c.has(rest, []any{map[string]any{"column": "Naam", "value": "Mien Kok"}}, "imports", 0, "cells")
	c.has(rest, 1, "undeliverable")
	c.has(rest, shared, "undeliverable", 0, "address")
	c.has(rest, []any{2.0}, "not_the_same_as")
	c.has(rest, 1, "invites")
	c.has(rest, mine, "invites", 0, "to")
	c.has(rest, "withdrawn", "erasures", 0, "state")
	for name, text := range texts {
		for _, hidden := range []string{secret, "Alleen voor", "Taak van", "Tekst van de mail", string(account.DigestOf(mine))} {
			if strings.Contains(text, hidden) {
				t.Errorf("%s holds %s", name, hidden)
			}
		}
	}
}

// What the books keep of somebody is told, and so is why there is nothing in them.
func TestInvoicesAreToldWithTheirInstalmentsAndWhyThereWasNone(t *testing.T) {
	c := newClub(t)
	first, second := civil.Date{Year: 2026, Month: time.May, Day: 1}, civil.Date{Year: 2026, Month: time.July, Day: 1}
	must(c.Invoices.Create(t.Context(), invoice.Invoice{
		Kind: invoice.Membership, Season: 2025, Person: 1, PersonName: "Mien de Wit",
		Addressee: []string{"Dorpsstraat 1", "1234 AB Assen"},
		Status:    invoice.Sent, SentOn: first, Lines: []invoice.Line{{Description: "Contributie", Amount: 10000}},
		Plan: invoice.Quarterly, Installments: []invoice.Installment{
			{Amount: 6000, AdminFee: 50, DueOn: first, PaidAt: at}, {Amount: 4000, AdminFee: 50, DueOn: second},
		},
		Payments: []invoice.Payment{{ID: 1, Amount: 6050, PaidOn: first}}, LastPayment: 1,
	}, 2026))(c)
	must(c.BulkJob.Change(t.Context(), func(j *bulk.Job) error {
		*j = bulk.Job{Number: 1, Status: bulk.Done, Season: 2025, StartedAt: at, FinishedAt: at, Errors: []bulk.Problem{
			{Person: 2, Name: "Bo Kok", Message: "Er is geen tarief."},
		}}
		return nil
	}))(c)
	files, texts := c.files(1)
	bill := files["facturen.json"].([]any)[0]
	c.has(bill, "Mien de Wit", "name")
	c.has(bill, []any{"Dorpsstraat 1", "1234 AB Assen"}, "address")
	c.has(bill, map[string]any{
		"number": 1.0, "amount": 60.0, "admin_fee": 0.5, "due": "2026-05-01", "status": "paid", "paid": "2026-06-15 12:30:00",
	}, "installments", 0)
	c.has(bill, map[string]any{
		"number": 2.0, "amount": 40.0, "admin_fee": 0.5, "due": "2026-07-01", "status": "pending", "paid": "",
	}, "installments", 1)
	if strings.Contains(texts["overig.json"], "not_billed") || strings.Contains(texts["overig.json"], "tarief") {
		t.Errorf("of somebody who was billed: %s", texts["overig.json"])
	}
	files, _ = c.files(2)
	c.has(files["overig.json"], map[string]any{"season": "2025-2026", "reason": "Er is geen tarief."}, "not_billed")
}

func TestADossierDoesNotDependOnWhoAsksForIt(t *testing.T) {
	t.Parallel()
	c, ctx := newClub(t), t.Context()
	for author := range int64(4) { // 0 is the program
		head := record.NewHead(author, "Iemand", at)
		must(c.Notes.Create(ctx, note.Note{Head: head, Person: 2, Content: "Notitie", Visibility: note.Private}))(c)
		must(c.Tasks.Create(ctx, task.Task{Head: head, Content: "Taak", People: []int64{2}}))(c)
		must(c.Tasks.Create(ctx, task.Task{Head: head, Content: "Taak", People: []int64{1}, Assignee: 2, AssigneeName: "Mien"}))(c)
	}
	for person, entries := range map[int64]int{1: 3, 2: 0} { // to Mien came three tasks of others; Bo has no account
		for user := range int64(4) {
			c.admin.User = user + 1
			files, _ := c.files(person)
			c.has(files["tijdlijn.json"], entries)
		}
	}
}

func TestWhatWentToAnAddressOfSomebodyElseIsNotTold(t *testing.T) {
	t.Parallel()
	const login, bills = "coach@club.example", "boek@club.example"
	c, ctx := newClub(t), t.Context()
	c.ok(c.People.Update(ctx, []person.ID{1, 2}, func(people map[person.ID]*person.Person) error {
		for _, email := range []string{login, bills} {
			people[1].Contacts = append(people[1].Contacts, person.Contact{Type: person.Email, Value: email})
		}
		people[2].Extra = acf.Extra{"factuur-email": json.RawMessage(`"` + bills + `"`)}
		return nil
	}))
	coach := account.User{Username: "coach", Email: login, DisplayName: "Coach", Roles: []access.Role{access.Member}}
	must(c.Users.Create(ctx, coach))(c)
	w := must(c.Workspaces.Create(ctx, workspace.New(1, "Beheer", at)))(c)
	for _, email := range []string{mine, login, bills} {
		sent := mail.Mail{Kind: account.MailNewSignIn, To: []mail.Address{{Email: email}}, Subject: "Aan " + email}
		must(c.Mails.Create(ctx, sent))(c)
		must(c.Invites.Create(ctx, workspace.Invite{Workspace: w, Email: email, Digest: account.DigestOf(email), By: 1, Made: at}))(c)
	}
	files, _ := c.files(1)
	c.has(files["mails.json"], 1)
	c.has(files["mails.json"], "Aan "+mine, 0, "subject")
	c.has(files["overig.json"], 1, "invites")
	c.has(files["overig.json"], mine, "invites", 0, "to")
}

func TestOnlyAdministratorsGetADossier(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	_, err := c.service.Of(t.Context(), access.Viewer{User: 2, Roles: []access.Role{access.Member}}, 1)
	if err == nil {
		t.Error("a member got one")
	}
	if _, err := c.service.Of(t.Context(), c.admin, 99); !errors.Is(err, person.ErrAbsent) {
		t.Errorf("of nobody: %v", err)
	}
}

func TestALostPhotoKeepsNobodyFromADossier(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.service.Files = new(inmem.Files)
	picture := must(c.Media.Create(t.Context(), media.Media{Author: 1, Person: 1, Created: at}))(c)
	c.ok(c.Media.Update(t.Context(), picture, func(m *media.Media) error { m.State = media.Ready; return nil }))
	c.ok(c.People.Update(t.Context(), []person.ID{1}, func(people map[person.ID]*person.Person) error {
		people[1].Photo = picture
		return nil
	}))
	if _, texts := c.files(1); !strings.Contains(texts["LEES MIJ.txt"], "De foto ontbreekt") {
		t.Errorf("nobody is told:\n%s", texts["LEES MIJ.txt"])
	}
}
