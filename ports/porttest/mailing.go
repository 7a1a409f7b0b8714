package porttest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	"github.com/clubhuis/clubhuis/ports"
)

// MailProvider is a provider of e-mail lists as an adapter hands it to the suite: empty, each list with the fields voornaam and
// oudervan.
type MailProvider struct {
	ports.MailLists
	List, Other string                          // two of its lists
	SetState    func(list, email, state string) // lets somebody unsubscribe or bounce
}

// MailLists is the contract of ports.MailLists. open makes a provider for one part of it.
func MailLists(t *testing.T, open func(t testing.TB) MailProvider) {
	ctx := context.Background()
	entry := func(email string, pairs ...string) mailing.Entry {
		e := mailing.Entry{Email: email, Fields: map[string]string{}}
		for i := 0; i < len(pairs); i += 2 {
			e.Fields[pairs[i]] = pairs[i+1]
		}
		return e
	}
	only := func(t *testing.T, p MailProvider, list string) mailing.Subscriber {
		t.Helper()
		all := must(p.Subscribers(ctx, list))(t)
		if len(all) != 1 {
			t.Fatalf("%d subscribers: %+v", len(all), all)
		}
		return all[0]
	}

	t.Run("the fields of a list", func(t *testing.T) {
		p := open(t)
		fields := must(p.Fields(ctx, p.List))(t)
		if !slices.Contains(fields, "voornaam") || !slices.Contains(fields, "oudervan") || slices.Contains(fields, "") {
			t.Errorf("got %q", fields)
		}
	})

	t.Run("an address is put on a list once, whatever its case", func(t *testing.T) {
		p := open(t)
		first := must(p.Put(ctx, p.List, entry("Jan@Suite.example", "voornaam", "Jan & Co", "oudervan", "Piet, Éva")))(t)
		again := must(p.Put(ctx, p.List, entry("jan@suite.example", "voornaam", "Jan")))(t)
		if first.ID == "" || !first.Created || again.Created || again.ID != first.ID {
			t.Errorf("got %+v and then %+v", first, again)
		}
		got := only(t, p, p.List)
		if got.ID != first.ID || !strings.EqualFold(got.Email, "jan@suite.example") || got.State != "active" {
			t.Errorf("got %+v", got)
		}
		equal(t, "voornaam", got.Fields["voornaam"], "Jan")
		equal(t, "oudervan, which was not sent again", got.Fields["oudervan"], "Piet, Éva")
	})

	t.Run("a field is cleared by an empty value", func(t *testing.T) {
		p := open(t)
		must(p.Put(ctx, p.List, entry("jan@suite.example", "oudervan", "Piet")))(t)
		must(p.Put(ctx, p.List, entry("jan@suite.example", "oudervan", "")))(t)
		equal(t, "oudervan", only(t, p, p.List).Fields["oudervan"], "")
	})

	t.Run("lists are apart", func(t *testing.T) {
		p := open(t)
		must(p.Put(ctx, p.List, entry("jan@suite.example")))(t)
		if other := must(p.Put(ctx, p.Other, entry("jan@suite.example")))(t); !other.Created {
			t.Errorf("got %+v", other)
		}
		ok(t, p.Remove(ctx, p.Other, only(t, p, p.Other).ID))
		equal(t, "on the first", only(t, p, p.List).Email, "jan@suite.example")
		equal(t, "on the other", len(must(p.Subscribers(ctx, p.Other))(t)), 0)
	})

	t.Run("who is taken off is off, and can come again", func(t *testing.T) {
		p := open(t)
		first := must(p.Put(ctx, p.List, entry("jan@suite.example")))(t)
		for range 2 {
			ok(t, p.Remove(ctx, p.List, first.ID))
			equal(t, "subscribers", len(must(p.Subscribers(ctx, p.List))(t)), 0)
		}
		ok(t, p.Remove(ctx, p.List, "onbekend"))
		if again := must(p.Put(ctx, p.List, entry("jan@suite.example")))(t); !again.Created {
			t.Errorf("got %+v", again)
		}
	})

	t.Run("subscribers of every state, and who unsubscribed stays so", func(t *testing.T) {
		p := open(t)
		states := map[string]string{"a@suite.example": "active", "u@suite.example": "unsubscribed", "c@suite.example": "cleaned"}
		for email, state := range states {
			must(p.Put(ctx, p.List, entry(email)))(t)
			if state != "active" {
				p.SetState(p.List, email, state)
			}
		}
		for range 2 {
			got := map[string]string{}
			for _, s := range must(p.Subscribers(ctx, p.List))(t) {
				got[s.Email] = s.State
			}
			if !maps.Equal(got, states) {
				t.Errorf("got %v", got)
			}
			for email := range states {
				if w := must(p.Put(ctx, p.List, entry(email, "voornaam", "Anders")))(t); w.Created {
					t.Errorf("%s was created again", email)
				}
			}
		}
	})

	t.Run("who is taken off is forgotten, also that they unsubscribed", func(t *testing.T) {
		p := open(t)
		first := must(p.Put(ctx, p.List, entry("jan@suite.example")))(t)
		p.SetState(p.List, "jan@suite.example", "unsubscribed")
		ok(t, p.Remove(ctx, p.List, first.ID))
		must(p.Put(ctx, p.List, entry("jan@suite.example")))(t)
		equal(t, "the state", only(t, p, p.List).State, "active")
	})

	t.Run("what is refused is invalid and changes nothing", func(t *testing.T) {
		p := open(t)
		for _, email := range []string{"", "geen adres", "jan@"} {
			_, err := p.Put(ctx, p.List, entry(email))
			ofKind(t, email, err, fault.Invalid)
		}
		_, err := p.Put(ctx, "geen-lijst", entry("jan@suite.example"))
		ofKind(t, "Put on no list", err, fault.Invalid)
		isFault(t, "Put on no list", err, mailing.ErrNoList)
		_, err = p.Fields(ctx, "geen-lijst")
		isFault(t, "Fields of no list", err, mailing.ErrNoList)
		_, err = p.Subscribers(ctx, "geen-lijst")
		isFault(t, "Subscribers of no list", err, mailing.ErrNoList)
		equal(t, "subscribers", len(must(p.Subscribers(ctx, p.List))(t)), 0)
	})

	t.Run("a cancelled context stops every call", func(t *testing.T) {
		p := open(t)
		first := must(p.Put(ctx, p.List, entry("jan@suite.example")))(t)
		errs := map[string]error{"Remove": p.Remove(cancelled(), p.List, first.ID)}
		_, errs["Fields"] = p.Fields(cancelled(), p.List)
		_, errs["Put"] = p.Put(cancelled(), p.List, entry("piet@suite.example"))
		_, errs["Subscribers"] = p.Subscribers(cancelled(), p.List)
		for call, err := range errs {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", call, err)
			}
		}
		equal(t, "on the list", only(t, p, p.List).Email, "jan@suite.example")
	})
}
