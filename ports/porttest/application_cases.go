package porttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/ports"
)

// ApplicationCases is the contract of ports.ApplicationCases. people are those of the same application; bill puts the case
// with the number of a person on an invoice, nil where that cannot be done from here.
//
// contract: facts §3.5
func ApplicationCases(
	t *testing.T, people ports.ApplicationPeople, cases ports.ApplicationCases, bill func(t testing.TB, person, id int64),
) {
	ctx := context.Background()
	jan := must(people.Create(ctx, acfOf("first_name", "Jan")))(t)
	told := federation.Case{
		Dossier: "T-1", Played: civil.Date{Year: 2026, Month: 6, Day: 30}, Processed: civil.Date{Year: 2026, Month: 7, Day: 3},
		Match: "A & B - C", Team: "JO9-1", Codes: []string{"1.1", "2.4"}, Charge: "Praten", Sanction: "Waarschuwing",
		Fee: new(money.Cents(1385)), Charged: true,
	}
	listed := func(t testing.TB, id int64) (payload.Case, bool) {
		t.Helper()
		list := must(cases.List(ctx))(t)
		at := slices.IndexFunc(list, func(c payload.Case) bool { return c.ID == id })
		if at < 0 {
			return payload.Case{}, false
		}
		return list[at], true
	}

	t.Run("what is filed and changed is answered as it is kept", func(t *testing.T) {
		made := must(cases.Create(ctx, payload.CaseOf(told, payload.Around{Person: jan.ID, Name: "Jan"})))(t)
		equal(t, "title", made.Title, "Jan - A & B - C - 2026-06-30")
		equal(t, "person", made.Person, jan.ID)
		equal(t, "codes", made.Codes, "1.1, 2.4")
		equal(t, "fee", made.Fee.String(), "13.85")
		equal(t, "who asks", made.Charged, "federation")
		equal(t, "day", made.MatchOn, told.Played)
		in, there := listed(t, made.ID)
		if !there || in.Dossier != "T-1" || in.Person != jan.ID || in.Charged != "federation" {
			t.Errorf("listed as %+v", in)
		}
		told.Fee, told.Charged, told.Sanction = nil, false, ""
		changed := must(cases.Change(ctx, made.ID, payload.CaseOf(told, payload.Around{})))(t)
		equal(t, "person", changed.Person, 0)
		equal(t, "sanction", changed.Sanction, "")
		equal(t, "title", changed.Title, "A & B - C - 2026-06-30")
		if changed.Fee != nil {
			t.Errorf("the fee is %v", changed.Fee)
		}
		equal(t, "who asks stays", changed.Charged, "federation")
	})

	t.Run("a dossier has one case", func(t *testing.T) {
		_, err := cases.Create(ctx, payload.CaseOf(told, payload.Around{}))
		ofKind(t, "the same dossier", err, fault.Invalid)
		_, err = cases.Create(ctx, payload.CaseOf(federation.Case{Match: "x"}, payload.Around{}))
		ofKind(t, "no dossier", err, fault.Invalid)
		_, err = cases.Create(ctx, payload.CaseOf(federation.Case{Dossier: "T-2"}, payload.Around{Person: nobodyHas}))
		ofKind(t, "nobody's", err, fault.Invalid)
	})

	t.Run("an absent case is not found", func(t *testing.T) {
		made := must(cases.Create(ctx, payload.CaseOf(federation.Case{Dossier: "T-3"}, payload.Around{})))(t)
		ok(t, cases.Remove(ctx, made.ID))
		if _, there := listed(t, made.ID); there {
			t.Error("the removed case is listed")
		}
		for _, id := range []int64{made.ID, nobodyHas} {
			_, err := cases.Change(ctx, id, payload.CaseOf(federation.Case{Dossier: "T-3"}, payload.Around{}))
			ofKind(t, "Change", err, fault.NotFound)
			ofKind(t, "Remove", cases.Remove(ctx, id), fault.NotFound)
		}
	})

	t.Run("all are listed, each once", func(t *testing.T) {
		made := map[int64]bool{}
		for i := range 103 {
			c := payload.CaseOf(federation.Case{Dossier: fmt.Sprint("L-", i), Played: told.Played}, payload.Around{})
			made[must(cases.Create(ctx, c))(t).ID] = true
		}
		seen := map[int64]bool{}
		for _, c := range must(cases.List(ctx))(t) {
			if seen[c.ID] {
				t.Errorf("%d is listed twice", c.ID)
			}
			seen[c.ID] = true
			delete(made, c.ID)
		}
		equal(t, "not listed", len(made), 0)
	})

	if bill != nil {
		t.Run("one that stands on an invoice stays", func(t *testing.T) {
			about := payload.CaseOf(federation.Case{Dossier: "T-4", Match: "A - B"}, payload.Around{Person: jan.ID})
			made := must(cases.Create(ctx, about))(t)
			bill(t, jan.ID, made.ID)
			ofKind(t, "Remove", cases.Remove(ctx, made.ID), fault.Conflict)
			if _, there := listed(t, made.ID); !there {
				t.Error("it is gone")
			}
		})
	}

	t.Run("a cancelled context stops every call", func(t *testing.T) {
		gone, about := cancelled(), payload.CaseOf(federation.Case{Dossier: "T-9"}, payload.Around{})
		_, list := cases.List(gone)
		_, create := cases.Create(gone, about)
		_, change := cases.Change(gone, 1, about)
		for call, err := range map[string]error{
			"List": list, "Create": create, "Change": change, "Remove": cases.Remove(gone, 1),
		} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", call, err)
			}
		}
	})
}

// ApplicationTasks is the contract of ports.ApplicationTasks. people are those of the same application.
//
// contract: club §2.10
func ApplicationTasks(t *testing.T, people ports.ApplicationPeople, tasks ports.ApplicationTasks) {
	ctx := context.Background()
	jan := must(people.Create(ctx, acfOf("first_name", "Taak")))(t)
	due := civil.Date{Year: 2026, Month: 3, Day: 21}

	t.Run("what is given is told, the newest first", func(t *testing.T) {
		equal(t, "before", len(must(tasks.Given(ctx, jan.ID))(t)), 0)
		ok(t, tasks.Give(ctx, jan.ID, payload.Task{Content: "Eerst", Due: due, Function: "Secretaris"}))
		ok(t, tasks.Give(ctx, jan.ID, payload.Task{Content: "Daarna", Notes: "Omdat", Due: due}))
		ok(t, tasks.Give(ctx, 0, payload.Task{Content: "Van niemand", Due: due, Function: "Secretaris"}))
		list := must(tasks.Given(ctx, jan.ID))(t)
		if len(list) != 2 || list[0].Content != "Daarna" || list[1].Content != "Eerst" || list[0].Due != due || list[0].Notes == "" {
			t.Errorf("got %+v", list)
		}
		if all := must(tasks.Given(ctx, 0))(t); len(all) != 3 {
			t.Errorf("got %+v", all)
		}
	})

	t.Run("what is refused is given to nobody", func(t *testing.T) {
		ofKind(t, "no content", tasks.Give(ctx, jan.ID, payload.Task{Due: due}), fault.Invalid)
		ofKind(t, "about nobody who is there", tasks.Give(ctx, nobodyHas, payload.Task{Content: "x", Due: due}), fault.NotFound)
		equal(t, "after", len(must(tasks.Given(ctx, jan.ID))(t)), 2)
	})

	t.Run("a cancelled context stops every call", func(t *testing.T) {
		_, err := tasks.Given(cancelled(), jan.ID)
		for call, err := range map[string]error{"Given": err, "Give": tasks.Give(cancelled(), jan.ID, payload.Task{Content: "x"})} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", call, err)
			}
		}
	})
}
