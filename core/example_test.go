package core_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase"
	"github.com/clubhuis/clubhuis/core/usecase/people"
)

// A program can keep the people of a club without a server or a database: it makes the use cases on the stores in memory
// and calls them. Those stores bring their directory, from which everything is answered; another database is another adapter of
// the same ports, whose directory the program loads once.
func Example() {
	ctx := context.Background()
	store := inmem.Open()
	club := usecase.New(usecase.Adapters{
		Stores: store.Stores(),
		Atomic: store,
		Now:    func() time.Time { return time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC) }, // in earnest: time.Now
		Zone:   time.UTC,
	}).People
	secretary := access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}

	// Register three people. A patch holds fields by their names in the interface, as a program sends them.
	for _, sent := range []string{
		`{"first_name": "Eva", "last_name": "Visser", "former_member": "1"}`,
		`{"first_name": "Joël", "infix": "de", "last_name": "Leeuw", "birthdate": "2001-02-03"}`,
		`{"first_name": "Bo", "last_name": "Kok", "work_history": [{"team": 1000, "job_title": "Voorzitter", "is_current": true}]}`,
	} {
		if _, err := club.Register(ctx, secretary, patch(sent)); err != nil {
			log.Fatal(err)
		}
	}

	// Find one by name.
	named := record.Filter{}.With(person.Named(fold.Words("joel leeuw"))...)
	found, err := club.Browse(ctx, secretary, named, false, record.Window{Limit: 1})
	if err != nil {
		log.Fatal(err)
	}

	// An edit is a function: a patch, or Go. The rules of a person hold for both; this address is kept in lower case.
	joel, err := club.Change(ctx, secretary, found.Records[0].ID, nil, func(p *person.Person, _ *fault.Problems) {
		p.Contacts = append(p.Contacts, person.Contact{Type: person.Email, Value: "Joel@Club.example"})
	})
	if err != nil {
		log.Fatal(err)
	}
	whole, err := joel.Person()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(whole.Name.Full(), "born", whole.Birthdate, "writes from", whole.Contacts[0].Value)

	// A wrong change is told field by field, and leaves no trace.
	_, err = club.Change(ctx, secretary, joel.ID, nil, patch(`{"birthdate": "2001-02-30", "gender": "m"}`))
	fmt.Println(fault.As(err).Params["acf.birthdate"])

	// List the current members by last name, without infix.
	page, err := club.Browse(ctx, secretary, record.Filter{}, false, record.Window{
		Order: listing.Order{By: []listing.Sort{{By: person.KeyLast}, {By: person.KeyFirst}}},
		Limit: 10,
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, record := range page.Records {
		fmt.Printf("%d %s, volunteer: %v\n", record.ID, record.Name.Full(), record.Volunteer)
	}

	// Others see the people that they registered themselves.
	trainer := access.Viewer{User: 2, Roles: []access.Role{access.Member}}
	_, err = club.Show(ctx, trainer, joel.ID)
	fmt.Println(errors.Is(err, person.ErrHidden))

	// Output:
	// Joël de Leeuw born 2001-02-03 writes from joel@club.example
	// Dit is geen geldige datum (JJJJ-MM-DD).
	// 3 Bo Kok, volunteer: true
	// 2 Joël de Leeuw, volunteer: false
	// true
}

// patch is the edit of a program that sends these fields; those that it does not send stay.
func patch(sent string) people.Edit {
	var p person.Patch
	if err := json.Unmarshal([]byte(sent), &p.ACF); err != nil {
		log.Fatal(err)
	}
	return p.Apply
}
