package porttest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/ports"
)

// Desk is a helpdesk as an adapter hands it to the suite: it knows nobody.
type Desk struct {
	ports.Helpdesk
	// Ask lets a customer begin a conversation.
	Ask func(of int64, email, subject string, at time.Time)
	// At returns what stands there of a customer.
	At func(id int64) (customer.Customer, map[int]string)
}

// Helpdesk is the contract of ports.Helpdesk. open makes a helpdesk for one part of it.
//
// contract: sync §2.5
func Helpdesk(t *testing.T, open func(t testing.TB) Desk) {
	ctx := context.Background()
	jan := customer.Customer{
		First: "Jan", Last: "de Vries", Emails: []string{"jan@suite.example", "vries@suite.example"}, Phones: []string{"+31612345678"},
		Websites: []string{"https://jan.example"}, Photo: "https://club.example/foto",
	}
	same := func(t *testing.T, d Desk, id int64, want customer.Customer) {
		t.Helper()
		got, _ := d.At(id)
		if got.First != want.First || got.Last != want.Last || got.Photo != want.Photo || !slices.Equal(got.Emails, want.Emails) ||
			!slices.Equal(got.Phones, want.Phones) || !slices.Equal(got.Websites, want.Websites) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}

	t.Run("a customer is made, and found by each address in any case", func(t *testing.T) {
		d := open(t)
		equal(t, "before", must(d.ByEmail(ctx, "jan@suite.example"))(t), 0)
		id := must(d.Create(ctx, jan))(t)
		same(t, d, id, jan)
		for _, email := range []string{"jan@suite.example", "Vries@Suite.example"} {
			equal(t, email, must(d.ByEmail(ctx, email))(t), id)
		}
		equal(t, "another address", must(d.ByEmail(ctx, "an@suite.example"))(t), 0)
	})

	t.Run("an address is one customer's", func(t *testing.T) {
		d := open(t)
		id := must(d.Create(ctx, jan))(t)
		_, err := d.Create(ctx, customer.Customer{First: "Piet", Emails: []string{"JAN@suite.example"}})
		ofKind(t, "a new one", err, fault.Conflict)
		other := must(d.Create(ctx, customer.Customer{First: "Piet", Emails: []string{"piet@suite.example"}}))(t)
		ofKind(t, "a changed one", d.Change(ctx, other, customer.Customer{First: "Piet", Emails: []string{"vries@suite.example"}}),
			fault.Conflict)
		ok(t, d.Change(ctx, id, jan))
	})

	t.Run("a change replaces everything, and clears", func(t *testing.T) {
		d := open(t)
		id := must(d.Create(ctx, jan))(t)
		less := customer.Customer{First: "Johan", Emails: []string{"johan@suite.example"}}
		ok(t, d.Change(ctx, id, less))
		same(t, d, id, less)
		ok(t, d.Change(ctx, id, customer.Customer{First: "Johan"}))
		same(t, d, id, customer.Customer{First: "Johan"})
	})

	t.Run("fields of the club's own stay apart", func(t *testing.T) {
		d := open(t)
		id := must(d.Create(ctx, jan))(t)
		ok(t, d.Fill(ctx, id, map[int]string{1: "JO11-1, JO13-2", 4: "AB12345", 7: "-3.50"}))
		ok(t, d.Fill(ctx, id, map[int]string{4: ""}))
		ok(t, d.Change(ctx, id, jan))
		if _, fields := d.At(id); !maps.Equal(fields, map[int]string{1: "JO11-1, JO13-2", 4: "", 7: "-3.50"}) {
			t.Errorf("got %v", fields)
		}
	})

	t.Run("who is absent, and what is refused", func(t *testing.T) {
		d := open(t)
		ofKind(t, "a change", d.Change(ctx, 987, jan), fault.NotFound)
		ofKind(t, "fields", d.Fill(ctx, 987, map[int]string{1: "x"}), fault.NotFound)
		_, err := d.Create(ctx, customer.Customer{First: "Jan", Emails: []string{"geen adres"}})
		ofKind(t, "no address", err, fault.Invalid)
	})

	t.Run("conversations, the oldest first, since a moment", func(t *testing.T) {
		d := open(t)
		id := must(d.Create(ctx, jan))(t)
		start := time.Now().UTC().Truncate(time.Second).Add(-time.Hour)
		for i := range 1200 { // more than a page
			d.Ask(id, "jan@suite.example", "Vraag & antwoord", start.Add(time.Duration(i)*time.Second))
		}
		all := must(d.Conversations(ctx, time.Time{}))(t)
		if len(all) != 1200 || !slices.IsSortedFunc(all, func(a, b customer.Conversation) int { return a.Created.Compare(b.Created) }) {
			t.Fatalf("%d conversations", len(all))
		}
		first := all[0]
		if first.Customer != id || first.Email != "jan@suite.example" || first.Subject != "Vraag & antwoord" || first.ID == 0 ||
			first.Number == 0 || !first.Created.Equal(start) || first.Link == "" || first.Link == all[1].Link {
			t.Errorf("got %+v", first)
		}
		equal(t, "since", len(must(d.Conversations(ctx, start.Add(1190*time.Second)))(t)), 10)
		equal(t, "who asked", must(d.Asked(ctx, "Jan@suite.example"))(t), id)
		equal(t, "who did not", must(d.Asked(ctx, "vries@suite.example"))(t), 0)
	})

	t.Run("all customers, by number", func(t *testing.T) {
		d := open(t)
		equal(t, "nobody", len(must(d.Customers(ctx))(t)), 0)
		id := must(d.Create(ctx, jan))(t)
		ok(t, d.Fill(ctx, id, map[int]string{1: "JO11-1", 4: ""}))
		for i := range 600 { // more than a page
			must(d.Create(ctx, customer.Customer{First: "Iemand", Emails: []string{fmt.Sprintf("%d@suite.example", i)}}))(t)
		}
		all := must(d.Customers(ctx))(t)
		if len(all) != 601 || all[0].ID != id ||
			!slices.IsSortedFunc(all, func(a, b customer.Kept) int { return cmp.Compare(a.ID, b.ID) }) {
			t.Fatalf("%d customers, the first is %+v", len(all), all[0])
		}
		if !reflect.DeepEqual(all[0].Customer, jan) ||
			all[0].Fields != nil && !maps.Equal(all[0].Fields, map[int]string{1: "JO11-1", 4: ""}) {
			t.Errorf("got %+v", all[0])
		}
	})

	t.Run("a cancelled context stops every call", func(t *testing.T) {
		d := open(t)
		_, byEmail := d.ByEmail(cancelled(), "x@suite.example")
		_, asked := d.Asked(cancelled(), "x@suite.example")
		_, create := d.Create(cancelled(), jan)
		_, list := d.Conversations(cancelled(), time.Time{})
		_, customers := d.Customers(cancelled())
		for call, err := range map[string]error{
			"ByEmail": byEmail, "Asked": asked, "Create": create, "Conversations": list, "Customers": customers,
			"Change": d.Change(cancelled(), 1, jan),
			"Fill":   d.Fill(cancelled(), 1, nil),
		} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", call, err)
			}
		}
	})
}
