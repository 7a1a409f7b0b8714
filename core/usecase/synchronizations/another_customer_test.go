package synchronizations_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	differing "github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// Numbers that became another member's or parent's, who is a customer as well.

// shifting is a club with four customers: Eva, whose code comes before Daan's and who joined after him, Daan, his mother Els, and
// Carla. The second result brings the application back from a backup of before there was anybody, and makes everybody anew, in
// the order of their codes: Eva gets Daan's number, Daan that of his mother, and she Eva's.
func shifting(t *testing.T) (*world, func()) {
	t.Helper()
	w := helped(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Email, m.Mobile = "daan@eik.example", "06-44444444" })
	w.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, member("DDDD33", "Eva", "Els", func(m *inmem.SiteMember) { m.Email = "eva@els.example" }))
	})
	w.all()
	w.good(run.Helpdesk)
	numbers := func() [3]int64 {
		return [3]int64{w.person("DDDD33").ID, w.person("DDDD44").ID, w.named("Els Eik")[0].ID}
	}
	before := numbers()
	return w, func() {
		t.Helper()
		w.opens(inmem.NewApplication(w.at))
		if r := w.run(run.People, synchronizations.Options{Force: true}); r.Outcome != run.Success {
			t.Fatalf("%s %+v", r.Outcome, r.Problems)
		}
		if now := numbers(); now != [3]int64{before[1], before[2], before[0]} {
			t.Fatalf("Eva, Daan and Els were %v and are %v", before, now)
		}
	}
}

// customers are the customers of the helpdesk without their photos, and whose they are, as the application says.
func (w *world) customers() (said string) {
	w.t.Helper()
	for _, c := range w.desk.Known() {
		c.Photo = ""
		said += fmt.Sprintf("%+v of", c)
		for _, p := range w.app.Everybody() {
			if p.Customer() == c.ID {
				said += " " + p.FullName()
			}
		}
		said += "\n"
	}
	return said
}

func TestACustomerStaysWithThePersonWhoseNumberBecameAnothers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first bool   // the helpdesk runs before the people do
		note  string // in the report
		then  func(w *world)
	}{
		"and the site knows nothing of it":      {note: "van 3 klanten van de helpdesk klopt het nummer van de persoon"},
		"and the site knows it":                 {then: func(w *world) { w.good(run.People); w.good(run.FunctionsFull) }},
		"and the helpdesk is the first to know": {first: true},
		"and who has no address any more": {then: func(w *world) { // nor does the site know the number
			w.edits(func() { w.edit("DDDD44", func(m *inmem.SiteMember) { m.Email = "" }) })
			w.good(run.Helpdesk)
			if free := w.member("DDDD44").Free[3]; free != "" {
				t.Errorf("on the site Daan is customer %s", free)
			}
		}},
		"of a ledger of before it was noted": {then: (*world).unowned},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, comesBack := shifting(t)
			if c.then != nil {
				c.then(w)
			}
			daan, before := w.person("DDDD44").Customer(), w.customers()
			w.desk.Ask(daan, "elders@eik.example", "Vraag van Daan", w.at)
			if c.first {
				w.opens(inmem.NewApplication(w.at))
				w.good(run.Helpdesk)
			}
			comesBack()
			if found := w.found(differing.Helpdesk); c.note != "" && len(found) > 0 { // the next run puts it right
				t.Errorf("verify finds %+v", found)
			}
			has(t, "the report", notes(w.good(run.Helpdesk)), c.note)
			if now := w.customers(); now != before {
				t.Errorf("the customers are\n%s\nand were\n%s", now, before)
			}
			if d, e := w.timeline("DDDD44"), w.timeline("DDDD33"); len(d) != 1 || len(e) != 0 {
				t.Errorf("Daan: %q, Eva: %q", d, e)
			}
			w.good(run.People)
			for _, code := range []string{"CCCC33", "DDDD33", "DDDD44"} {
				if free, want := w.member(code).Free[3], fmt.Sprint(w.person(code).Customer()); free != want {
					t.Errorf("on the site %s is customer %q, not %s", code, free, want)
				}
			}
			w.forget()
			w.good(run.Helpdesk)
			w.quiet()
		})
	}
}

// unowned lets the ledger be one that does not say yet whose a customer is.
func (w *world) unowned() {
	w.t.Helper()
	w.eachCustomer(func(e *ledger.Entry, state map[string]any) {
		delete(state, "code")
		delete(state, "name")
		e.SetState(state)
		if err := w.Stores.Ledger.Put(w.t.Context(), *e); err != nil {
			w.t.Fatal(err)
		}
	})
}

func (w *world) eachCustomer(visit func(e *ledger.Entry, state map[string]any)) {
	w.t.Helper()
	entries, err := w.Stores.Ledger.Entries(w.t.Context(), ledger.Customer)
	if err != nil || len(entries) == 0 {
		w.t.Fatal(entries, err)
	}
	for i := range entries {
		var state map[string]any
		if err := json.Unmarshal(entries[i].State, &state); err != nil {
			w.t.Fatal(err)
		}
		visit(&entries[i], state)
	}
}

func TestWhoseACustomerIsIsNotedOnceInAnOlderLedger(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.good(run.Helpdesk)
	w.unowned()
	w.forget()
	w.good(run.Helpdesk)
	w.quiet()
	w.eachCustomer(func(e *ledger.Entry, state map[string]any) {
		person, _ := strconv.ParseInt(e.Key, 10, 64)
		if state["name"] == nil || (state["code"] == nil) != (w.record(person).Membership.Code == "") {
			t.Errorf("of %s: %v", e.Key, state)
		}
		if !e.At.Equal(w.at) {
			t.Errorf("%s was noted at %s", e.Key, e.At)
		}
	})
	noted := w.at
	w.good(run.Helpdesk)
	w.eachCustomer(func(e *ledger.Entry, _ map[string]any) {
		if !e.At.Equal(noted) {
			t.Errorf("%s was noted again at %s", e.Key, e.At)
		}
	})
}

// Bram has an address of his mother's, and is no customer.
func TestACustomerOfSomebodyWhoIsGoneIsNotThatOfWhoHasTheNumber(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.good(run.Helpdesk)
	gone, err := w.desk.Create(t.Context(), customer.Customer{First: "Gerda", Emails: []string{"gerda@gras.example"}})
	if err != nil {
		t.Fatal(err)
	}
	bram := w.person("BBBB22").ID
	e := ledger.Entry{Kind: ledger.Customer, Key: strconv.FormatInt(bram, 10), Synced: "x"}
	e.SetNumber(gone)
	e.SetState(map[string]any{"code": "GGGG77", "name": "x", "emails": []string{"gerda@gras.example"}})
	if err := w.Stores.Ledger.Put(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	w.desk.Ask(gone, "gerda@gras.example", "Vraag van Gerda", w.at)
	before := w.customers()
	w.forget()
	if r := w.run(run.Helpdesk, synchronizations.Options{DryRun: true}); len(r.Plan) != 0 {
		t.Errorf("%+v", r.Plan)
	}
	if _, err := w.Stores.Ledger.Find(t.Context(), ledger.Customer, e.Key); err != nil {
		t.Errorf("a dry run forgets: %v", err)
	}
	w.good(run.Helpdesk)
	w.quiet()
	if now := w.customers(); now != before || w.person("BBBB22").Customer() != 0 || len(w.timeline("BBBB22")) != 0 {
		t.Errorf("the customers are\n%s\nand were\n%s\n%q", now, before, w.timeline("BBBB22"))
	}
	if e, err := w.Stores.Ledger.Find(t.Context(), ledger.Customer, e.Key); err == nil {
		t.Errorf("remembered: %+v", e)
	}
}

// A run that dies while it gives customers the numbers of their people converges.
func TestAKilledRunKeepsCustomersWithTheirPeople(t *testing.T) {
	t.Parallel()
	for at := 1; ; at += stride() {
		w, comesBack := shifting(t)
		before := w.customers()
		comesBack()
		if !w.killed(at, run.Helpdesk) {
			if at < 5 {
				t.Errorf("only %d events", at-1)
			}
			return
		}
		w.good(run.Helpdesk)
		if now := w.customers(); now != before {
			t.Fatalf("killed at event %d the customers are\n%s\nand were\n%s", at, now, before)
		}
		w.forget()
		w.good(run.Helpdesk)
		if w.quiet(); t.Failed() {
			t.Fatalf("killed at event %d: not quiet", at)
		}
	}
}
