package erasures_test

import (
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/erasures"
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
