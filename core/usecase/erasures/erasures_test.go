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
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/invoice"
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
