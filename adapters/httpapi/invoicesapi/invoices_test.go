package invoicesapi_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/invoice"
)

const (
	all    = "/api/club/v1/invoices"
	create = "/api/club/v1/fees/create-membership-invoice"
)

func of(id int64, what string) string { return apitest.At(all, id) + what }

// line is one of a new invoice.
func line(description string, amount float64) apitest.Object {
	return apitest.Object{"description": description, "amount": amount}
}

func asked(person int64, lines ...any) apitest.Object {
	return apitest.Object{"person_id": person, "line_items": lines}
}

// treasurer is a club with one member, and who keeps its money.
func treasurer(t *testing.T, options ...func(*httpapi.Server)) (s *apitest.Site, penny apitest.Call, member int64) {
	t.Helper()
	s = apitest.New(t, options...)
	admin := s.Admin()
	s.User("penny", access.SectionRole(access.Finance))
	return s, s.Program("penny"), s.Names(admin, "Jan Kok")[0]
}

// contract: club §2.7, §4.7; facts §1.2, §1.3
func TestAnInvoiceIsMadeAndShown(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	a := s.Post(all, asked(jan, line(" Boete ", 25.5), line("Korting", -5.5)), penny).Is(200)
	a.Has("invoice_number", "F2026-001").Has("status", "draft").Has("post_status", "club_draft").Has("type", "discipline").
		Has("invoice_type", "discipline").Has("season", nil).Has("total_amount", 20.0).Has("open_amount", 20.0).
		Has("received_amount", 0.0).Has("credited_amount", 0.0).Has("admin_fee_amount", 0.0).Has("sent_date", nil).
		Has("due_date", nil).Has("payment_plan", nil).Has("payment_link", nil).Has("created", "2026-06-15 14:31:45").
		Has("person.id", float64(jan)).Has("person.name", "Jan Kok").Has("person.first_name", "Jan Kok").Has("person.infix", "").
		Has("person.former_member", false).Has("person_name", "Jan Kok").Has("to_review", false)
	a.Has("line_items", []any{
		apitest.Object{"description": "Boete", "amount": 25.5, "discipline_case_id": nil, "discipline_case": nil},
		apitest.Object{"description": "Korting", "amount": -5.5, "discipline_case_id": nil, "discipline_case": nil},
	})
	a.Has("installments", []any{}).Has("payments", []any{}).Has("credits", []any{}).Has("installment_count", 0.0).
		Has("installments_disabled", false).Has("trace", nil).Has("meta", apitest.Object{"_disable_installments": false})
	if url, _ := a.At("payment_url").(string); !strings.HasPrefix(url, "http://club.example/betaling/") || len(url) != 29+64 ||
		strings.Trim(url[29:], "0123456789abcdef") != "" {
		t.Errorf("the payment page is at %q", a.At("payment_url"))
	}
	for _, path := range []string{"pdf_path", "token", "TokenSealed"} {
		if strings.Contains(a.Text, path) {
			t.Errorf("it tells %s", path)
		}
	}
	b := s.Get(of(a.ID(), ""), penny).Is(200)
	if b.Text != a.Text || b.Header.Get("ETag") != `"1"` || b.At("etag") != `"1"` {
		t.Errorf("read\n%s\nmade\n%s", b.Text, a.Text)
	}
	s.Get(of(99, ""), penny).Refuses(404, "rest_not_found")
}

// cases files discipline cases: 1 and 2 of one member, 3 of nobody.
func cases(s *apitest.Site, person int64) {
	admin := s.Program("beheer")
	for dossier, of := range []int64{person, person, 0} {
		s.Post("/api/cms/v2/discipline-cases", apitest.Object{"acf": apitest.Object{
			"dossier_id": fmt.Sprint("D", dossier+1), "person": of, "match_description": "A - B", "charge_description": "x",
			"sanction_description": "y",
		}}, admin).Is(201)
	}
}

func caseLine(id int64) apitest.Object {
	return apitest.Object{"discipline_case_id": id, "description": "A - B", "amount": 11.35}
}

// contract: club §4.7; facts §1.3
func TestACaseIsBilledOnceAndOnlyToItsPerson(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	cases(s, jan)
	list := fmt.Sprintf("%s/invoiced-cases?person_id=%d", all, jan)
	s.Get(list, penny).Is(200).Has("case_ids", []any{})
	a := s.Post(all, asked(jan, caseLine(1), caseLine(2)), penny).Is(200).Has("total_amount", 22.7)
	a.Has("line_items.0.discipline_case", apitest.Object{
		"id": 1.0, "dossier_id": "D1", "match_description": "A - B", "charge_description": "x", "sanction_description": "y",
	}).Has("line_items.1.discipline_case_id", 2.0)
	s.Get(list, penny).Is(200).Has("case_ids", []any{1.0, 2.0})
	s.Post(all, asked(jan, caseLine(2)), penny).Refuses(409, "case_already_invoiced")
	s.Post(all, asked(jan, caseLine(3)), penny).Refuses(400, "rest_invalid_param", "line_items")
	s.Post(all, asked(jan, caseLine(4)), penny).Refuses(400, "rest_invalid_param", "line_items")
	s.Send("DELETE", of(a.ID(), ""), nil, penny).Is(200)
	s.Get(list, penny).Is(200).Has("case_ids", []any{})
	s.Post(all, asked(jan, caseLine(1), caseLine(1)), penny).Refuses(400, "rest_invalid_param", "line_items")
	s.Post(all, asked(jan, caseLine(1)), penny).Is(200).Has("invoice_number", "F2026-002")
	s.Get(all+"/invoiced-cases", penny).Refuses(400, "rest_invalid_param", "person_id")

	var billed sync.WaitGroup
	made := make(chan int, 50)
	for range 50 {
		billed.Go(func() { made <- s.Post(all, asked(jan, caseLine(2)), penny).StatusCode })
	}
	billed.Wait()
	close(made)
	count := map[int]int{}
	for status := range made {
		count[status]++
	}
	if count[200] != 1 || count[409] != 49 {
		t.Errorf("fifty at once: %v", count)
	}
	s.Post(all, asked(jan, line("x", 1)), penny).Is(200).Has("invoice_number", "F2026-004")
}

// contract: club §4.7; facts §1.3
func TestWhatIsNoInvoiceIsRefused(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	many := make([]any, 101)
	for i := range many {
		many[i] = line("x", 1)
	}
	for name, c := range map[string]struct {
		body  any
		code  string
		field string
	}{
		"nothing":            {apitest.Object{}, "rest_missing_param", "person_id"},
		"no person":          {apitest.Object{"line_items": []any{line("x", 1)}}, "rest_missing_param", "person_id"},
		"person 0":           {asked(0, line("x", 1)), "rest_missing_param", "person_id"},
		"a negative person":  {asked(-1, line("x", 1)), "rest_missing_param", "person_id"},
		"nobody":             {asked(999, line("x", 1)), "rest_invalid_param", "person_id"},
		"no lines":           {apitest.Object{"person_id": jan}, "rest_missing_param", "line_items"},
		"empty lines":        {asked(jan), "rest_missing_param", "line_items"},
		"no amount":          {asked(jan, apitest.Object{"description": "x"}), "rest_invalid_param", "line_items"},
		"no description":     {asked(jan, line(" ", 1)), "rest_invalid_param", "line_items"},
		"too many lines":     {asked(jan, many...), "rest_invalid_param", "line_items"},
		"a long description": {asked(jan, line(strings.Repeat("é", 501), 1)), "rest_invalid_param", "line_items"},
		"a discount alone":   {asked(jan, line("x", -1)), "rest_invalid_param", ""},
		"below zero":         {asked(jan, line("x", 1), line("y", -2)), "rest_invalid_param", ""},
		"a sum that is too much": {
			asked(jan, line("x", 10_000_000), line("y", 10_000_000)), "rest_invalid_param", "line_items",
		},
	} {
		a := s.Post(all, c.body, penny)
		if c.field == "" {
			a.Refuses(400, c.code)
		} else {
			a.Refuses(400, c.code, c.field)
		}
		if a.StatusCode != 400 {
			t.Errorf("%s: %d", name, a.StatusCode)
		}
	}
	for _, body := range []string{
		`{"person_id":"jan","line_items":[{"description":"x","amount":1}]}`, `{"person_id":1.5}`, `[]`, `null`, `"x"`, `{`, ``,
		`{"person_id":1,"line_items":{}}`, `{"person_id":1,"line_items":[{"description":"x","amount":"1"}]}`,
		`{"person_id":1,"line_items":[{"description":"x","amount":1.005}]}`,
		`{"person_id":1,"line_items":[{"description":"x","amount":1e300}]}`, `{"person_id":1,"line_items":[null]}`,
		`{"person_id":1,"line_items":[{"description":7,"amount":1}]}`, `{"person_id":9223372036854775808}`,
	} {
		if a := s.Post(all, body, penny); a.StatusCode != 400 && a.StatusCode != 422 {
			t.Errorf("%s: %d %s", body, a.StatusCode, a.Text)
		}
	}
	s.Get(all, penny).Is(200).Has("", []any{})
	s.Post(all, asked(jan, line("x", 1)), penny).Is(200).Has("invoice_number", "F2026-001")
	s.Post(all, asked(jan, line("x", 5), line("y", -5)), penny).Is(200).Has("status", "paid").Has("open_amount", 0.0)
}

// contract: club §4.7, §7
func TestOnlyWhoKeepsTheMoneySeesInvoices(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	id := s.Post(all, asked(jan, line("x", 1)), penny).Is(200).ID()
	s.User("piet", access.Board)
	for _, one := range []struct{ method, path string }{
		{"GET", all}, {"GET", all + "?status=x"}, {"POST", all}, {"GET", of(id, "")}, {"GET", of(99, "")}, {"DELETE", of(id, "")},
		{"POST", of(id, "/status")}, {"POST", of(id, "/due-date")}, {"POST", of(id, "/payments")}, {"DELETE", of(id, "/payments/1")},
		{"POST", of(id, "/credit")}, {"POST", of(id, "/toggle-installments")}, {"POST", of(id, "/reset-payment-state")},
		{"GET", all + "/invoiced-cases?person_id=1"}, {"POST", create},
	} {
		body := any(nil)
		if one.method == "POST" {
			body = apitest.Object{"status": 7}
		}
		s.Send(one.method, one.path, body, s.Program("piet")).Refuses(403, "rest_forbidden")
		s.Send(one.method, one.path, body).Refuses(401, "rest_not_logged_in")
	}
	s.Post(create, apitest.Object{"person_id": jan}, penny).Refuses(403, "rest_forbidden")
	s.Get(of(id, ""), penny).Is(200).Has("status", "draft")
}

// contract: club §4.7; facts §1.2
func TestInvoicesAreListed(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	if a := s.Get(all, penny).Is(200).Has("", []any{}); a.Header.Get("X-WP-Total") != "0" || a.Header.Get("X-WP-TotalPages") != "0" {
		t.Errorf("headers of none: %v", a.Header)
	}
	zoe := s.Names(s.Program("beheer"), "Zoë de Wit")[0]
	for i, person := range []int64{jan, zoe, jan} {
		s.Later(time.Minute)
		s.Post(all, asked(person, line("x", float64(30-10*i))), penny).Is(200)
	}
	s.Post(of(1, "/status"), apitest.Object{"status": "sent"}, penny).Is(200)
	s.Post(of(2, "/status"), apitest.Object{"status": "paid"}, penny).Is(200)
	for query, want := range map[string]string{
		"": "3 2 1", "?status=": "3 2 1", "?status=sent": "1", "?status=paid": "2", "?status=draft": "3", "?status=overdue": "",
		fmt.Sprintf("?person_id=%d", jan): "3 1", "?person_id=0": "3 2 1", "?type=discipline": "3 2 1", "?type=membership": "",
		"?payment_plan=full": "", "?season=2025-2026": "", "?search=ZOE": "2", "?search=f2026-003": "3", "?search=kok%20f2026": "3 1",
		"?search=x": "", "?orderby=total&order=asc": "3 2 1", "?orderby=name&order=asc": "1 3 2", "?orderby=number": "3 2 1",
		"?orderby=open&order=asc": "2 3 1", "?per_page=2": "3 2", "?per_page=2&page=2": "1", "?per_page=2&page=9": "", "?page=2": "",
		"?to_review=true": "",
	} {
		var ids []string
		a := s.Get(all+query, penny).Is(200)
		for _, one := range a.List("") {
			ids = append(ids, fmt.Sprint(one.(apitest.Object)["id"]))
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
		if query == "?per_page=2" && (a.Header.Get("X-WP-Total") != "3" || a.Header.Get("X-WP-TotalPages") != "2") {
			t.Errorf("headers %v", a.Header)
		}
	}
	for query, field := range map[string]string{
		"?status=x": "status", "?type=x": "type", "?payment_plan=x": "payment_plan", "?season=2025": "season",
		"?person_id=x": "person_id",
		"?page=0":      "page", "?per_page=501": "per_page", "?orderby=x": "orderby", "?order=x": "order",
	} {
		s.Get(all+query, penny).Refuses(400, "rest_invalid_param", field)
	}
	s.Later(30 * 24 * time.Hour)
	s.Get(all+"?status=overdue", penny).Is(200).Has("0.id", 1.0).Has("0.status", "overdue").Has("0.post_status", "club_overdue")
	s.Get(all+"?status=sent", penny).Is(200).Has("", []any{})
	if a := s.Get(of(1, ""), penny).Is(200).Has("status", "overdue"); a.At("etag") != `"2"` {
		t.Errorf("a list changed the invoice: %v", a.At("etag"))
	}
}

// contract: club §3.2; facts §1.15
func TestTheDailyJobNotesWhatIsOverdue(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	for range 2 {
		s.Post(all, asked(jan, line("x", 1)), penny).Is(200)
	}
	s.Post(of(1, "/status"), apitest.Object{"status": "sent"}, penny).Is(200)
	s.Later(14 * 24 * time.Hour)
	for i, want := range []int{0, 1, 0} {
		if aged, err := s.Server.Invoices.Age(t.Context()); aged != want || err != nil {
			t.Errorf("run %d: %d, %v", i, aged, err)
		}
		s.Later(24 * time.Hour)
	}
	s.Get(of(1, ""), penny).Is(200).Has("status", "overdue").Has("etag", `"3"`)
	s.Post(
		of(1, "/due-date"),
		apitest.Object{"due_date": "20261231"},
		penny,
	).Is(200).Has("status", "sent").Has("due_date", "2026-12-31")
}

// contract: club §4.7; facts §1.14
func TestOnlyADraftIsDeleted(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	first := s.Post(all, asked(jan, line("x", 40)), penny).Is(200).ID()
	second := s.Post(all, asked(jan, line("x", 40)), penny).Is(200).ID()
	s.Send("DELETE", of(second, "?force=true"), nil, penny).Is(200).Has("", apitest.Object{"deleted": true, "id": float64(second)})
	s.Send("DELETE", of(second, ""), nil, penny).Refuses(404, "rest_not_found")
	s.Get(of(second, ""), penny).Refuses(404, "rest_not_found")
	s.Post(all, asked(jan, line("x", 40)), penny).Is(200).Has("invoice_number", "F2026-003")
	s.Get("/api/club/v1/audit?kind=invoice-deleted", s.Program("beheer")).Is(200).Has("0.after.number", "F2026-002").
		Has("0.actor_name", "Heet penny").Has("0.object_name", "F2026-002")
	for _, status := range []string{"sent", "overdue", "paid"} {
		s.Post(of(first, "/status"), apitest.Object{"status": status}, penny).Is(200)
		s.Send("DELETE", of(first, ""), nil, penny).Refuses(409, "invoice_not_deletable")
	}
	s.Post(of(first, "/status"), apitest.Object{"status": "draft"}, penny).Is(200)
	s.Post(of(first, "/payments"), apitest.Object{"amount": 1}, penny).Is(200)
	s.Send("DELETE", of(first, ""), nil, penny).Refuses(409, "invoice_not_deletable")
}

// contract: club §4.7; facts §1.14
func TestDueDatesAndInstallmentsCanBeSet(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t, func(server *httpapi.Server) { server.Invoices.Debug = true })
	id := s.Post(all, asked(jan, line("x", 40)), penny).Is(200).ID()
	due := func(day any) apitest.Answer {
		return s.Post(of(id, "/due-date"), apitest.Object{"due_date": day}, penny)
	}
	due("2026-07-31").Is(200).Has("due_date", "2026-07-31").Has("status", "draft")
	s.Post(of(id, "/status"), apitest.Object{"status": "sent"}, penny).Is(200).Has("due_date", "2026-07-31")
	due("20260801").Is(200).Has("due_date", "2026-08-01")
	due("2026-06-14").Refuses(400, "rest_invalid_param")
	due("31-12-2026").Refuses(400, "rest_invalid_param", "due_date")
	due("").Refuses(400, "rest_missing_param", "due_date")
	due(7).Refuses(400, "rest_invalid_param", "due_date")
	s.Post(of(id, "/toggle-installments"), apitest.Object{"disabled": true}, penny).Is(200).Has("installments_disabled", true).
		Has("meta._disable_installments", true)
	s.Post(of(id, "/toggle-installments"), apitest.Object{}, penny).Refuses(400, "rest_missing_param", "disabled")
	s.Post(of(id, "/toggle-installments"), apitest.Object{"disabled": "ja"}, penny).Refuses(400, "rest_invalid_param", "disabled")
	s.Post(of(id, "/payments"), apitest.Object{"amount": 40}, penny).Is(200).Has("status", "paid")
	due("2026-08-02").Refuses(400, "invoice_paid")
	s.Post(of(id, "/reset-payment-state"), nil, penny).Is(200).Has("payments", []any{}).Has("status", "sent")

	plain, penny, jan := treasurer(t)
	id = plain.Post(all, asked(jan, line("x", 40)), penny).Is(200).ID()
	plain.Post(of(id, "/reset-payment-state"), nil, penny).Refuses(403, "rest_forbidden")
}

func TestTwoAtOneInvoiceHearOfEachOther(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	id := s.Post(all, asked(jan, line("x", 40)), penny).Is(200).ID()
	s.Post(of(id, "/payments"), apitest.Object{"amount": 1}, penny, apitest.With("If-Match", `"1"`)).Is(200).Has("etag", `"2"`)
	for _, one := range []struct {
		method, path string
		body         any
	}{
		{"POST", of(id, "/payments"), apitest.Object{"amount": 1}}, {"POST", of(id, "/status"), apitest.Object{"status": "paid"}},
		{"POST", of(id, "/due-date"), apitest.Object{"due_date": "2027-01-01"}}, {"DELETE", of(id, "/payments/1"), nil},
		{"DELETE", of(id, ""), nil}, {"POST", of(id, "/toggle-installments"), apitest.Object{"disabled": true}},
	} {
		s.Send(one.method, one.path, one.body, penny, apitest.With("If-Match", `"1"`)).
			Is(412).Has("code", "rest_precondition_failed")
	}
	s.Get(of(id, ""), penny).Is(200).Has("etag", `"2"`).Has("open_amount", 39.0)
}

// contract: club §2.8, §4.7; facts §1.5, §1.13
func TestAMemberIsBilledForASeason(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	member := s.Person(admin, apitest.Object{"first_name": "Ada", "leeftijdsgroep": "Onder 10", "lid-sinds": "2025-10-05"}).ID()
	stranger := s.Names(admin, "Niemand")[0]
	a := s.Post(create, apitest.Object{"person_id": member}, admin).Is(200).Has("invoice_number", "C2026-001").
		Has("type", "membership").Has("season", "2025-2026").Has("status", "draft").Has("total_amount", 135.0).
		Has("line_items.0.amount", 180.0).Has("line_items.1.amount", -45.0).Has("trace.total", 135.0).
		Has("meta._invoice_season", "2025-2026")
	s.Post(create, apitest.Object{"person_id": member, "season": "2025-2026"}, admin).Refuses(409, "already_invoiced")
	s.Post(create, apitest.Object{"person_id": member, "season": "2026-2027"}, admin).Is(200).Has("invoice_number", "C2026-002").
		Has("total_amount", 180.0)
	s.Post(create, apitest.Object{"person_id": stranger}, admin).Refuses(400, "no_fee")
	s.Post(create, apitest.Object{"person_id": 99}, admin).Refuses(404, "rest_post_invalid_id")
	s.Post(create, apitest.Object{}, admin).Refuses(400, "rest_missing_param", "person_id")
	s.Post(create, apitest.Object{"person_id": member, "season": "2025"}, admin).Refuses(400, "rest_invalid_param", "season")
	s.Get(all+"?season=2025-2026&type=membership", admin).Is(200).Has("0.id", float64(a.ID()))

	// What is credited in full is no bill any more: the treasurer may make another one, and the job for all makes none.
	s.Post(of(a.ID(), "/status"), apitest.Object{"status": "sent"}, admin).Is(200)
	s.Post(of(a.ID(), "/credit"), apitest.Object{"reason": "Fout", "lines": []any{line("Terug", 134)}}, admin).Is(200)
	s.Post(create, apitest.Object{"person_id": member, "season": "2025-2026"}, admin).Refuses(409, "already_invoiced")
	s.Post(of(a.ID(), "/credit"), apitest.Object{"reason": "Fout", "lines": []any{line("Rest", 1)}}, admin).Is(200)
	s.Post("/api/club/v1/fees/bulk-create-invoices", apitest.Object{"season": "2025-2026", "dry_run": true}, admin).Is(200).
		Has("created", 0.0)
	anew := s.Post(create, apitest.Object{"person_id": member, "season": "2025-2026"}, admin).Is(200).Has("total_amount", 135.0).ID()
	s.Post(create, apitest.Object{"person_id": member, "season": "2025-2026"}, admin).Refuses(409, "already_invoiced")
	s.Get("/api/club/v1/fees?season=2025-2026", admin).Is(200).Has("members.0.invoice_id", float64(anew))

	// Who is gone by the time the fee is billed, as while a job runs, gets none.
	gone := s.Person(admin, apitest.Object{"first_name": "Bo", "leeftijdsgroep": "Onder 10"}).Is(201).ID()
	fees := s.Server.Fees.Computed(2025, false).Fees
	s.Send("DELETE", apitest.Person(gone)+"?force=true", nil, admin).Is(200)
	at := slices.IndexFunc(fees, func(f fee.Fee) bool { return f.Member.ID == gone })
	_, err := s.Server.Invoices.Bill(t.Context(), access.Viewer{User: 1}, &fees[at], 2025, nil)
	if !errors.Is(err, invoice.ErrNoFee) {
		t.Errorf("somebody who is gone: %v", err)
	}

	s.Send("DELETE", apitest.Person(member)+"?force=true", nil, admin).Is(200)
	s.Get(of(a.ID(), ""), admin).Is(200).Has("person", nil).Has("person_name", "Ada")
	s.Later(40 * 24 * time.Hour)
	if _, err := s.Server.People.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Get(all+"?search=ada", admin).Is(200).Has("2.invoice_number", "C2026-001").Has("2.person", nil).Has("2.total_amount", 135.0)
}
