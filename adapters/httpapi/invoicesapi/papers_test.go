package invoicesapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/mail"
)

// child is somebody who pays a fee, with an address.
func child(s *apitest.Site, as apitest.Call, name string) int64 {
	return s.Person(as, apitest.Object{
		"first_name": name, "last_name": "Jansen", "birthdate": "1990-05-05", "leeftijdsgroep": "Senioren", "lid-sinds": "2015-01-01",
		"type-lid":     "Bondslid",
		"contact_info": []apitest.Object{{"contact_type": "email", "contact_value": strings.ToLower(name) + "@club.example"}},
	}).ID()
}

func sentTo(s *apitest.Site) (list []mail.Message) {
	s.Work()
	return s.Mail.Sent()
}

func path(id int64, rest string) string { return apitest.At(all, id) + rest }

// contract: club §2.1, factuur-email: where somebody's invoices go.
func TestAnInvoiceGoesWhereThePersonHasItSent(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	jan := child(s, admin, "Jan")
	for i, c := range []struct{ email, want string }{{"geld@club.example", "geld@club.example"}, {"geen adres", "jan@club.example"}} {
		s.Post(apitest.At("/api/cms/v2/people", jan), apitest.Object{"acf": apitest.Object{
			"first_name": "Jan", "factuur-email": c.email, "factuur-adres": "Kade 12 B, 7097 AB Elzendam", "factuur-referentie": "PO-7",
			"contact_info": []apitest.Object{{"contact_type": "email", "contact_value": "jan@club.example"}},
		}}, admin).Is(200)
		id := s.Post(all, apitest.Object{"person_id": jan, "line_items": []apitest.Object{{"description": "Kaart", "amount": 4}}},
			admin).Is(200).ID()
		s.Post(path(id, "/send"), nil, admin).Is(200)
		mails := sentTo(s)
		if len(mails) != i+1 || len(mails[i].To) != 1 || mails[i].To[0].Email != c.want {
			t.Errorf("%q: %+v", c.email, mails)
		}
	}
}

// contract: club §3.2, §4.7, facts §1.9; club §6-4: invoices are sent, and sent again, by mail
func TestAnInvoiceIsSentOnceAndMailedAgain(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	jan := child(s, admin, "Jan")
	id := s.Post(
		all,
		apitest.Object{"person_id": jan, "line_items": []apitest.Object{{"description": "Rode kaart", "amount": 42.5}}},
		admin,
	).
		Is(200).ID()

	s.Post(path(id, "/resend"), apitest.Object{}, admin).Refuses(400, "invalid_status")
	s.Post(path(id, "/send"), apitest.Object{"recipient": "proef@club.example"}, admin).Is(200).Has("status", "draft")
	s.Post(path(id, "/send"), apitest.Object{"recipient": "proef"}, admin).Refuses(400, "rest_invalid_param", "recipient")
	s.Post("/api/club/v1/finance/settings", apitest.Object{"bcc_email": "geld@club.example"}, admin).Is(200)
	s.Post(path(id, "/send"), apitest.Object{}, admin).Is(200).Has("status", "sent").Has("total_amount", 42.5)
	s.Post(path(id, "/send"), apitest.Object{}, admin).Refuses(400, "invalid_status")
	s.Post(path(id, "/resend"), nil, admin).Is(200).Has("status", "sent")

	mails := sentTo(s)
	if len(mails) != 5 {
		t.Fatalf("%d mails: %+v", len(mails), mails)
	}
	number := s.Get(path(id, ""), admin).At("invoice_number").(string)
	token := s.Get(path(id, ""), admin).At("payment_url").(string)
	for _, m := range mails {
		if len(m.Attachments) != 1 || m.Attachments[0].Name != number+".pdf" || !strings.Contains(m.Text, token) ||
			!strings.Contains(m.HTML, token+"/qr.png") {
			t.Errorf("%s to %v: %s", m.Subject, m.To, m.Text)
		}
	}
	if first := mails[0]; !strings.HasPrefix(first.Subject, "[TEST] ") || first.To[0].Email != "proef@club.example" {
		t.Errorf("a try: %+v", first)
	}
	if mails[1].To[0].Email != "jan@club.example" || mails[2].To[0].Email != "geld@club.example" {
		t.Errorf("%v, %v", mails[1].To, mails[2].To)
	}
	if kept := s.Get("/api/club/v1/audit?kind=invoice-mailed", admin).Is(200); len(kept.List("")) != 3 {
		t.Errorf("the log: %s", kept.Text)
	}
}

// The books have the name and the address of whoever they asked for money, also when the Prullenbak was emptied.
func TestTheBooksKeepTheAddressOfWhoIsRemoved(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	jan := child(s, admin, "Jan")
	lives := func(street string) {
		s.Send("PUT", apitest.Person(jan), apitest.Object{"acf": apitest.Object{"addresses": []apitest.Object{
			{"street": street, "postal_code": "1234 AB", "city": "Waterdam"},
		}}}, admin).Is(200)
	}
	made := func() int64 {
		return s.Post(all, apitest.Object{"person_id": jan, "line_items": []apitest.Object{{"description": "x", "amount": 1}}}, admin).
			Is(200).ID()
	}
	keeps := func(id int64, want string) {
		t.Helper()
		found, err := s.Stores().Invoices.ByID(t.Context(), id)
		if err != nil || strings.Join(found[0].Addressee, ", ") != want {
			t.Errorf("invoice %d: %v, %v", id, found, err)
		}
	}
	lives("Kade 1")
	sent, draft := made(), made()
	s.Post(path(sent, "/send"), nil, admin).Is(200)
	keeps(sent, "")
	s.Send("DELETE", apitest.Person(jan), nil, admin).Is(200)
	keeps(sent, "Kade 1, 1234 AB Waterdam")
	keeps(draft, "")
	s.Post(fmt.Sprintf("/api/club/v1/people/%d/restore", jan), apitest.Object{}, admin).Is(200)
	lives("Dijk 2")
	s.Send("DELETE", apitest.Person(jan), nil, admin).Is(200)
	s.Later(31 * 24 * time.Hour)
	if n, err := s.Server.People.Purge(t.Context()); err != nil || n != 1 {
		t.Fatalf("%d, %v", n, err)
	}
	keeps(sent, "Dijk 2, 1234 AB Waterdam")
	s.Get(path(sent, "/pdf"), admin).Is(200)
}

// contract: facts §1.9
func TestWhoHasNoAddressIsSentNothing(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	jan := s.Person(admin, apitest.Object{"first_name": "Jan"}).ID()
	id := s.Post(
		all,
		apitest.Object{"person_id": jan, "line_items": []apitest.Object{{"description": "x", "amount": 1}}},
		admin,
	).Is(200).ID()
	s.Post(path(id, "/send"), nil, admin).Refuses(400, "no_email")
	s.Get(path(id, ""), admin).Has("status", "draft")
	s.Post(path(id, "/send"), apitest.Object{"recipient": "proef@club.example"}, admin).Is(200)
	s.Post(path(99, "/send"), nil, admin).Refuses(404, "rest_not_found")
}

// contract: club §4.7
func TestPapersAndCodes(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	jan := child(s, admin, "Jan")
	id := s.Post(
		all,
		apitest.Object{"person_id": jan, "line_items": []apitest.Object{{"description": "x", "amount": 10}}},
		admin,
	).Is(200).ID()
	pdf := s.Get(path(id, "/pdf"), admin).Is(200)
	if !strings.HasPrefix(pdf.Text, "%PDF-") || pdf.Header.Get("Content-Type") != "application/pdf" ||
		!strings.Contains(pdf.Header.Get("Content-Disposition"), ".pdf") {
		t.Errorf("%v %s", pdf.Header, pdf.Text)
	}
	s.Post(path(id, "/generate-pdf"), nil, admin).Is(200).Has("status", "draft")
	if qr := s.Get(path(id, "/qr"), admin).Is(200); qr.Header.Get("Content-Type") != "image/png" {
		t.Errorf("%v", qr.Header)
	}
	s.Post(path(id, "/send"), nil, admin).Is(200)
	s.Post(
		path(id, "/credit"),
		apitest.Object{"lines": []apitest.Object{{"description": "Te veel", "amount": 4}}, "reason": "Fout"},
		admin,
	).
		Is(200)
	mails := sentTo(s)
	last := mails[len(mails)-1]
	if len(mails) != 2 || !strings.HasPrefix(last.Subject, "Creditnota K2") || len(last.Attachments) != 1 ||
		!strings.Contains(last.Text, "4,00") {
		t.Errorf("%+v", last)
	}
	number := s.Get(path(id, ""), admin).At("credits.0.number").(string)
	s.Get(path(id, "/credit/"+number+"/pdf"), admin).Is(200)
	s.Get(path(id, "/credit/K1999-001/pdf"), admin).Refuses(404, "rest_not_found")
}

// contract: club §4.7
func TestWhatGoesOutIsTheTreasurers(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("anna", access.Member)
	anna := s.Program("anna")
	jan := child(s, admin, "Jan")
	id := s.Post(
		all,
		apitest.Object{"person_id": jan, "line_items": []apitest.Object{{"description": "x", "amount": 10}}},
		admin,
	).Is(200).ID()
	s.Post(path(id, "/send"), nil, admin).Is(200)
	s.Work()
	for _, get := range []string{"/pdf", "/qr", "/credit/K2026-001/pdf"} {
		s.Get(path(id, get), anna).Refuses(403, "rest_forbidden")
	}
	for _, post := range []string{"/send", "/resend", "/generate-pdf"} {
		s.Post(path(id, post), nil, anna).Refuses(403, "rest_forbidden")
	}
	s.User("piet", access.SectionRole(access.Finance))
	piet := s.Program("piet")
	s.Post("/api/club/v1/fees/bulk-create-invoices", nil, piet).Refuses(403, "rest_forbidden")
	s.Get("/api/club/v1/fees/bulk-invoice-job", piet).Refuses(403, "rest_forbidden")
	const line = "/api/club/v1/people/1/timeline?type=email"
	if seen := s.Get(line, admin).Is(200); !strings.Contains(seen.Text, "Factuur") {
		t.Errorf("the treasurer sees %s", seen.Text)
	}
	if seen := s.Get(line, anna); strings.Contains(seen.Text, "Factuur") {
		t.Errorf("anybody sees %s", seen.Text)
	}
}

// passed makes people whom the job of a season passes over: somebody who pays nothing, who left before it, and who is left out.
func passed(s *apitest.Site, admin apitest.Call) {
	s.Post("/api/club/v1/membership-fees/settings", apitest.Object{"categories": apitest.Object{
		"senior": apitest.Object{"label": "Senior", "amount": 255, "sort_order": 2},
		"erelid": apitest.Object{"label": "Erelid", "amount": 0, "sort_order": 1, "matching_werkfuncties": []string{"Erelid"}},
	}}, admin).Is(200)
	s.Person(admin, apitest.Object{"first_name": "Nul", "work_history": []apitest.Object{{"job_title": "Erelid", "is_current": true}}})
	s.Person(admin, apitest.Object{"first_name": "Weg", "leeftijdsgroep": "Senioren", "former_member": true,
		"lid-sinds": "2010-01-01", "lid-tot": "2012-01-01"})
	s.Person(admin, apitest.Object{"first_name": "Vrij", "leeftijdsgroep": "Senioren", "_exclude_from_contributie": true})
}

// contract: club §2.8, §4.7, facts §1.13
func TestASeasonIsBilledByOneJob(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	const bulk, status = "/api/club/v1/fees/bulk-create-invoices", "/api/club/v1/fees/bulk-invoice-job"
	for _, name := range []string{"Jan", "Piet", "Anna"} {
		child(s, admin, name)
	}
	s.Person(admin, apitest.Object{"first_name": "Ouder"})
	s.Person(admin, apitest.Object{"first_name": "Wijlen", "leeftijdsgroep": "Senioren", "datum-overlijden": "2026-01-02"}).Is(201)
	passed(s, admin)
	s.Get(status, admin).Is(200).Has("status", "idle").Has("errors", []any{})
	s.Post(bulk, apitest.Object{"season": "2026-2028"}, admin).Refuses(400, "rest_invalid_param", "season")

	plan := s.Post(bulk, apitest.Object{"dry_run": true}, admin).Is(200).Has("created", 3.0).Has("dry_run", true)
	if len(plan.List("invoices")) != 3 || len(s.Get(all, admin).List("")) != 0 {
		t.Fatalf("a dry run: %s", plan.Text)
	}
	s.Post(bulk, apitest.Object{}, admin).Is(200).Has("status", "running").Has("total", 8.0).Has("processed", 0.0)
	s.Post(bulk, apitest.Object{}, admin).Refuses(409, "job_running")
	s.Work()
	s.Get(status, admin).Has("status", "done").Has("processed", 8.0).Has("created", 3.0).Has("skipped", 5.0).Has("errors", []any{})
	list := s.Get(all+"?orderby=number&order=asc", admin).Is(200)
	if len(list.List("")) != 3 || !strings.HasSuffix(list.At("2.invoice_number").(string), "-003") {
		t.Errorf("made: %s", list.Text)
	}
	list.Has("0.status", "draft").Has("0.type", "membership")
	s.Post(bulk, nil, admin).Is(200)
	s.Work()
	s.Get(status, admin).Has("created", 0.0).Has("skipped", 8.0)
	if again := s.Get(all, admin); len(again.List("")) != 3 {
		t.Errorf("billed twice: %s", again.Text)
	}
}

// contract: facts §1.11
func TestRemindersGoOutOnce(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	jan := child(s, admin, "Jan")
	id := s.Post(
		all,
		apitest.Object{"person_id": jan, "line_items": []apitest.Object{{"description": "x", "amount": 10}}},
		admin,
	).Is(200).ID()
	s.Post(path(id, "/send"), nil, admin).Is(200)
	subjects := func(days int) string {
		s.Later(time.Duration(days) * 24 * time.Hour)
		for range 2 {
			if _, err := s.Server.Billing.Remind(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		mails := sentTo(s)
		return strings.Fields(mails[len(mails)-1].Subject)[0] + string(rune('0'+len(mails)))
	}
	for i, step := range []struct {
		days int
		want string
	}{{14, "Factuur1"}, {6, "Factuur1"}, {1, "Herinnering2"}, {13, "Herinnering2"}, {1, "Tweede3"}, {300, "Tweede3"}} {
		if got := subjects(step.days); got != step.want {
			t.Errorf("step %d: %s, want %s", i, got, step.want)
		}
	}
	s.Get(path(id, ""), admin).Has("status", "overdue")
}

func TestTheTreasurerSeesWhomNoMailAboutAnInvoiceReaches(t *testing.T) {
	t.Parallel()
	const unreachable = "/api/club/v1/payments/unreachable"
	s := apitest.New(t)
	admin := s.Admin()
	s.User("penning", access.SectionRole(access.Finance))
	s.User("fair", access.SectionRole(access.FairPlay))
	jan, piet := child(s, admin, "Jan"), child(s, admin, "Piet")
	for _, person := range []int64{jan, piet} {
		id := s.Post(all, asked(person, line("Contributie", 30)), admin).Is(200).ID()
		s.Post(path(id, "/send"), nil, admin).Is(200)
	}
	s.Get(unreachable, s.Program("fair")).Refuses(403, "rest_forbidden")
	treasurer := s.Program("penning")
	if got := s.Get(unreachable, treasurer).Is(200).List(""); len(got) != 0 {
		t.Errorf("everybody has an address: %v", got)
	}
	without := apitest.Object{"acf": apitest.Object{"contact_info": []apitest.Object{}}}
	s.Send("PUT", apitest.At("/api/cms/v2/people", piet), without, admin).Is(200)
	if sent := reminded(s, 22); sent != "Herinnering" {
		t.Errorf("reminded: %q", sent)
	}
	got := s.Get(unreachable, treasurer).Is(200)
	if len(got.List("")) != 1 {
		t.Fatal(got.Text)
	}
	got.Has("0.person_id", float64(piet)).Has("0.person_name", "Piet Jansen").Has("0.invoice_number", "F2026-002").
		Has("0.open_amount", 30.0)
}

// bounced blocks an address, as news that there is no mailbox does.
func bounced(s *apitest.Site, address string) {
	s.T.Helper()
	if err := s.Server.Suppressions.NoMailbox(s.T.Context(), []string{address}); err != nil {
		s.T.Fatal(err)
	}
}

// A mail to an address to which nothing is sent reaches nobody: no term begins with it, and nobody was reminded by it.
func TestAnAddressThatBouncedReachesNobody(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	jan, piet := child(s, admin, "Jan"), child(s, admin, "Piet")
	elsewhere := apitest.Object{"acf": apitest.Object{"factuur-email": "Geld@bedrijf.example"}}
	s.Send("PUT", apitest.Person(piet), elsewhere, admin).Is(200)
	sent := s.Post(all, asked(jan, line("x", 10)), admin).Is(200).ID()
	s.Post(path(sent, "/send"), nil, admin).Is(200)
	before := len(sentTo(s))
	bounced(s, "jan@club.example")
	bounced(s, "geld@bedrijf.example")
	for _, person := range []int64{jan, piet} {
		draft := s.Post(all, asked(person, line("x", 10)), admin).Is(200).ID()
		s.Post(path(draft, "/send"), nil, admin).Refuses(400, "no_email")
		s.Get(path(draft, ""), admin).Has("status", "draft")
	}
	s.Post(path(sent, "/resend"), nil, admin).Refuses(400, "no_email")
	if got := reminded(s, 14+7); got != "" {
		t.Errorf("reminded: %q", got)
	}
	changed(s, sent, func(v *invoice.Invoice) error {
		if !v.Reminder1At.IsZero() {
			t.Errorf("it counts as reminded: %+v", v)
		}
		return nil
	})
	if mails := sentTo(s); len(mails) != before {
		t.Errorf("mails: %+v", mails[before:])
	}
	list := s.Get("/api/club/v1/payments/unreachable", admin).Is(200).Has("0.person_name", "Jan Jansen")
	if len(list.List("")) != 1 {
		t.Error(list.Text)
	}

	s.Get(apitest.Person(piet), admin).Has("suppressed_emails", []any{"geld@bedrijf.example"})
	tasks := s.Get("/api/club/v1/todos?status=open", admin).Is(200)
	if !strings.Contains(tasks.Text, "Controleer de contactgegevens van Piet Jansen") {
		t.Errorf("no task names Piet: %s", tasks.Text)
	}
	s.Send("PUT", apitest.Person(piet), apitest.Object{"acf": apitest.Object{"factuur-email": ""}}, admin).Is(200)
	if blocked := s.Get("/api/club/v1/suppressions", admin).Is(200); strings.Contains(blocked.Text, "geld@") {
		t.Errorf("nobody has it any more: %s", blocked.Text)
	}
}
