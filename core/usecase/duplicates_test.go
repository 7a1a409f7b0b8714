package usecase_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/duplicate"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
	"github.com/clubhuis/clubhuis/core/usecase/duplicates"
)

// accounts are those of the same club.
func (c *importing) accounts() *accounts.Service {
	return &accounts.Service{
		Users: c.Users, Directory: c.Directory, Atomic: c.store, Functions: c.MemberFunctions, Now: c.people.Now, Zone: c.people.Zone,
	}
}

func TestAnAccountFollowsAMergeWithTheRolesOfWhoStays(t *testing.T) {
	t.Parallel()
	m := newMerging(t)
	ctx := t.Context()
	a := m.accounts()
	admin := m.user("beheer", access.Administrator)
	if _, err := a.SetFunctionMap(ctx, admin, access.FunctionMap{"Voorzitter": {access.Administrator}}); err != nil {
		t.Fatal(err)
	}
	coded := func(code string) person.ID {
		return m.add(m.anna, "Jan", func(p *person.Person) { p.Membership.Code, p.Administered = code, true })
	}
	linked := func(name, code string) (person.ID, account.UserID) {
		id, user := coded(code), m.user(name).User
		if err := a.LinkPerson(ctx, admin, user, id); err != nil {
			t.Fatal(err)
		}
		return id, user
	}
	is := func(name string, id account.UserID, of person.ID, code string, administers bool) {
		t.Helper()
		u, err := m.Users.ByID(ctx, id)
		if err != nil || u.Person != of || u.Code != code || u.Administers() != administers {
			t.Errorf("%s: %+v, %v", name, u, err)
		}
	}
	tell := func(code string, functions ...string) {
		t.Helper()
		if _, err := a.SyncFunctions(ctx, admin, code, functions); err != nil {
			t.Fatal(err)
		}
	}

	// Who administers members makes no administrator of the own account, whose person has no code.
	chair := coded("C1")
	tell("C1", "Voorzitter")
	parent, user := linked("ouder", "")
	if _, err := m.service.Merge(ctx, m.anna, chair, parent, nil); !errors.Is(err, duplicate.ErrAccount) {
		t.Errorf("an account became a member's: %v", err)
	}
	if _, err := m.service.Compare(ctx, m.anna, chair, parent); !errors.Is(err, duplicate.ErrAccount) {
		t.Errorf("that was not told before: %v", err)
	}
	is("after the refusal", user, parent, "", false)
	if _, err := m.service.Merge(ctx, admin, chair, parent, nil); err != nil {
		t.Fatal(err)
	}
	is("an administrator says so", user, chair, "c1", true)

	// Between people without a code the account follows, whoever merges them, and what was told by a code that was taken away
	// brings nothing.
	was := coded("C2")
	tell("C2", "Voorzitter")
	if _, err := m.people.Change(ctx, m.anna, was, nil, func(p *person.Person, _ *fault.Problems) {
		p.Membership.Code = ""
	}); err != nil {
		t.Fatal(err)
	}
	other, second := linked("ander", "")
	if _, err := m.service.Merge(ctx, m.anna, was, other, nil); err != nil {
		t.Fatal(err)
	}
	is("who has no code", second, was, "", false)
	if _, err := a.SetFunctionMap(ctx, admin, access.FunctionMap{"Voorzitter": {access.Administrator, access.Board}}); err != nil {
		t.Fatal(err)
	}
	is("after another map", second, was, "", false)
}

func TestACodeIsNotWrittenOnWhoHasAnAccountWithoutOne(t *testing.T) {
	t.Parallel()
	m := newMerging(t)
	ctx := t.Context()
	a := m.accounts()
	admin, synchronization := m.user("beheer", access.Administrator), m.user("sync", access.Synchronizer)
	own := m.add(m.anna, "Anna", func(p *person.Person) {
		p.Administered, p.Name.Last = true, "Kok"
		p.Contacts = []person.Contact{{Type: person.Email, Value: "anna@club.example"}}
	})
	if err := a.LinkPerson(ctx, admin, m.anna.User, own); err != nil {
		t.Fatal(err)
	}
	write := func(viewer access.Viewer, code string) error {
		_, err := m.people.Change(ctx, viewer, own, nil, func(p *person.Person, _ *fault.Problems) { p.Membership.Code = code })
		return err
	}
	if got := fault.As(write(m.anna, "C1")).Params["acf.assoc-id"]; got != person.CodeOfAccount {
		t.Errorf("on the record: %q", got)
	}
	i := m.upload("Voornaam;Achternaam;E-mail;Relatiecode\nAnna;Kok;anna@club.example;C1\n")
	if _, err := m.imports.Apply(ctx, m.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	m.work()
	if p := m.person(own); p.Membership.Code != "" || m.show(i.ID).Counts.Refused != 1 {
		t.Errorf("by a file: %q, %+v", p.Membership.Code, m.show(i.ID).Counts)
	}
	for _, viewer := range []access.Viewer{synchronization, admin} {
		if err := write(viewer, "C1"); err != nil {
			t.Error(err)
		}
		if err := write(viewer, ""); err != nil {
			t.Error(err)
		}
	}
	if err := write(admin, "M1"); err != nil {
		t.Fatal(err)
	}
	if err := a.LinkPerson(ctx, admin, m.anna.User, own); err != nil {
		t.Fatal(err)
	}
	if err := write(m.anna, "C1"); err != nil { // the account goes by the other code
		t.Error(err)
	}
}

func TestTwoPeopleBecomeOne(t *testing.T) {
	t.Parallel()
	c := newImporting(t)
	ctx := t.Context()
	s := &duplicates.Service{
		Directory: c.Directory, Duplicates: c.Duplicates, Atomic: c.store, Now: c.people.Now, Zone: c.people.Zone,
		Replace: c.people.Replace,
	}
	add := func(first, last, code string, to ...person.ID) person.ID {
		p := person.New(c.anna.User, importedAt)
		p.Name, p.Membership.Code, p.Administered = person.Name{First: first, Last: last}, code, true
		p.Contacts = []person.Contact{{Type: person.Email, Value: "jan@club.example"}}
		found, err := c.people.Register(ctx, c.anna, func(made *person.Person, _ *fault.Problems) {
			made.Name, made.Membership.Code, made.Contacts = p.Name, p.Membership.Code, p.Contacts
			for _, id := range to {
				made.Relations = append(made.Relations, person.Relation{To: id, Type: c.Directory.View().RelationTypes()[0].ID})
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return found.ID
	}
	child := add("Piet", "Kok", "")
	stays := add("Jan", "Vries", "A1")
	goes := add("J.", "Vries", "", child)
	other := add("Jan", "Vries", "B2")
	act, err := c.Activities.Create(ctx, activity.Activity{Head: record.NewHead(c.anna.User, "anna", importedAt), Person: goes,
		Content: "x"})
	if err != nil {
		t.Fatal(err)
	}
	page, err := s.List(ctx, c.anna, 0, 10)
	if err != nil || page.Total != 3 || page.Records[0].People[0].ID == 0 {
		t.Fatalf("%+v, %v", page, err)
	}
	if err := s.Dismiss(ctx, c.anna, other, goes); err != nil {
		t.Error(err)
	}
	if log, err := c.Audit.Page(ctx, audit.Query{Limit: 9, Kind: audit.PairDismissed}); err != nil || log.Total != 1 ||
		log.Records[0].Object != audit.PersonNumbered(other) || fmt.Sprint(log.Records[0].After["person"]) != fmt.Sprint(goes) {
		t.Errorf("the log: %+v, %v", log, err)
	}
	if page, err = s.List(ctx, c.anna, 0, 10); err != nil || page.Total != 2 {
		t.Errorf("after one was dismissed: %+v, %v", page, err)
	}
	if _, err := s.Merge(ctx, c.anna, stays, other, nil); !errors.Is(err, duplicate.ErrBothMembers) {
		t.Error(err)
	}
	if _, err := s.Merge(ctx, c.anna, goes, stays, nil); !errors.Is(err, duplicate.ErrOtherStays) {
		t.Error(err)
	}
	if _, err := s.Merge(ctx, c.user("board", access.Board), stays, goes, nil); !errors.Is(err, person.ErrHidden) {
		t.Error(err)
	}
	merged, err := s.Merge(ctx, c.anna, stays, goes, []string{"first_name"})
	if err != nil || merged.ID != stays || merged.Name.First != "J." || len(merged.Relations) != 1 ||
		merged.Relations[0].To != child {
		t.Fatalf("%+v, %v", merged, err)
	}
	if back, _ := c.Directory.View().Person(child, record.View{Reader: access.Everything}); len(back.Relations) != 1 ||
		back.Relations[0].To != stays {
		t.Errorf("the other side: %+v", back.Relations)
	}
	if kept, err := c.Activities.ByID(ctx, act); err != nil || kept[0].Person != stays {
		t.Errorf("%+v, %v", kept, err)
	}
	if into, err := s.LeadsTo(ctx, c.anna, goes); err != nil || into != stays {
		t.Errorf("leads to %d, %v", into, err)
	}
	if _, err := s.LeadsTo(ctx, c.anna, stays); !errors.Is(err, duplicate.ErrNotMerged) {
		t.Error(err)
	}
	if trash, err := c.people.Trash(ctx, c.anna, 0, 9); err != nil || trash.Total != 1 || trash.Records[0].ID != goes {
		t.Errorf("the trash: %+v, %v", trash, err)
	}
	if _, err := s.Merge(ctx, c.anna, stays, goes, nil); !errors.Is(err, person.ErrAbsent) {
		t.Error(err)
	}
	// A volunteer's record got a code by an import; the federation knows another one.
	volunteers := person.New(c.anna.User, importedAt)
	volunteers.Name, volunteers.Membership.Code = person.Name{First: "Eva"}, "E1"
	ids, err := c.People.Create(ctx, volunteers)
	if err != nil {
		t.Fatal(err)
	}
	merged, err = s.Merge(ctx, c.anna, ids[0], add("Eva", "Kok", ""), nil)
	if err != nil || !merged.Administered || merged.Name.First != "Eva" || merged.Name.Last != "Kok" {
		t.Errorf("%+v, %v", merged, err)
	}
}
