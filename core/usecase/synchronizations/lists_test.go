package synchronizations_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/ports"
)

// on are the addresses on a list, in order.
func (w *world) on(list string) string {
	var all []string
	for _, s := range w.lists.On(list) {
		all = append(all, s.Email)
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// Three lists of which the first two are set; Carla and Bram share an address, so that it stands on both.
func listWorld(t *testing.T) *world {
	w := newWorld(t)
	w.lists = inmem.NewMailLists([]string{"voornaam"}, "een", "twee", "drie")
	w.Lists = w.lists
	w.good(run.People)
	if w.on("een") != "anna@bos.example carla@bos.example els@eik.example" || w.on("twee") != "carla@bos.example" {
		t.Fatalf("%s, %s", w.on("een"), w.on("twee"))
	}
	return w
}

func TestAnotherListInTheSettingsIsFilledAndTheOneBeforeEmptied(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name            string
		lists           []string
		een, twee, drie string
	}{
		{"another first list", []string{"drie", "twee"}, "", "carla@bos.example", "anna@bos.example carla@bos.example els@eik.example"},
		{"the other way round", []string{"twee", "een"}, "carla@bos.example", "anna@bos.example carla@bos.example els@eik.example", ""},
		{"fewer", []string{"een"}, "anna@bos.example carla@bos.example els@eik.example", "", ""},
		{"only the second", []string{"twee"}, "", "anna@bos.example carla@bos.example els@eik.example", ""},
		{"more", []string{"een", "twee", "drie"}, "anna@bos.example carla@bos.example els@eik.example", "carla@bos.example", ""},
		{"none", nil, "", "", ""},
	} {
		w := listWorld(t)
		w.Settings.Lists = c.lists
		w.good(run.People)
		if w.on("een") != c.een || w.on("twee") != c.twee || w.on("drie") != c.drie {
			t.Errorf("%s: een %s, twee %s, drie %s", c.name, w.on("een"), w.on("twee"), w.on("drie"))
		}
		w.forget()
		w.good(run.People)
		w.quiet()
	}
}

func TestWhoUnsubscribedFromAListStaysSoUnderItsNewNumber(t *testing.T) {
	t.Parallel()
	for _, lists := range [][]string{{"twee"}, {"twee", "een"}} {
		w := listWorld(t)
		w.lists.SetState("twee", "carla@bos.example", "unsubscribed")
		w.Settings.Lists = lists
		w.good(run.People)
		for _, s := range w.lists.On("twee") {
			if s.Email == "carla@bos.example" && s.State != "unsubscribed" {
				t.Errorf("%v: %+v", lists, s)
			}
		}
	}
}

func TestEmptyingAListIsUnderTheGuard(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(20)
	w.good(run.People)
	w.Settings.Lists = []string{"twee"}
	w.forget()
	r := w.run(run.People, synchronizations.Options{})
	w.quiet()
	if r.Outcome != run.Failure {
		t.Fatalf("%s", r.Outcome)
	}
	has(t, "the report", r.Problems[0].Message, "adressen op lijst 1", "--accept-removals 23")
	if r := w.run(run.People, synchronizations.Options{AcceptRemovals: 23}); r.Outcome != run.Success {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	if len(w.lists.On("een")) != 0 || len(w.lists.On("twee")) != 23 {
		t.Errorf("een %s, twee %s", w.on("een"), w.on("twee"))
	}
}

func TestAListThatIsGoneAtTheProviderIsForgotten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(20)
	w.good(run.People)
	w.Settings.Lists = []string{"twee"}
	w.lists.Drop("een")
	w.forget()
	w.good(run.People) // the guard counts nobody
	if n := len(w.lists.On("twee")); n != 23 {
		t.Errorf("%d on the new list", n)
	}
	asked := strings.Join(append(w.lists.Reads(), w.lists.Writes()...), "\n")
	if strings.Count(asked, " een") != 1 {
		t.Errorf("asked of the list that is gone:\n%s", asked)
	}
	w.calm()
}

func TestOfAListThatDoesNotAnswerNothingIsForgotten(t *testing.T) {
	t.Parallel()
	w := listWorld(t)
	w.Settings.Lists = []string{"drie", "twee"}
	w.lists.Fail = func(_, list, _ string) error {
		if list == "een" {
			return errDown
		}
		return nil
	}
	w.run(run.People, synchronizations.Options{})
	w.lists.Fail = nil
	w.good(run.People)
	if w.on("een") != "" || len(w.lists.On("drie")) != 3 {
		t.Errorf("een %s, drie %s", w.on("een"), w.on("drie"))
	}
}

func TestAListOfTheSettingsThatIsGoneIsAnError(t *testing.T) {
	t.Parallel()
	w := listWorld(t)
	w.lists.Drop("een")
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Email = "" })
	if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Partial {
		t.Errorf("%s", r.Outcome)
	}
	if entries, err := w.Stores.Ledger.Entries(t.Context(), ledger.List(1)); err != nil || len(entries) != 3 {
		t.Errorf("%d addresses are remembered, %v", len(entries), err)
	}
}

func TestAnAddressThatCouldNotBeTakenOffIsTakenOffNextTime(t *testing.T) {
	t.Parallel()
	w := listWorld(t)
	w.Settings.Lists = []string{"drie", "twee"}
	w.lists.Fail = func(call, list, _ string) error {
		if call == inmem.CallTakeOff && list == "een" {
			return errDown
		}
		return nil
	}
	if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Partial {
		t.Errorf("%s", r.Outcome)
	}
	w.lists.Fail = nil
	w.good(run.People)
	if w.on("een") != "" || len(w.lists.On("drie")) != 3 {
		t.Errorf("een %s, drie %s", w.on("een"), w.on("drie"))
	}
}

func TestAFailedDownloadTakesNobodyOffAListThatIsSetNoMore(t *testing.T) {
	t.Parallel()
	w := listWorld(t)
	w.Settings.Lists = []string{"drie"}
	w.site.Fail = func(call, _ string) error {
		if call == "Members" {
			return federation.ErrAnswer
		}
		return nil
	}
	w.forget()
	w.run(run.People, synchronizations.Options{})
	w.quiet()
	w.site.Fail = nil
	w.good(run.People)
	if w.on("een")+w.on("twee") != "" || len(w.lists.On("drie")) != 3 {
		t.Errorf("een %s, twee %s, drie %s", w.on("een"), w.on("twee"), w.on("drie"))
	}
}

func TestWhoSaysNoStaysSoWhenTheAddressComesBack(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"unsubscribed", "cleaned"} {
		w := newWorld(t)
		w.good(run.People)
		w.lists.SetState("een", "els@eik.example", state)
		w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
		w.edit("AAAA11", func(m *inmem.SiteMember) { m.Email = "" })
		w.good(run.People)
		if got := w.states("een"); got != "carla@bos.example active, els@eik.example "+state {
			t.Errorf("after Daan left: %s", got)
		}
		if _, err := w.Stores.Ledger.Find(t.Context(), ledger.List(1), "els@eik.example"); !errors.Is(err, fault.ErrNotFound) {
			t.Errorf("what is remembered of the address: %v", err)
		}
		w.calm()
		w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = false })
		w.good(run.People)
		if got := w.states("een"); got != "carla@bos.example active, els@eik.example "+state {
			t.Errorf("after Daan came back: %s", got)
		}
		w.calm()
	}
}

// shortened are lists of a provider that leaves somebody out when it is asked who is on them.
type shortened struct {
	ports.MailLists
	without string
}

func (s shortened) Subscribers(ctx context.Context, list string) ([]mailing.Subscriber, error) {
	all, err := s.MailLists.Subscribers(ctx, list)
	return slices.DeleteFunc(all, func(s2 mailing.Subscriber) bool { return s2.Email == s.without }), err
}

func TestWhomTheProviderDoesNotNameIsTakenOffAllTheSame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	w.Lists = shortened{w.lists, "els@eik.example"}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
	w.good(run.People)
	lacks(t, "the list", w.on("een"), "els@eik.example")
	if _, err := w.Stores.Ledger.Find(t.Context(), ledger.List(1), "els@eik.example"); !errors.Is(err, fault.ErrNotFound) {
		t.Errorf("what is remembered of the address: %v", err)
	}
	w.calm()
}

// states are the addresses on a list and their states.
func (w *world) states(list string) string {
	var all []string
	for _, s := range w.lists.On(list) {
		all = append(all, s.Email+" "+s.State)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// An address that was removed at the provider and put on again has another number there: it is taken off all the same, unless it
// says no.
func TestAnAddressThatGotAnotherNumberIsTakenOff(t *testing.T) {
	t.Parallel()
	for state, want := range map[string]int{"active": 0, "unsubscribed": 1} {
		w := listWorld(t)
		before := w.lists.On("een")
		at := slices.IndexFunc(before, func(s mailing.Subscriber) bool { return s.Email == "els@eik.example" })
		if err := w.lists.Remove(t.Context(), "een", before[at].ID); err != nil {
			t.Fatal(err)
		}
		written, err := w.lists.Put(t.Context(), "een", mailing.Entry{Email: "Els@eik.example"})
		if err != nil || written.ID == before[at].ID {
			t.Fatalf("%+v, before %s: %v", written, before[at].ID, err)
		}
		w.lists.SetState("een", "Els@eik.example", state)
		w.edit("DDDD44", func(m *inmem.SiteMember) { m.Left = true })
		w.good(run.People)
		if n := strings.Count(strings.ToLower(w.on("een")), "els@eik.example"); n != want {
			t.Errorf("%s: %d times on the list: %s", state, n, w.on("een"))
		}
		w.forget()
		w.good(run.People)
		w.quiet()
	}
}
