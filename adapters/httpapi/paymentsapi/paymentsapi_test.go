package paymentsapi_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/record"
)

const review = "/api/club/v1/payments/review"

// bill makes an invoice for which somebody paid twice, and returns its number.
func bill(s *apitest.Site) int64 {
	s.T.Helper()
	now := invoice.At(s.Now, s.Server.Payments.Zone)
	made, err := invoice.New(record.NewHead(1, "Penning", s.Now), invoice.Draw{Kind: invoice.Discipline, Person: 12,
		PersonName: "Jan Kok", Lines: []invoice.Line{{Description: "Rode kaart", Amount: 25_00}}}, now)
	if err != nil {
		s.T.Fatal(err)
	}
	if _, _, err := made.Begin("verwijzing", "sleutel", now); err != nil {
		s.T.Fatal(err)
	}
	for _, id := range []string{"tr_een", "tr_twee"} {
		if _, err := made.Observe("verwijzing", invoice.Observed{ID: id, Amount: 25_00, PaidOn: now.On}, now); err != nil {
			s.T.Fatal(err)
		}
	}
	if made, err = s.Server.Payments.Invoices.Create(s.T.Context(), made, 2026); err != nil {
		s.T.Fatal(err)
	}
	return made.ID
}

func TestPaymentsThatSomebodyShouldLookAt(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.Admin()
	s.User("penning", access.SectionRole(access.Finance))
	s.User("fair", access.SectionRole(access.FairPlay))
	treasurer, other := s.Program("penning"), s.Program("fair")
	id := bill(s)
	one := fmt.Sprintf("%s/%d/2", review, id)

	s.Get(review, other).Refuses(http.StatusForbidden, "rest_forbidden")
	s.Send("POST", one, nil, other).Refuses(http.StatusForbidden, "rest_forbidden")
	if got := len(s.Get(review, treasurer).Is(200).List("")); got != 1 {
		t.Errorf("%d payments", got)
	}
	s.Get(review, treasurer).Has("0.invoice_id", float64(id)).Has("0.invoice_number", "F2026-001").Has("0.payment_id", 2.0).
		Has("0.reason", "second").Has("0.amount", 25.0).Has("0.open_amount", -25.0).Has("0.person_name", "Jan Kok").
		Has("0.provider_payment_id", "tr_twee").Has("0.paid_on", "2026-06-15")
	for range 2 {
		s.Send("POST", one, nil, treasurer).Is(200).Has("reviewed", true)
	}
	if got := len(s.Get(review, treasurer).Is(200).List("")); got != 0 {
		t.Errorf("%d payments are left", got)
	}
	s.Send("POST", review+"/999/1", nil, treasurer).Refuses(http.StatusNotFound, "rest_not_found")
	page, err := s.Server.Audits.Audit.Page(t.Context(), audit.Query{Kind: audit.PaymentReviewed, Limit: 10})
	if err != nil || page.Total != 1 {
		t.Errorf("%d entries, %v", page.Total, err)
	}
}

// contract: club §4.9, §6: nobody is signed in, and the answer says nothing
func TestTheProvidersCallbackReachesTheClub(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	for _, query := range []string{"", "?ref=onzin"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/club/v1/payment/webhook"+query,
			strings.NewReader("id=tr_x"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "https://elders.example")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code != 200 || strings.TrimSpace(w.Body.String()) != "{}" {
			t.Errorf("%q: %d %s", query, w.Code, w.Body)
		}
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/betaling/onzin", nil))
	if w.Code != 404 || !strings.Contains(w.Body.String(), "Deze pagina bestaat niet") ||
		w.Header().Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("the page: %d %v", w.Code, w.Header())
	}
}
