package synchronizations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// helped is a club with a helpdesk: Anna with her own address, Bram with that of Carla, who is a member herself, Daan without
// one, and his mother Els.
func helped(t *testing.T) *world {
	w := newWorld(t)
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Birth = civil.Date{Year: 1980, Month: 1, Day: 2} })
	w.seats()
	w.edit("AAAA11", func(m *inmem.SiteMember) {
		m.Roles.Functions = []federation.Function{{Title: "Scheidsrechter", End: civil.Date{Year: 2025, Month: 6, Day: 30}}}
		m.Roles.Seats = []federation.Seat{
			{Committee: "C1", Name: "Kantinecommissie", Title: "Lid", End: civil.Date{Year: 2026, Month: 1, Day: 31}},
		}
	})
	w.all()
	w.dues.Put(2026, owes("AAAA11", 12_750, 6_375, "Deels betaald"))
	w.dues.Put(2025, owes("AAAA11", 10_000, 0, "Zwart"))
	w.good(run.Contributions)
	return w
}

// customerOf is the helpdesk's customer with the address.
func (w *world) customerOf(email string) inmem.Customer {
	w.t.Helper()
	var found []inmem.Customer
	for _, c := range w.desk.Known() {
		if slices.Contains(c.Emails, email) {
			found = append(found, c)
		}
	}
	if len(found) != 1 {
		w.t.Fatalf("%d customers have %s: %+v", len(found), email, w.desk.Known())
	}
	return found[0]
}

// contract: sync §2.5
func TestPeopleBecomeCustomersOfTheHelpdesk(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.byHand(w.person("AAAA11").ID, map[string]any{"contact_info": []map[string]any{
		{"contact_type": "email", "contact_value": "anna@bos.example"}, {"contact_type": "mobile", "contact_value": "+31687654321"},
		{"contact_type": "website", "contact_value": "https://anna.example"},
	}})
	r := w.good(run.Helpdesk)
	anna := w.customerOf("anna@bos.example")
	if anna.First != "Anna" || anna.Last != "Bos" || !slices.Equal(anna.Phones, []string{"+31687654321"}) ||
		!slices.Equal(anna.Websites, []string{"https://anna.example"}) {
		t.Errorf("%+v", anna)
	}
	if got := fmt.Sprint(anna.Fields); got != "map[1:JO11-1 4:AAAA11 5:2020-08-01 7:63.75 8:Deels betaald 9:2026-01-31]" {
		t.Errorf("the fields of Anna are %s", got)
	}
	carla := w.customerOf("carla@bos.example")
	if carla.First != "Carla" || carla.Fields[9] != "" || carla.Fields[7] != "" { // a function of hers is open
		t.Errorf("%+v", carla)
	}
	if els := w.customerOf("els@eik.example"); els.First+els.Last != "Els Eik" && els.First != "Els" || els.Fields[4] != "" {
		t.Errorf("%+v", els)
	}
	if n := len(w.desk.Known()); n != 3 { // Daan has no address, and Bram has Carla's
		t.Errorf("%d customers: %+v", n, w.desk.Known())
	}
	bram, owner := w.person("BBBB22").ID, w.person("CCCC33").ID
	has(t, "the report", r.Report().Text(), "FREESCOUT SYNC", "Total customers: 3", "3 created",
		fmt.Sprintf("persoon %d met persoon %d", bram, owner))
	for code, want := range map[string]int64{"AAAA11": anna.ID, "CCCC33": carla.ID, "BBBB22": 0, "DDDD44": 0} {
		if got := w.person(code).Customer(); got != want {
			t.Errorf("%s is customer %d in the application, not %d", code, got, want)
		}
	}

	w.forget()
	w.good(run.Helpdesk)
	w.quiet()
	if calls := w.desk.Calls(); len(calls) > 1 {
		t.Errorf("an unchanged run asks %v", calls)
	}
	w.good(run.People) // the number goes to the site
	if free := w.member("AAAA11").Free[3]; free != fmt.Sprint(anna.ID) {
		t.Errorf("on the site Anna is customer %q", free)
	}
	w.all()
	w.forget()
	w.good(run.Helpdesk)
	w.quiet()
}

func TestCustomersAreFoundByNumberThenByAddressAndNeverByName(t *testing.T) {
	t.Parallel()
	w := helped(t)
	namesake, _ := w.desk.Create(t.Context(), customer.Customer{First: "Anna", Last: "Bos", Emails: []string{"anders@club.example"}})
	byAddress, _ := w.desk.Create(t.Context(), customer.Customer{First: "?", Emails: []string{"Els@Eik.example"}})
	stored, _ := w.desk.Create(t.Context(), customer.Customer{First: "C.", Emails: []string{"oud@bos.example"}})
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Free[3] = fmt.Sprint(stored) })
	w.all()
	w.good(run.Helpdesk)
	if got := w.customerOf("els@eik.example").ID; got != byAddress {
		t.Errorf("Els is customer %d, not %d", got, byAddress)
	}
	if got := w.customerOf("carla@bos.example").ID; got != stored {
		t.Errorf("Carla is customer %d, not %d", got, stored)
	}
	if got := w.customerOf("anna@bos.example").ID; got == namesake {
		t.Error("Anna was found by her name")
	}
	if got := w.customerOf("anders@club.example"); got.ID != namesake || len(got.Fields) != 0 {
		t.Errorf("the namesake became %+v", got)
	}
}

func TestAddressesAreNotSwappedToAndFro(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Email = "" })
	w.all()
	w.good(run.Helpdesk)
	bram := w.customerOf("carla@bos.example") // a member before his mother, who is none by this address
	if bram.First != "Bram" {
		t.Errorf("%+v", bram)
	}
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Email = "carla@bos.example" })
	for range 2 {
		w.all()
		w.good(run.Helpdesk)
		if got := w.customerOf("carla@bos.example"); got.ID != bram.ID || got.First != "Bram" {
			t.Errorf("it moved to %+v", got)
		}
	}
	w.edit("BBBB22", func(m *inmem.SiteMember) { m.Email = "bram@bos.example" })
	w.all()
	w.good(run.Helpdesk)
	if carla, bram := w.customerOf("carla@bos.example"), w.customerOf("bram@bos.example"); carla.First != "Carla" ||
		bram.First != "Bram" {
		t.Errorf("%+v %+v", carla, bram)
	}
	w.forget()
	w.good(run.Helpdesk)
	w.quiet()
}

func TestClearedValuesAreClearedAndLeaversKeepTheirCustomer(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Roles.Functions, m.Roles.Seats = nil, nil })
	w.all()
	w.good(run.Helpdesk)
	anna := w.customerOf("anna@bos.example").ID
	w.edit("CCCC33", func(m *inmem.SiteMember) { m.Mobile = "" })
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Left = true })
	w.dues.Put(2026)
	w.dues.Put(2025)
	w.good(run.People)
	w.good(run.Contributions)
	w.good(run.Helpdesk)
	left := w.customerOf("anna@bos.example")
	if left.ID != anna || left.Fields[1] != "" || left.Fields[7] != "" || left.Fields[8] != "" || left.Fields[9] != "2026-01-31" ||
		left.Fields[4] != "AAAA11" {
		t.Errorf("%+v", left)
	}
	if carla := w.customerOf("carla@bos.example"); len(carla.Phones) != 0 || carla.Fields[1] != "JO11-1" {
		t.Errorf("%+v", carla)
	}
	w.forget()
	w.good(run.Helpdesk)
	w.quiet()
}

func TestThePhotoIsHashedAndNotItsAddress(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.Email = "daan@eik.example" })
	w.all()
	w.good(run.Helpdesk)
	before := w.customerOf("daan@eik.example").Photo
	if !strings.HasPrefix(before, "https://") {
		t.Fatalf("photo %q", before)
	}
	w.at = w.at.Add(30 * 24 * time.Hour)
	w.app.SetNow(w.at)
	w.forget()
	w.good(run.Helpdesk)
	w.quiet()
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.PhotoOn.Year = 2026 })
	w.good(run.People)
	w.good(run.Helpdesk)
	after := w.customerOf("daan@eik.example").Photo
	if after == before || after == "" {
		t.Errorf("photo %q", after)
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.PhotoOn = civil.Date{} })
	w.good(run.People)
	w.good(run.Helpdesk)
	if got := w.customerOf("daan@eik.example").Photo; got != "" {
		t.Errorf("photo %q", got)
	}
}

func TestAnAddressOfAnotherCustomerStaysThere(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.good(run.Helpdesk)
	other, _ := w.desk.Create(t.Context(), customer.Customer{First: "Iemand", Emails: []string{"anna2@bos.example"}})
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Email2 = "anna2@bos.example" })
	w.good(run.People)
	r := w.good(run.Helpdesk)
	if got := w.customerOf("anna2@bos.example").ID; got != other {
		t.Errorf("customer %d", got)
	}
	has(t, "the report", r.Report().Text(), "staat bij een andere klant van de helpdesk")
	w.customerOf("anna@bos.example")
	w.forget()
	w.good(run.Helpdesk)
	w.quiet()
}

func TestACustomerWhoWasDeletedIsMadeAnew(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.good(run.Helpdesk)
	gone := w.customerOf("anna@bos.example").ID
	w.desk.Drop(gone)
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Mobile = "06-99999999" })
	w.good(run.People)
	w.good(run.Helpdesk)
	anna := w.customerOf("anna@bos.example")
	if anna.ID == gone || w.person("AAAA11").Customer() != anna.ID || anna.Fields[4] != "AAAA11" {
		t.Errorf("%+v", anna)
	}
}

func TestACustomerWhomASearchDoesNotFind(t *testing.T) {
	t.Parallel()
	w := helped(t)
	hidden, _ := w.desk.Create(t.Context(), customer.Customer{First: "?", Emails: []string{"anna@bos.example"}})
	w.desk.Ask(hidden, "anna@bos.example", "Vraag", w.at)
	w.Helpdesk = blind{w.desk}
	w.good(run.Helpdesk)
	if got := w.customerOf("anna@bos.example"); got.ID != hidden || got.First != "Anna" {
		t.Errorf("%+v", got)
	}
}

func TestTheHelpdeskThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.desk.Fail = func(string, int64) error {
		return fault.New(fault.Unavailable, "helpdesk_silent", "De helpdesk antwoordt niet.")
	}
	if r := w.run(run.Helpdesk, synchronizations.Options{}); r.Outcome != run.Partial || r.Errors() == 0 {
		t.Errorf("%s", r.Outcome)
	}
	w.desk.Fail = nil
	w.good(run.Helpdesk)
	w.customerOf("anna@bos.example")
}

func TestTooManyWithoutAnAddressStopTheRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(30)
	w.all()
	w.good(run.Helpdesk)
	for i := range 10 {
		w.byHand(w.person(fmt.Sprintf("ZZ%04d", i)).ID, map[string]any{"contact_info": []map[string]any{}})
	}
	w.forget()
	if r := w.run(run.Helpdesk, synchronizations.Options{}); r.Outcome != run.Failure {
		t.Errorf("%s", r.Outcome)
	}
	w.unwritten()
}

func TestADryRunOfTheHelpdeskWritesNothing(t *testing.T) {
	t.Parallel()
	w := helped(t)
	w.forget()
	if r := w.run(run.Helpdesk, synchronizations.Options{DryRun: true}); len(r.Plan) != 3 {
		t.Errorf("%+v", r.Plan)
	}
	w.unwritten()
	if len(w.desk.Known()) != 0 {
		t.Error("there are customers")
	}
}
