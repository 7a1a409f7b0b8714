package synchronizations_test

import (
	"strconv"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	differing "github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// fixed repairs what is found, until nothing is.
func (w *world) fixed(want ...run.Pipeline) {
	w.t.Helper()
	done := w.repair(w.found(), synchronizations.Options{})
	if len(done) != len(want) {
		w.t.Errorf("%d runs repair %+v", len(done), w.found())
	}
	for i, r := range done {
		if r.Outcome != run.Success || i < len(want) && r.Pipeline != want[i] {
			w.t.Errorf("%s ends as %s: %+v", r.Pipeline, r.Outcome, r.Problems)
		}
	}
	w.differences(nil)
}

func TestVerifyAndRepairOfTheHelpdesk(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.differences(nil) // before its first run nothing is compared
	w.good(run.Helpdesk)
	w.all()
	w.differences(nil)

	anna, carla, els := w.customerOf("anna@bos.example").ID, w.customerOf("carla@bos.example").ID, w.customerOf("els@eik.example").ID
	w.desk.Drop(els)
	for _, err := range []error{
		w.desk.Change(t.Context(), anna, customer.Customer{First: "Annie", Last: "Bos", Emails: []string{"annie@bos.example"}}),
		w.desk.Fill(t.Context(), carla, map[int]string{1: "Heren 9", 4: "", 99: "of the helpdesk's own"}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	key := func(id int64) string { return strconv.FormatInt(id, 10) }
	w.differences(map[string]string{
		"helpdesk " + key(w.person("AAAA11").ID):    "is niet zoals hij hoort te zijn: naam, e-mailadressen",
		"helpdesk " + key(w.person("CCCC33").ID):    "is niet zoals hij hoort te zijn: veld 1, veld 4",
		"helpdesk " + key(w.named("Els Eik")[0].ID): "bestaat niet meer",
	})
	w.fixed(run.Helpdesk)
	if got := w.customerOf("anna@bos.example"); got.ID != anna || got.First != "Anna" {
		t.Errorf("%+v", got)
	}
	if got := w.customerOf("els@eik.example"); got.ID == els {
		t.Errorf("%+v", got)
	}

	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Email = "daan@eik.example" })
	w.good(run.People)
	w.differences(map[string]string{"helpdesk " + key(w.person("DDDD44").ID): "is nog geen klant van de helpdesk"})
	w.fixed(run.Helpdesk)
	w.byHand(w.person("DDDD44").ID, contacts("email", "daan@eik.example", "mobile", "+31612312312"))
	w.differences(nil) // what somebody changed since the last run comes with the next one
}

func TestVerifyNamesConversationsThatWait(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.good(run.Helpdesk)
	w.all()
	anna := w.customerOf("anna@bos.example")
	asked := w.desk.Ask(anna.ID, "anna@bos.example", "Vraag", w.at)
	w.desk.Ask(0, "niemand@elders.example", "Van niemand", w.at)
	w.app.Fail = func(call string, _ int64) error {
		if call == inmem.CallLog {
			return fault.New(fault.Unavailable, "application_silent", "stil")
		}
		return nil
	}
	w.run(run.Helpdesk, synchronizations.Options{})
	w.app.Fail = nil
	w.differences(map[string]string{"application " + strconv.FormatInt(asked.ID, 10): "staat nog niet op de tijdlijn"})
	w.fixed(run.Helpdesk)
}

func TestAnAddressOfAnotherCustomerIsNoDifference(t *testing.T) {
	t.Parallel()
	w := helped(t)
	if _, err := w.desk.Create(t.Context(), customer.Customer{First: "Iemand", Emails: []string{"anna2@bos.example"}}); err != nil {
		t.Fatal(err)
	}
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Email2 = "anna2@bos.example" })
	w.good(run.Helpdesk)
	w.good(run.People)
	w.good(run.Helpdesk)
	w.all()
	w.differences(nil)
}

func TestVerifyAndRepairOfContributions(t *testing.T) {
	t.Parallel()
	w := contributing(t)
	w.dues.Put(2025, owes("ZZZZ99", 100, 100, "Open")) // a year without any items says nothing of anybody
	w.settle()
	w.differences(nil)
	w.good(run.Contributions)
	w.differences(nil)

	w.byHand(w.person("AAAA11").ID, map[string]any{"_nikki_2026_saldo": 1, "_nikki_2025_total": 5})
	w.byHand(w.person("DDDD44").ID, map[string]any{"_nikki_2026_status": "Kwijtgescheld"})
	w.differences(map[string]string{
		"application AAAA11": "zegt: 2026, 2025", "application DDDD44": "zegt: 2026",
	})
	if found := w.found(differing.People); len(found) != 0 {
		t.Errorf("of the people: %+v", found)
	}
	w.fixed(run.Contributions)
	if got, want := w.nikki("DDDD44"), `2026_saldo=180.00 2026_status="Open" 2026_total=180.00`; got != want {
		t.Errorf("Daan: %s", got)
	}

	w.dues.Put(2026, owes("AAAA11", 12_750, 0, "Betaald"), owes("BBBB22", 100, 100, "Open"), owes("DDDD44", 18_000, 18_000, "Open"))
	w.differences(map[string]string{"application BBBB22": "staan nog niet in de applicatie"}) // Anna's change comes with the next run
	w.fixed(run.Contributions)

	w.dues.Fail = func(int) error { return fault.New(fault.Unavailable, "contributions_silent", "stil") }
	if _, err := w.Verify(t.Context()); err == nil {
		t.Error("without the provider it compares")
	}
	w.dues.Fail = func(year int) error {
		if year == 2024 {
			return fault.New(fault.Unavailable, "contributions_silent", "stil")
		}
		return nil
	}
	w.differences(map[string]string{"contributions 2024": "stil"})
}
