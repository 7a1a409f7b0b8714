package synchronizations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/sync/dues"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

func owes(code string, total, balance money.Cents, status string) dues.Item {
	return dues.Item{Member: code, Total: total, Balance: balance, Status: status}
}

// nikki is what the application says of a member's contributions: the fields of all years, in order.
func (w *world) nikki(code string) string {
	var said []string
	for key, value := range fieldsOf(w.person(code)) {
		if strings.HasPrefix(key, "_nikki_") {
			said = append(said, strings.TrimPrefix(key, "_nikki_")+"="+string(value))
		}
	}
	slices.Sort(said)
	return strings.Join(said, " ")
}

// contributing is a club whose members were asked for contributions.
func contributing(t *testing.T) *world {
	w := newWorld(t)
	w.good(run.People)
	w.dues.Put(2026, owes("AAAA11", 12_750, 6_375, "Deels betaald"), owes("aaaa11", 4_500, 0, "Betaald"),
		owes("DDDD44", 18_000, 18_000, "Open"), owes("ZZZZ99", 100, 100, "Open"))
	w.dues.Put(2023, owes("AAAA11", 10_001, 0, "Betaald"))
	w.dues.Put(2022, owes("AAAA11", 9_900, 0, "Betaald")) // too long ago
	return w
}

// contract: sync §1, "contributions"; club §2.1, the fields of a person that start with _nikki_.
func TestContributionsGoToTheApplication(t *testing.T) {
	t.Parallel()
	w := contributing(t)
	w.forget()
	r := w.good(run.Contributions)
	if got, want := w.nikki("AAAA11"), `2023_saldo=0.00 2023_status="Betaald" 2023_total=100.01 `+
		`2026_saldo=63.75 2026_status="Deels betaald" 2026_total=172.50`; got != want {
		t.Errorf("Anna: %s", got)
	}
	if got, want := w.nikki("DDDD44"), `2026_saldo=180.00 2026_status="Open" 2026_total=180.00`; got != want {
		t.Errorf("Daan: %s", got)
	}
	if n := len(w.app.Writes()); n != 2 {
		t.Errorf("written: %v", w.app.Writes())
	}
	report := r.Report().Text()
	has(t, "the report", report, "CONTRIBUTIONS SYNC", "Contributions downloaded: 5", "Members updated: 2/2",
		"Skipped (not in the application): 1")
	if w.site.Count("Members")+w.site.Count("Member") > 2 {
		t.Error("the site was asked")
	}

	w.forget()
	w.good(run.Contributions)
	w.quiet()
	w.good(run.People) // what was written is no edit of somebody
	w.quiet()
}

func TestWhatVanishesIsNull(t *testing.T) {
	t.Parallel()
	w := contributing(t)
	w.good(run.Contributions)
	w.dues.Put(2023)
	w.dues.Put(2026, owes("AAAA11", 12_750, 0, "Betaald"))
	w.good(run.Contributions)
	if got := w.nikki("AAAA11"); got != `2026_saldo=0.00 2026_status="Betaald" 2026_total=127.50` {
		t.Errorf("Anna: %s", got)
	}
	if got := w.nikki("DDDD44"); got != "" {
		t.Errorf("Daan: %s", got)
	}
	w.forget()
	w.good(run.Contributions)
	w.quiet()
}

// A provider that says nothing of a year, to a service that does not know any more what it told.
func TestAYearWithoutAnyItemsTakesNothingFromWhoWasNotTold(t *testing.T) {
	t.Parallel()
	w := contributing(t)
	w.good(run.Contributions)
	told, err := w.Stores.Ledger.Entries(t.Context(), ledger.Contribution)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range told {
		if err := w.Stores.Ledger.Remove(t.Context(), e.Kind, e.Key); err != nil {
			t.Fatal(err)
		}
	}
	w.dues.Put(2026)
	w.dues.Put(2025, owes("AAAA11", 500, 0, "Betaald"), owes("DDDD44", 500, 0, "Betaald"))
	w.dues.Put(2023, owes("DDDD44", 700, 0, "Betaald"))
	w.good(run.Contributions)
	has(t, "Anna", w.nikki("AAAA11"), "2025_total=5.00", "2026_total=172.50")
	has(t, "Daan", w.nikki("DDDD44"), "2023_total=7.00", "2025_total=5.00", "2026_total=180.00")
	lacks(t, "Anna, of a year with items", w.nikki("AAAA11"), "2023_total")
	w.forget()
	w.good(run.Contributions)
	w.quiet()
}

func TestAYearThatIsNoLongerReadStays(t *testing.T) {
	t.Parallel()
	w := contributing(t)
	w.good(run.Contributions)
	w.at = time.Date(2027, 1, 1, 7, 0, 0, 0, w.Zone)
	w.forget()
	w.good(run.Contributions)
	has(t, "Anna", w.nikki("AAAA11"), "2023_total=100.01", "2026_total=172.50")
	if n := len(w.app.Writes()); n != 0 {
		t.Errorf("written: %v", w.app.Writes())
	}
}

func TestAYearThatCannotBeReadStaysAsItWas(t *testing.T) {
	t.Parallel()
	w := contributing(t)
	w.good(run.Contributions)
	before := w.nikki("DDDD44")
	w.dues.Put(2026)
	w.dues.Put(2025, owes("DDDD44", 500, 0, "Betaald"))
	w.dues.Fail = func(year int) error {
		if year == 2026 {
			return fault.New(fault.Unavailable, "contributions_silent", "stil")
		}
		return nil
	}
	r := w.run(run.Contributions, synchronizations.Options{})
	if r.Outcome != run.Partial || len(r.Problems) != 1 {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	has(t, "Daan", w.nikki("DDDD44"), before, "2025_total=5.00")
	has(t, "the note", r.Report().Text(), "de contributies van 2026 zijn niet gelezen")
}

func TestNothingIsWrittenWithoutTheProvider(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind fault.Kind
		said string
	}{
		"a wrong key":      {fault.Unauthenticated, "De dienst voor contributies werkt niet mee: geen toegang"},
		"no answer at all": {fault.Unavailable, "De dienst voor contributies werkt niet mee: Van geen enkel jaar"},
	} {
		w := contributing(t)
		w.good(run.Contributions)
		w.dues.Put(2026)
		w.dues.Fail = func(int) error { return fault.New(c.kind, "contributions_key", "geen toegang") }
		w.forget()
		if r := w.run(run.Contributions, synchronizations.Options{Scheduled: true}); r.Outcome != run.Failure {
			t.Errorf("%s: %s", name, r.Outcome)
		}
		w.unwritten()
		mails := w.mail.Sent()
		has(t, name, mails[len(mails)-1].Text, c.said, "Gevolg: ", "de contributies", "Wat te doen: ")
	}
}

func TestAnAmountThatCannotBeReadConcernsOneMember(t *testing.T) {
	t.Parallel()
	w := contributing(t)
	w.good(run.Contributions)
	before := w.nikki("DDDD44")
	w.dues.Put(2026, owes("AAAA11", 1_000, 0, "Betaald"), owes("DDDD44", 1, 1, "de helft van twee"))
	w.dues.Fail = func(year int) error {
		if year == 2026 {
			return &dues.Unreadable{Items: []dues.UnreadableItem{{Member: "DDDD44", Cause: fmt.Errorf("n.t.b.")}}}
		}
		return nil
	}

	if r := w.run(run.Contributions, synchronizations.Options{}); r.Outcome != run.Partial || r.Problems[0].Key != "DDDD44" {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	if got := w.nikki("DDDD44"); got != before {
		t.Errorf("Daan: %s", got)
	}
	has(t, "Anna", w.nikki("AAAA11"), "2026_total=10.00")
}

func TestTooMuchThatVanishesStopsTheRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(30)
	w.good(run.People)
	var all []dues.Item
	for i := range 30 {
		all = append(all, owes(fmt.Sprintf("ZZ%04d", i), 100, 100, "Open"))
	}
	w.dues.Put(2026, all...)
	w.dues.Put(2025, all...)
	w.good(run.Contributions)
	w.dues.Put(2026, all[:20]...)
	w.forget()
	r := w.run(run.Contributions, synchronizations.Options{})
	if r.Outcome != run.Failure {
		t.Errorf("%s", r.Outcome)
	}
	w.unwritten()
	has(t, "the report", r.Report().Text(), "10 van 30 contributies van 2026", "clubsync run contributions --accept-removals 10")
	if r := w.run(run.Contributions, synchronizations.Options{AcceptRemovals: 10}); r.Outcome != run.Success {
		t.Errorf("accepted: %s %+v", r.Outcome, r.Problems)
	}
	if got := w.nikki("ZZ0029"); strings.Contains(got, "2026") {
		t.Errorf("%s", got)
	}
}

func TestADryRunOfContributionsWritesNothing(t *testing.T) {
	t.Parallel()
	w := contributing(t)
	w.forget()
	r := w.run(run.Contributions, synchronizations.Options{DryRun: true})
	if len(r.Plan) != 2 || r.Outcome != run.Success {
		t.Errorf("%s %+v", r.Outcome, r.Plan)
	}
	w.unwritten()
	if got := len(w.good(run.Contributions).Problems); got != 0 || w.nikki("DDDD44") == "" {
		t.Error("the run after it did nothing")
	}
}

func TestAPersonMadeAnewIsToldOfContributionsAgain(t *testing.T) {
	t.Parallel()
	w := contributing(t)
	w.good(run.Contributions)
	before := w.nikki("DDDD44")
	people, _ := w.app.ByHand()
	if err := people.Remove(t.Context(), w.person("DDDD44").ID, 0); err != nil {
		t.Fatal(err)
	}
	w.dues.Put(2026, owes("AAAA11", 12_750, 6_375, "Deels betaald"), owes("AAAA11", 4_500, 0, "Betaald"),
		owes("DDDD44", 18_000, 0, "Betaald"))
	w.good(run.Contributions) // finds that Daan is gone
	w.good(run.People)
	w.good(run.Contributions)
	if got := w.nikki("DDDD44"); got == before || !strings.Contains(got, "Betaald") {
		t.Errorf("Daan: %s", got)
	}
}

// contract: facts §10, "SIGKILLed run": a run that was killed at any event converges.
func TestAKilledRunOfContributionsConverges(t *testing.T) {
	t.Parallel()
	begin := func() *world {
		w := contributing(t)
		w.good(run.Contributions)
		w.dues.Put(2023)
		w.dues.Put(2026, owes("AAAA11", 12_750, 0, "Betaald"), owes("BBBB22", 5_000, 5_000, "Open"))
		return w
	}
	clean := begin()
	clean.good(run.Contributions)
	want, at := clean.picture(), 1
	for ; ; at += stride() {
		w := begin()
		if !w.killed(at, run.Contributions) {
			break
		}
		w.good(run.Contributions)
		if got := w.picture(); got != want {
			t.Fatalf("killed at event %d:\n%s", at, difference(want, got))
		}
		w.forget()
		w.good(run.Contributions)
		if w.quiet(); t.Failed() {
			t.Fatalf("killed at event %d: not quiet", at)
		}
	}
	if at < 10 {
		t.Errorf("only %d events", at-1)
	}
}

func TestAPipelineWithoutItsProvider(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Contributions = nil
	if _, err := w.Run(t.Context(), run.Contributions, synchronizations.Options{}); err == nil || w.Configured(run.Contributions) {
		t.Errorf("%v", err)
	}
}

func TestAContributionOfNobodyKnowsWhomTakesNothingAway(t *testing.T) {
	t.Parallel()
	w := contributing(t)
	w.good(run.Contributions)
	daan, bram := w.nikki("DDDD44"), w.person("BBBB22").ID
	w.byHand(bram, map[string]any{"_nikki_2026_total": 9.5, "_nikki_2026_saldo": 0, "_nikki_2026_status": "Betaald"})
	w.dues.Put(2026, owes("AAAA11", 12_750, 0, "Betaald"), owes("CCCC33", 500, 500, "Open"))
	w.dues.Put(2025, owes("BBBB22", 100, 0, "Betaald"))
	w.dues.Put(2023, owes("AAAA11", 9_000, 0, "Betaald")) // a year in which all was read
	w.dues.Fail = func(year int) error {
		if year == 2026 {
			return &dues.Unreadable{Items: []dues.UnreadableItem{{Cause: fmt.Errorf("member_code is missing")}}}
		}
		return nil
	}
	if r := w.run(run.Contributions, synchronizations.Options{}); r.Outcome != run.Partial || len(r.Problems) != 1 {
		t.Errorf("%s %+v", r.Outcome, r.Problems)
	}
	if got := w.nikki("DDDD44"); got != daan {
		t.Errorf("Daan, of whom nothing was read: %s", got)
	}
	has(t, "Anna, of whom less was read", w.nikki("AAAA11"), "2026_saldo=63.75", "2026_total=172.50", "2023_total=90.00")
	has(t, "Bram, who was never told before", w.nikki("BBBB22"), "2025_total=1.00", "2026_total=9.5")
	has(t, "Carla, who is new", w.nikki("CCCC33"), "2026_total=5.00")
	w.dues.Fail = nil
	w.good(run.Contributions)
	lacks(t, "Daan, when all can be read", w.nikki("DDDD44"), "180.00")
	has(t, "Anna, when all can be read", w.nikki("AAAA11"), "2026_saldo=0.00", "2026_total=127.50")
}
