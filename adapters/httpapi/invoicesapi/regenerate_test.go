package invoicesapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// contract: club §4.7; facts §1.14
func TestAFreshPaymentLink(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	s.User("fair", access.SectionRole(access.FairPlay))
	id := s.Post(all, asked(jan, line("Boete", 25.5)), penny).Is(200).ID()
	for range 2 {
		s.Post(of(id, "/regenerate-payment-link"), nil, penny).Is(200)
	}
	links := s.Paying.Links()
	if len(links) != 2 || !links[0].Closed || links[1].Closed || links[1].Amount != 25_50 {
		t.Fatalf("%+v", links)
	}
	s.Get(of(id, ""), penny).Is(200).Has("payment_link", links[1].URL)
	s.Post(of(id, "/regenerate-payment-link"), nil, s.Program("fair")).Refuses(403, "rest_forbidden")
	s.Post(of(99, "/regenerate-payment-link"), nil, penny).Refuses(404, "rest_not_found")

	s.Paying.Pay(links[1].ID, 25_50, true)
	if err := s.Server.Payments.News(t.Context(), links[1].Ref, ""); err != nil {
		t.Fatal(err)
	}
	s.Get(of(id, ""), penny).Is(200).Has("status", "paid").Has("payment_link", nil)
	s.Post(of(id, "/regenerate-payment-link"), nil, penny).Refuses(400, "invoice_paid")
}

// Whoever has the address of the payment page chooses there how an invoice is paid, without signing in: a program that only reads
// does not get it, nor what leads there.
func TestAProgramThatOnlyReadsCannotPay(t *testing.T) {
	t.Parallel()
	s, _, id := planned(t, invoice.Quarterly)
	s.User("penny", access.SectionRole(access.Finance))
	penny, reads := s.Program("penny"), s.ProgramWith("penny", accounts.PasswordWish{Name: "kijker", ReadOnly: true})
	s.Post(of(id, "/regenerate-payment-link"), nil, penny).Is(200)
	whole := s.Get(of(id, ""), penny).Is(200)
	page, provider, link := whole.At("payment_url").(string), s.Paying.Links()[0].URL, s.Paying.Links()[0].ID
	for _, shown := range []apitest.Answer{whole, s.Get(all, penny).Is(200)} {
		if !strings.Contains(shown.Text, provider) {
			t.Fatalf("it tests nothing: %s", shown.Text)
		}
	}
	whole.Has("meta._installment_1_payment_link", provider).Has("installments.0.payment_link", provider)
	less := s.Get(of(id, ""), reads).Is(200).Has("payment_url", "").Has("payment_link", nil).
		Has("installments.0.payment_link", nil).Has("invoice_number", whole.At("invoice_number"))
	for _, shown := range []apitest.Answer{less, s.Get(all, reads).Is(200)} {
		if strings.Contains(shown.Text, page) || strings.Contains(shown.Text, provider) || strings.Contains(shown.Text, link) ||
			strings.Contains(shown.Text, "/betaling/") {
			t.Errorf("it gets %s", shown.Text)
		}
	}
	for _, paper := range []string{"/pdf", "/qr"} {
		s.Get(of(id, paper), penny).Is(200)
		s.Get(of(id, paper), reads).Refuses(403, "rest_forbidden")
	}
}

// What is not asked for any more is closed at the provider, too.
func TestMoneyByHandClosesTheCheckout(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	id := s.Post(all, asked(jan, line("Boete", 25.5)), penny).Is(200).ID()
	s.Post(of(id, "/regenerate-payment-link"), nil, penny).Is(200)
	s.Post(of(id, "/status"), map[string]any{"status": "paid"}, penny).Is(200)
	s.Work()
	links := s.Paying.Links()
	if len(links) != 1 || !links[0].Closed {
		t.Errorf("%+v", links)
	}
	// Who was at the bank meanwhile may pay still: the invoice must be there then.
	s.Paying.Pay(links[0].ID, 25_50, false)
	s.Post(of(id, "/status"), map[string]any{"status": "draft"}, penny).Is(200)
	s.Send("DELETE", of(id, ""), nil, penny).Refuses(409, "invoice_not_deletable")
	s.Later(30 * day)
	s.Send("DELETE", of(id, ""), nil, penny).Is(200)
}

// contract: club §4.7 (DELETE deletes): somebody opened the page and pressed Betaal, and went away.
func TestADraftWhosePageWasOpenedIsDeleted(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	down := fault.New(fault.Unavailable, "payments_unavailable", "De betaaldienst antwoordt niet.")
	asks := func() int64 {
		id := s.Post(all, asked(jan, line("Boete", 25.5)), penny).Is(200).ID()
		s.Post(of(id, "/regenerate-payment-link"), nil, penny).Is(200)
		return id
	}
	remove := func(id int64) apitest.Answer {
		edition := s.Get(of(id, ""), penny).Is(200).Header.Get("ETag")
		return s.Send("DELETE", of(id, ""), nil, penny, apitest.With("If-Match", edition))
	}
	remove(asks()).Is(200)
	links := s.Paying.Links()
	if len(links) != 1 || !links[0].Closed {
		t.Errorf("%+v", links)
	}
	s.Work() // the job finds no invoice

	silent := asks()
	s.Paying.Fail = func(string, string) error { return down }
	remove(silent).Refuses(409, "invoice_not_deletable").Has("message", invoice.ErrCheckout.Message)
	s.Paying.Fail = nil
	s.Work() // goes on with closing
	if links := s.Paying.Links(); !links[1].Closed {
		t.Errorf("%+v", links)
	}
	remove(silent).Is(200)

	begun := asks()
	s.Paying.Pay(s.Paying.Links()[2].ID, 25_50, false)
	remove(begun).Refuses(409, "invoice_not_deletable").Has("message", invoice.ErrWatched.Message)

	paid := asks()
	s.Paying.Pay(s.Paying.Links()[3].ID, 25_50, true)
	remove(paid).Refuses(409, "invoice_not_deletable").Has("message", invoice.ErrPaidMeanwhile.Message)
	s.Get(of(paid, ""), penny).Is(200).Has("status", "paid").Has("received_amount", 25.5)
}

// Of who was erased there is no page on which anything could be paid.
func TestNoLinkWithoutAPage(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	id := s.Post(all, asked(jan, line("Boete", 25.5)), penny).Is(200).ID()
	changed(s, id, func(v *invoice.Invoice) error { v.Erase(nil); return nil })
	s.Post(of(id, "/regenerate-payment-link"), nil, penny).Refuses(409, "invoice_without_page")
	if links := s.Paying.Links(); len(links) != 0 {
		t.Errorf("%+v", links)
	}
}

func TestACallbackAboutNobodysPaymentIsInTheLog(t *testing.T) {
	t.Parallel()
	s, penny, jan := treasurer(t)
	id := s.Post(all, asked(jan, line("Boete", 25.5)), penny).Is(200).ID()
	s.Post(of(id, "/regenerate-payment-link"), nil, penny).Is(200)
	server := s.Handler()
	tell := func(ref string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/club/v1/payment/webhook?ref="+ref, nil)
		w := httptest.NewRecorder()
		if server.ServeHTTP(w, r); w.Code != 200 || w.Body.String() != "{}\n" {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	tell(s.Paying.Links()[0].Ref)
	if strings.Contains(s.Log.String(), "remark=") {
		t.Errorf("one that is known is remarked upon: %s", s.Log.String())
	}
	tell("verzonnen")
	found := 0
	for line := range strings.Lines(s.Log.String()) {
		if strings.Contains(line, "remark=") {
			found++
			if !strings.Contains(line, "level=WARN msg=request route=payment-webhook ") || !strings.Contains(line, "status=200") {
				t.Errorf("the line is %s", line)
			}
		}
	}
	if found != 1 || strings.Contains(s.Log.String(), "verzonnen") {
		t.Errorf("%d lines: %s", found, s.Log.String())
	}
}
