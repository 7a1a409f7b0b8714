package erasures_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/erasures"
	"github.com/clubhuis/clubhuis/ports"
)

// A mother who keeps the club's books may be reached at the address of her child: she signs in with it.
func TestAnAddressWithWhichAnotherUserSignsInIsNobodysOwn(t *testing.T) {
	t.Parallel()
	ctx, stores := t.Context(), inmem.Open().Stores()
	create := func(email string, of person.ID) {
		t.Helper()
		_, err := stores.Users.Create(ctx, account.User{
			Username: email, Email: email, DisplayName: email, Person: of, Roles: []access.Role{access.Member},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	child := person.Person{Name: person.Name{First: "Jan", Last: "Smits"}, Contacts: []person.Contact{
		{Type: person.Email, Value: "Ouders@club.example"}, {Type: person.Email, Value: "jan@club.example"},
	}}
	created, err := stores.People.Create(ctx, child)
	if err != nil {
		t.Fatal(err)
	}
	create("ouders@club.example", 0)
	id := created[0]
	create("jan.smits@club.example", id)
	s := erasures.Service{Directory: stores.Directory, Users: stores.Users}
	of, err := s.Addresses(ctx, stores, id)
	if want := []string{"jan@club.example", "jan.smits@club.example"}; err != nil || !slices.Equal(of.Emails, want) {
		t.Errorf("got %q, %v", of.Emails, err)
	}
}

// failing erases nobody of two people.
type failing struct {
	ports.Erasures
	err, panics person.ID
}

var errBroken = errors.New("the disk is full")

func (f failing) Destroy(ctx context.Context, of erasure.Subject) (erasure.Counts, error) {
	switch of.Person {
	case f.err:
		return nil, errBroken
	case f.panics:
		panic("index out of range")
	}
	return f.Erasures.Destroy(ctx, of)
}

type stepping struct {
	ports.Atomic
	err, panics person.ID
}

func (s stepping) Do(ctx context.Context, change func(ports.Stores) error) error {
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		stores.Erasures = failing{stores.Erasures, s.err, s.panics}
		return change(stores)
	})
}

func TestWhoCannotBeErasedKeepsNobodyElseFromIt(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), inmem.Open()
	stores, now := store.Stores(), time.Date(2026, 11, 30, 4, 0, 0, 0, time.UTC)
	ids, err := stores.People.Create(ctx, person.Person{}, person.Person{}, person.Person{})
	if err != nil {
		t.Fatal(err)
	}
	asked := now.AddDate(0, -2, 0)
	for _, id := range ids {
		err := stores.People.Remove(ctx, id, 1, asked, func(access.Subject, record.Edition) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if _, err := stores.Erasures.Create(ctx, erasure.New(id, "Jan", erasure.Asked, 1, asked)); err != nil {
			t.Fatal(err)
		}
	}
	bill, err := stores.Invoices.Create(ctx, invoice.Invoice{
		Head: record.NewHead(1, "Anna", now.AddDate(-12, 0, 0)), PersonName: "Jan Kok", Person: 99, Status: invoice.Paid,
	}, 2014)
	if err != nil {
		t.Fatal(err)
	}
	s := erasures.Service{
		Directory: stores.Directory, Erasures: stores.Erasures, Users: stores.Users, Invoices: stores.Invoices,
		Atomic: stepping{store, ids[0], ids[1]}, Now: func() time.Time { return now }, Zone: time.UTC,
	}
	n, err := s.Run(ctx)
	if n != 1 || !errors.Is(err, errBroken) || !strings.Contains(err.Error(), "erase person 2: panic: index out of range") {
		t.Errorf("erased %d, %v", n, err)
	}
	page, err := stores.Erasures.Page(ctx, erasure.Query{State: erasure.Destroyed, Limit: 9})
	if err != nil || page.Total != 1 || page.Records[0].Person != ids[2] {
		t.Errorf("%+v, %v", page, err)
	}
	if kept, err := stores.Invoices.ByID(ctx, bill.ID); err != nil || kept[0].PersonName != erasure.Gone {
		t.Errorf("the books: %+v, %v", kept, err)
	}
}

// What a user is called stands in mails to others and where somebody was mentioned, and may be another name than the person's.
func TestTheNameOfTheAccountGoesToo(t *testing.T) {
	t.Parallel()
	const display = "Jantje TC"
	for _, c := range []struct {
		name    string
		another *account.User  // who stays
		person  *person.Person // likewise
		goes    bool
	}{
		{"nobody else is called so", nil, nil, true},
		{"another user is", &account.User{DisplayName: "jantje tc"}, nil, false},
		{"another user has it within the name", &account.User{DisplayName: "Jantje TC Bouw"}, nil, true},
		{"another person is", nil, &person.Person{Name: person.Name{First: "Jantje", Last: "TC"}}, false},
	} {
		ctx, store, now := t.Context(), inmem.Open(), time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
		stores := store.Stores()
		created, err := stores.People.Create(ctx, person.Person{Name: person.Name{First: "Jan", Infix: "de", Last: "Vries"}})
		check(t, err)
		if c.person != nil {
			_, err = stores.People.Create(ctx, *c.person)
			check(t, err)
		}
		if c.another == nil {
			c.another = &account.User{DisplayName: "Els Kok"}
		}
		users := []account.User{{DisplayName: display, Person: created[0], Username: "jan"}, *c.another}
		for i := range users {
			users[i].Username = string(rune('a' + i))
			users[i].Email, users[i].Roles = users[i].Username+"@club.example", []access.Role{access.Member}
			users[i].ID, err = stores.Users.Create(ctx, users[i])
			check(t, err)
		}
		sent, err := stores.Mails.Create(ctx, mail.Mail{
			Head: record.NewHead(users[0].ID, display, now), State: mail.Sent, Subject: "Zaterdag",
			To: []mail.Address{{Email: "els@club.example"}}, ReplyTo: mail.Address{Name: display, Email: "tc@club.example"},
			Text: display + " stuurde je dit bericht namens de club, @" + display + " en Jantje TC Bouw", HTML: "<p>" + display + "</p>",
		})
		check(t, err)
		s := erasures.Service{
			Directory: stores.Directory, Erasures: stores.Erasures, Users: stores.Users, Invoices: stores.Invoices, Atomic: store,
			Now: func() time.Time { return now }, Zone: time.UTC,
			Hold: func(context.Context, ports.Stores, audit.Actor, account.UserID) (bool, error) { return true, nil },
			Erase: func(ctx context.Context, in ports.Stores, id, _ account.UserID) error {
				return in.Users.Remove(ctx, id, func(*account.User) error { return nil })
			},
		}
		_, err = s.Plan(ctx, access.Viewer{User: users[1].ID, Roles: []access.Role{access.Administrator}}, created[0])
		check(t, err)
		now = now.Add(person.KeptAfterRemoval + time.Hour)
		if count, err := s.Run(ctx); err != nil || count != 1 {
			t.Fatalf("%s: %d, %v", c.name, count, err)
		}
		kept, err := stores.Mails.ByID(ctx, sent)
		check(t, err)
		left := strings.Join([]string{kept[0].ReplyTo.Name, kept[0].Text, kept[0].HTML}, "\n")
		if within := c.another.DisplayName == "Jantje TC Bouw"; within {
			if !strings.Contains(left, c.another.DisplayName) {
				t.Errorf("%s: the other's name is gone from %q", c.name, left)
			}
			left = strings.ReplaceAll(left, c.another.DisplayName, "")
		}
		if strings.Contains(left, display) == c.goes {
			t.Errorf("%s: the mail says %q", c.name, left)
		}
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// counting keeps of whom all is counted.
type counting struct {
	ports.Erasures
	of *erasure.Subject
}

func (c counting) Count(_ context.Context, of erasure.Subject) (erasure.Counts, error) {
	*c.of = of
	return nil, nil
}

func TestATelephoneNumberThatSomebodyElseHasIsNobodysOwn(t *testing.T) {
	t.Parallel()
	ctx, stores := t.Context(), inmem.Open().Stores()
	created, err := stores.People.Create(ctx,
		person.Person{Name: person.Name{First: "Jan", Last: "Smits"}, Contacts: []person.Contact{
			{Type: person.Phone, Value: "010-1234567"}, {Type: person.Mobile, Value: "+31 6 12345678"},
			{Type: "other", Value: "0698765432"},
		}},
		person.Person{Name: person.Name{First: "An", Last: "Smits"}, Contacts: []person.Contact{
			{Type: person.Phone, Value: "+31101234567"},
		}})
	check(t, err)
	var of erasure.Subject
	s := erasures.Service{Directory: stores.Directory, Users: stores.Users, Invoices: stores.Invoices, Erasures: counting{of: &of},
		Now: time.Now, Zone: time.UTC}
	_, err = s.Rehearse(ctx, access.Viewer{User: 9, Roles: []access.Role{access.Administrator}}, created[0])
	if want := []string{"612345678"}; err != nil || !slices.Equal(of.Phones, want) {
		t.Errorf("got %q, %v", of.Phones, err)
	}
}
