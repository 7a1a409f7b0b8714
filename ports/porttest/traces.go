package porttest

import (
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/trace"
	"github.com/clubhuis/clubhuis/core/volunteer"
	"github.com/clubhuis/clubhuis/core/workspace"
)

// Traces is the contract of ports.Traces.
func Traces(t *testing.T, open Open) {
	suite{
		{"the traces of somebody are found", foundTraces},
		{"who was merged and brought back is somebody else", unmergedTraces},
		{"without a user, or an address, there are fewer", fewerTraces},
		{"nobody has any", noTraces},
		{"of whom more is kept than the record is found", usedPeople},
	}.run(t, open)
}

func foundTraces(t *testing.T, db Database) {
	ctx := t.Context()
	of := Planted(t, db)
	for range 2 { // the second time changes nothing
		ok(t, db.Recents.Open(ctx, of.User, of.Person))
	}
	own := record.NewHead(of.User, PlantedName, at)
	other := must(db.Activities.ByID(ctx, 2))(t)[0].Person
	wrote := must(db.Activities.Create(ctx, activity.Activity{Head: own, Person: other, Content: "x",
		Participants: []int64{of.Person * 10}}))(t)
	must(db.Notes.Create(ctx, note.Note{Head: own, Person: other, Content: "x", Visibility: note.Private}))(t)
	sent := must(db.Invites.Create(ctx, workspace.Invite{Workspace: 1, Digest: "b", Email: "bo@club.example", Role: workspace.Member,
		By: of.User, ByName: PlantedName, Made: at}))(t)
	must(db.Invites.Create(ctx, workspace.Invite{Workspace: 1, Digest: "c", Email: "bo@club.example", Role: workspace.Member,
		By: of.User - 1, ByName: "Anna", Made: at}))(t)

	before := view(t, db)
	found := must(db.Traces.Of(ctx, of))(t)
	sameView(t, "afterwards", view(t, db), before)
	alike(t, "marks", []int{found.Fans, found.Recent}, []int{1, 1})
	alike(t, "together", found.Together, []int64{2})
	alike(t, "mails", found.Mails, []int64{3})
	alike(t, "merged", found.Merged, []person.ID{7777})
	row := found.Imported[0]
	alike(t, "imported", []any{len(found.Imported), row.Import, row.Number, row.Cells, row.Name},
		[]any{1, int64(1), 2, []string{PlantedName}, PlantedName})
	invites := []int64{}
	for _, i := range found.Invites {
		invites = append(invites, i.ID)
		sameTime(t, "invited", i.Made, at)
	}
	alike(t, "invites", invites, []int64{1, sent})
	alike(t, "what the person wrote", found.Wrote, trace.Wrote{Activities: []int64{wrote}, Notes: []int64{3}, Messages: []int64{1},
		Comments: must(db.Feedback.Comments(ctx, 1))(t)})
}

func fewerTraces(t *testing.T, db Database) {
	of := Planted(t, db)
	found := must(db.Traces.Of(t.Context(), trace.Subject{Person: of.Person}))(t)
	alike(t, "of a person alone", []int{found.Fans, len(found.Together), len(found.Imported), len(found.Merged), len(found.Mails),
		len(found.Invites)}, []int{1, 1, 1, 1, 0, 0})
	alike(t, "wrote", found.Wrote, trace.Wrote{})
	item := must(db.Feedback.Create(t.Context(), feedback.Item{Title: "x"}))(t)
	must(db.Feedback.Comment(t.Context(), feedback.Comment{Item: item, Content: "x", Created: at.Add(time.Hour)}))(t)
	alike(t, "of no user", must(db.Traces.Of(t.Context(), trace.Subject{Person: of.Person}))(t).Wrote, trace.Wrote{})
}

func unmergedTraces(t *testing.T, db Database) {
	ctx := t.Context()
	father, son := create(t, db.People, personNamed("Jan", "", "Kok")), create(t, db.People, personNamed("Jan", "", "Kok"))
	ok(t, db.People.Remove(ctx, son, 1, at, anybody))
	ok(t, db.Duplicates.Merge(ctx, son, father, 1, at))
	is := func(what string, merged ...person.ID) {
		t.Helper()
		alike(t, what, must(db.Traces.Of(ctx, trace.Subject{Person: father}))(t).Merged, merged)
		alike(t, what, len(must(db.Traces.Used(ctx, []person.ID{father, son}))(t)), len(merged))
	}
	is("merged", son)
	ok(t, db.People.Restore(ctx, son, 1, at))
	is("brought back")
	equal(t, "where it leads", must(db.Duplicates.LeadsTo(ctx, son))(t), 0)
	ok(t, db.People.Remove(ctx, son, 1, at, anybody))
	is("in the trash again, as somebody else")
	ok(t, db.People.Restore(ctx, son, 1, at))
	ok(t, db.Duplicates.Merge(ctx, son, father, 1, at)) // as one who was brought back before the number was forgotten
	is("there, with a number that leads on")
}

func noTraces(t *testing.T, db Database) {
	Planted(t, db)
	newImportOf(t, db)
	for _, of := range []trace.Subject{{}, {Person: 9999, User: 9999, Emails: []string{"nobody@club.example"}}} {
		alike(t, "of nobody", must(db.Traces.Of(t.Context(), of))(t), trace.Traces{})
	}
}

func usedPeople(t *testing.T, db Database) {
	ctx := t.Context()
	alike(t, "nobody", must(db.Traces.Used(ctx, nil))(t), []person.ID(nil))
	clerk := must(db.Users.Create(ctx, account.User{Username: "anna", Email: "anna@club.example"}))(t)
	head := record.NewHead(clerk, "Anna", at)
	var ids, used []person.ID
	for _, one := range []struct {
		what string
		uses bool
		keep func(of person.ID) (int64, error)
	}{
		{"an account", true, func(of person.ID) (int64, error) {
			return db.Users.Create(ctx, account.User{Username: "bo", Email: "bo@club.example", Person: of})
		}},
		{"nothing", false, func(person.ID) (int64, error) { return 0, nil }},
		{"an invoice", true, func(of person.ID) (int64, error) { return billed(t, db, invoiceFor(of)).ID, nil }},
		{"a case", true, func(of person.ID) (int64, error) {
			return db.Cases.Create(ctx, discipline.Case{Head: head, Dossier: "T1", Person: of})
		}},
		{"a shift", true, func(of person.ID) (int64, error) {
			return db.Shifts.Create(ctx, volunteer.Shift{Head: head, Title: "Bar", Assignments: []volunteer.Assignment{{Person: 999},
				{Person: of}}})
		}},
		{"an activity", true, func(of person.ID) (int64, error) {
			return db.Activities.Create(ctx, activity.Activity{Head: head, Person: of, Content: "x"})
		}},
		{"a part in one of somebody else", false, func(of person.ID) (int64, error) {
			return db.Activities.Create(ctx, activity.Activity{Head: head, Person: 999, Content: "x", Participants: []int64{of}})
		}},
		{"a private note", true, func(of person.ID) (int64, error) {
			return db.Notes.Create(ctx, note.Note{Head: head, Person: of, Content: "x", Visibility: note.Private})
		}},
		{"a task", true, func(of person.ID) (int64, error) {
			return db.Tasks.Create(ctx, task.Task{Head: head, Content: "x", People: []int64{999, of}})
		}},
		{"a mail of a user", true, func(of person.ID) (int64, error) {
			return db.Mails.Create(ctx, mail.Mail{Head: head, Person: of, Subject: "x"})
		}},
		{"a mail of a user to another one, too", true, func(of person.ID) (int64, error) {
			return db.Mails.Create(ctx, mail.Mail{Head: head, Person: ids[0], Along: []int64{of}, Subject: "x"})
		}},
		{"another record, which became one with it", true, func(of person.ID) (int64, error) {
			return 0, db.Duplicates.Merge(ctx, 7777, of, 1, at)
		}},
		{"a mail of the program", false, func(of person.ID) (int64, error) {
			return db.Mails.Create(ctx, mail.Mail{Person: of, Subject: "x"})
		}},
	} {
		of := create(t, db.People, personNamed("Jan", "", one.what))
		must(one.keep(of))(t)
		if ids = append(ids, of); one.uses {
			used = append(used, of)
		}
		alike(t, one.what, len(must(db.Traces.Used(ctx, []person.ID{of, 9999}))(t)) == 1, one.uses)
	}
	backwards := slices.Clone(ids)
	slices.Reverse(backwards)
	alike(t, "all at once", must(db.Traces.Used(ctx, backwards))(t), used)
}
