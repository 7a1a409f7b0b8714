package paymentpage_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/adapters/httpapi/paymentpage"
	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
)

var update = flag.Bool("update", false, "write the golden files anew")

// site is a club with one invoice.
type site struct {
	*payments.Service
	t        testing.TB
	routes   *mux.Router
	page     *paymentpage.Page
	provider *inmem.Payments
	at       time.Time
	payee    payments.Payee
	offered  bool
	id       int64
	token    string
}

// open makes a site with an invoice. Its token and its nonces are always the same.
func open(t testing.TB, kind invoice.Kind, amount money.Cents) *site {
	t.Helper()
	s := &site{t: t, at: time.Date(2026, 9, 1, 12, 0, 0, 0, time.UTC), token: strings.Repeat("0123456789abcdef", 4), offered: true,
		payee: payments.Payee{Name: "vv De Proef", IBAN: "NL91ABNA0417164300", Accent: "#0d687d", Contact: "geld@club.example"}}
	now := func() time.Time { return s.at }
	s.provider = inmem.NewPayments(now)
	store, key := inmem.Open(), make([]byte, 32)
	s.Service = &payments.Service{
		Logo:     func(context.Context) ([]byte, error) { return nil, nil },
		Invoices: store.Stores().Invoices, Atomic: store, Now: now, Zone: time.UTC, Random: rand.Read, Key: key,
		BaseURL: "https://club.example", Callback: "https://club.example/hook", Provider: s.provider,
		Offered: func(context.Context) (bool, error) { return s.offered, nil },
		Terms: func(context.Context, season.Season) (invoice.Terms, error) {
			return invoice.Terms{Quarterly: true, Monthly: true, AdminFee: 1_50}, nil
		},
		Payee:  func(context.Context) (payments.Payee, error) { return s.payee, nil },
		Papers: inmem.Papers{},
	}
	sealed, err := seal.Seal(key, seal.Payments, make([]byte, seal.NonceSize), s.token)
	if err != nil {
		t.Fatal(err)
	}
	draw := invoice.Draw{Kind: kind, Person: 12, PersonName: "Joël <b>de</b> Vries", TokenDigest: string(account.DigestOf(s.token)),
		TokenSealed: sealed, Lines: []invoice.Line{{Description: "Contributie van de broer van Joël", Amount: amount}}}
	if kind == invoice.Membership {
		draw.Season = 2026
	}
	moment := invoice.At(s.at, time.UTC)
	made, err := invoice.New(record.NewHead(1, "Penning", s.at), draw, moment)
	if err == nil {
		err = made.Send(moment, 14)
	}
	if err == nil {
		made, err = s.Invoices.Create(t.Context(), made, 2026)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.id, s.routes = made.ID, mux.NewRouter().SkipClean(true)
	s.page = &paymentpage.Page{
		Payments: s.Service, Random: func(b []byte) (int, error) { clear(b); return len(b), nil },
		Club: func() identity.Club { return identity.Club{Name: "vv De Proef"} },
		Icon: func() []byte { return nil },
	}
	s.page.Mount(s.routes, "/api")
	return s
}

func (s *site) do(method, path string, form url.Values) *httptest.ResponseRecorder {
	s.t.Helper()
	r := httptest.NewRequestWithContext(s.t.Context(), method, path, strings.NewReader(form.Encode()))
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	w := httptest.NewRecorder()
	s.routes.ServeHTTP(w, r)
	return w
}

func (s *site) get(query string) *httptest.ResponseRecorder {
	s.t.Helper()
	return s.do(http.MethodGet, "/betaling/"+s.token+query, nil)
}

func (s *site) choose(plan string) *httptest.ResponseRecorder {
	s.t.Helper()
	return s.do(http.MethodPost, "/betaling/"+s.token, url.Values{"token": {s.token}, "plan": {plan}})
}

// form is what the button of a plan sends, as the page stands now.
func (s *site) form(plan string) url.Values {
	s.t.Helper()
	field := regexp.MustCompile(`name="(token|installment|amount|plan)" value="([^"]*)"`)
	form := url.Values{}
	for _, found := range field.FindAllStringSubmatch(s.get("").Body.String(), -1) {
		if form.Set(found[1], found[2]); found[1] == "plan" && found[2] == plan {
			return form
		}
	}
	s.t.Fatalf("no button for %s", plan)
	return nil
}

// pay pays the newest link; by less than it asks for.
func (s *site) pay(less money.Cents) {
	s.t.Helper()
	links := s.provider.Links()
	l := links[len(links)-1]
	s.provider.Pay(l.ID, l.Amount-less, true)
	s.do(http.MethodPost, "/api/club/v1/payment/webhook?ref="+l.Ref, url.Values{"id": {"tr_x"}})
}

// contract: club §4.9-1, §4.9-2, §4.9-3, §4.9-4 (the payment page)
func TestEachStateOfThePage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind   invoice.Kind
		status int
		act    func(*site) *httptest.ResponseRecorder
	}{
		"open":       {invoice.Membership, 200, func(s *site) *httptest.ResponseRecorder { return s.get("") }},
		"discipline": {invoice.Discipline, 200, func(s *site) *httptest.ResponseRecorder { return s.get("") }},
		"two-left": {invoice.Membership, 200, func(s *site) *httptest.ResponseRecorder {
			s.at = time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)
			return s.get("")
		}},
		"chosen": {invoice.Membership, 200, func(s *site) *httptest.ResponseRecorder {
			s.choose("quarterly_3")
			return s.get("")
		}},
		"chosen-full": {invoice.Membership, 200, func(s *site) *httptest.ResponseRecorder {
			s.choose("full")
			return s.get("")
		}},
		"part-paid": {invoice.Membership, 200, func(s *site) *httptest.ResponseRecorder {
			s.choose("quarterly_3")
			s.pay(0)
			s.at = s.at.AddDate(0, 6, 0)
			return s.get("")
		}},
		"thanks": {invoice.Membership, 200, func(s *site) *httptest.ResponseRecorder {
			s.choose("full")
			return s.get("?betaald=1")
		}},
		"thanks-paid": {invoice.Membership, 200, func(s *site) *httptest.ResponseRecorder {
			s.choose("full")
			s.pay(0)
			return s.get("?betaald=1")
		}},
		"paid": {invoice.Membership, 200, func(s *site) *httptest.ResponseRecorder {
			s.choose("monthly_8")
			for range 8 {
				s.choose("monthly_8")
				s.pay(0)
			}
			return s.get("")
		}},
		"overpaid": {invoice.Membership, 200, func(s *site) *httptest.ResponseRecorder {
			s.choose("full")
			s.pay(-5_00)
			return s.get("")
		}},
		"transfer": {invoice.Membership, 200, func(s *site) *httptest.ResponseRecorder {
			s.offered = false
			s.payee.Accent = "#ffd800"
			s.choose("quarterly_3")
			return s.get("")
		}},
		"nowhere": {invoice.Membership, 200, func(s *site) *httptest.ResponseRecorder {
			s.offered, s.payee = false, payments.Payee{Name: "vv De Proef", Accent: "#0d687d"}
			return s.get("")
		}},
		"other-form": {invoice.Membership, 400, func(s *site) *httptest.ResponseRecorder {
			return s.do(http.MethodPost, "/betaling/"+s.token, url.Values{"token": {strings.Repeat("0", 64)}, "plan": {"full"}})
		}},
		"no-plan": {invoice.Membership, 400, func(s *site) *httptest.ResponseRecorder { return s.choose("onzin") }},
		"begun": {invoice.Membership, 409, func(s *site) *httptest.ResponseRecorder {
			s.choose("quarterly_3")
			s.pay(0)
			return s.choose("full")
		}},
		"stale": {invoice.Membership, 409, func(s *site) *httptest.ResponseRecorder {
			s.choose("quarterly_3")
			seen := s.form("quarterly_3")
			s.pay(0)
			return s.do(http.MethodPost, "/betaling/"+s.token, seen)
		}},
		"away": {invoice.Membership, 503, func(s *site) *httptest.ResponseRecorder {
			s.provider.Fail = func(string, string) error { return fault.New(fault.Unavailable, "down", "Geheim.") }
			return s.choose("full")
		}},
		"absent": {invoice.Membership, 404, func(s *site) *httptest.ResponseRecorder {
			return s.do(http.MethodGet, "/betaling/"+strings.Repeat("0", 64), nil)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := c.act(open(t, c.kind, 101_25))
			got := w.Body.String()
			if w.Code != c.status {
				t.Errorf("got %d", w.Code)
			}
			for header, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
				"X-Robots-Tag": "noindex, nofollow", "Content-Type": "text/html; charset=utf-8"} {
				if w.Header().Get(header) != want {
					t.Errorf("%s: %q", header, w.Header().Get(header))
				}
			}
			policy := w.Header().Get("Content-Security-Policy")
			if !strings.Contains(policy, "default-src 'none'") ||
				!strings.Contains(policy, "style-src 'nonce-"+strings.Repeat("A", 24)+"'") ||
				!strings.HasSuffix(strings.Split(policy, "; style-src")[0], "form-action 'self' https:") {
				t.Errorf("policy %q", policy)
			}
			for _, never := range []string{"broer", "<script", "<b>", "style=", "Geheim", "ZgotmplZ", "http://", "https://"} {
				if strings.Contains(got, never) {
					t.Errorf("%q stands on the page", never)
				}
			}
			path := filepath.Join("testdata", name+".html")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path) //nolint:gosec // of this test
			if err != nil || !bytes.Equal(want, []byte(got)) {
				t.Errorf("%v\n%s", err, got)
			}
		})
	}
}

// contract: club §4.9-4 (the payment page)
func TestAChoiceGoesToTheCheckout(t *testing.T) {
	t.Parallel()
	s := open(t, invoice.Membership, 101_25)
	for range 2 {
		w := s.choose("monthly_8")
		if to := w.Header().Get("Location"); w.Code != 303 || to != s.provider.Links()[0].URL ||
			w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%d to %q", w.Code, to)
		}
	}
	if n := len(s.provider.Links()); n != 1 {
		t.Errorf("%d links", n)
	}
	s.offered = false
	if w := s.choose("monthly_8"); w.Code != 303 || w.Header().Get("Location") != "/betaling/"+s.token {
		t.Errorf("without a provider: %d to %q", w.Code, w.Header().Get("Location"))
	}
	paid := open(t, invoice.Discipline, 10_00)
	paid.choose("full")
	paid.pay(0)
	if w := paid.choose("full"); w.Code != 303 || w.Header().Get("Location") != "/betaling/"+paid.token {
		t.Errorf("paid: %d to %q", w.Code, w.Header().Get("Location"))
	}
}

// Both parents have the page open: who presses the button late does not pay what the button did not say.
func TestAButtonPaysWhatItSays(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		first string // that is chosen before the page is opened, "" for nothing
		plan  string // that is pressed
		told  bool   // the provider told of the payment
		asks  int    // links afterwards
	}{
		"the next instalment": {"quarterly_3", "quarterly_3", true, 2}, // it is asked for, but nobody is led there
		"not told of":         {"quarterly_3", "quarterly_3", false, 1},
		"a choice":            {"", "quarterly_3", true, 2},
		"another choice":      {"", "full", true, 2},
	} {
		s := open(t, invoice.Membership, 101_25)
		if c.first != "" {
			s.choose(c.first)
		}
		seen := s.form(c.plan)
		if w := s.do(http.MethodPost, "/betaling/"+s.token, s.form("quarterly_3")); w.Code != 303 {
			t.Fatalf("%s: the first to press: %d", name, w.Code)
		}
		l := s.provider.Links()[0]
		if s.provider.Pay(l.ID, l.Amount, true); c.told {
			s.do(http.MethodPost, "/api/club/v1/payment/webhook?ref="+l.Ref, url.Values{"id": {"tr_x"}})
			if err := s.SettleOne(t.Context(), s.id); err != nil {
				t.Fatal(err)
			}
		}
		w := s.do(http.MethodPost, "/betaling/"+s.token, seen)
		if w.Code != 409 || !strings.Contains(w.Body.String(), "Betaal termijn 2: ") || len(s.provider.Links()) != c.asks {
			t.Errorf("%s: %d, %d links, %s", name, w.Code, len(s.provider.Links()), w.Body)
		}
		if w := s.do(http.MethodPost, "/betaling/"+s.token, s.form("quarterly_3")); w.Code != 303 ||
			w.Header().Get("Location") != s.provider.Links()[1].URL {
			t.Errorf("%s, read anew: %d to %q", name, w.Code, w.Header().Get("Location"))
		}
		s.pay(0)
		if w := s.choose("quarterly_3"); w.Code != 303 { // a page from before the field
			t.Errorf("%s, without the field: %d", name, w.Code)
		}
	}
}

func TestCodes(t *testing.T) {
	t.Parallel()
	s := open(t, invoice.Membership, 101_25)
	for _, c := range []struct {
		path    string
		offered bool
		status  int
		kind    string
	}{
		{"/overschrijving.png", true, 404, "text/html; charset=utf-8"},
		{"/overschrijving.png", false, 200, "image/png"},
	} {
		s.offered = c.offered
		w := s.do(http.MethodGet, "/betaling/"+s.token+c.path, nil)
		if w.Code != c.status || w.Header().Get("Content-Type") != c.kind || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%+v: %d %v", c, w.Code, w.Header())
		}
		if w := s.do(http.MethodGet, "/betaling/"+strings.Repeat("0", 64)+c.path, nil); w.Code != 404 {
			t.Errorf("%s of nobody: %d", c.path, w.Code)
		}
	}
	s.payee.IBAN = ""
	if w := s.do(http.MethodGet, "/betaling/"+s.token+"/overschrijving.png", nil); w.Code != 404 {
		t.Errorf("without an account: %d", w.Code)
	}
}

func TestOtherRequests(t *testing.T) {
	t.Parallel()
	s := open(t, invoice.Membership, 101_25)
	long := url.Values{"token": {s.token}, "plan": {strings.Repeat("x", 20_000)}}
	for _, c := range []struct {
		method, path string
		form         url.Values
		status       int
	}{
		{"HEAD", "/betaling/" + s.token, nil, 200},
		{"PUT", "/betaling/" + s.token, nil, 405},
		{"DELETE", "/betaling/" + s.token, nil, 405},
		{"GET", "/betaling/", nil, 404},
		{"GET", "/betaling/onzin", nil, 404},
		{"GET", "/betaling/" + s.token + "/meer", nil, 404},
		{"GET", "/betaling/" + strings.ToUpper(s.token), nil, 404},
		{"POST", "/betaling/" + s.token, nil, 400},
		{"POST", "/betaling/" + s.token, long, 400},
		{"POST", "/betaling/onzin", url.Values{"token": {"onzin"}, "plan": {"full"}}, 404},
	} {
		if w := s.do(c.method, c.path, c.form); w.Code != c.status {
			t.Errorf("%s %s: %d", c.method, c.path, w.Code)
		}
	}
	if len(s.provider.Links()) != 0 {
		t.Error("something was asked for")
	}
}

// contract: club §4.9, §6
func TestACallbackIsAnsweredTheSameWhateverComesOfIt(t *testing.T) {
	t.Parallel()
	s := open(t, invoice.Membership, 101_25)
	s.choose("full")
	l := s.provider.Links()[0]
	calls := 0
	s.provider.Fail = func(string, string) error {
		if calls++; calls == 1 {
			return errors.New("a bug")
		}
		return nil
	}
	for n, query := range []string{"?ref=" + l.Ref, "", "?ref=onzin", "?ref=" + l.Ref, "?ref=%zz;x=y"} {
		ctx, event := rest.WithEvent(t.Context())
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/api/club/v1/payment/webhook"+query, strings.NewReader("id=tr_x"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		s.routes.ServeHTTP(w, r)
		if w.Code != 200 || strings.TrimSpace(w.Body.String()) != "{}" {
			t.Errorf("%q: %d %s", query, w.Code, w.Body)
		}
		known := strings.HasSuffix(query, l.Ref)
		if event.Operation != "payment-webhook" || event.Failed != (n == 0) || (event.Remark == "") != known {
			t.Errorf("%q: %+v", query, event)
		}
	}
}

func TestAProviderOnThisMachineMayBeGoneTo(t *testing.T) {
	t.Parallel()
	for provider, want := range map[string]string{
		"http://127.0.0.1:4004/v2": " http://127.0.0.1:4004", "http://localhost:1": " http://localhost:1",
		"http://[::1]:7/v2":     " http://[::1]:7",
		"http://elders.example": "", "https://api.mollie.com/v2": "", "": "",
	} {
		s := open(t, invoice.Membership, 101_25)
		s.page.Provider = provider
		policy := s.get("").Header().Get("Content-Security-Policy")
		_, after, _ := strings.Cut(policy, "form-action 'self' https:")
		if got, _, _ := strings.Cut(after, ";"); got != want {
			t.Errorf("%q: %q", provider, policy)
		}
	}
}

func TestThePageShowsTheLogoOfTheClub(t *testing.T) {
	t.Parallel()
	s := open(t, invoice.Membership, 101_25)
	s.page.Icon = func() []byte { return []byte("logo") }
	for _, page := range []string{s.get("").Body.String(), s.do("GET", "/betaling/x", nil).Body.String()} {
		if !strings.Contains(page, `<header><img src="data:image/png;base64,bG9nbw==" alt="">`) {
			t.Errorf("got %s", page)
		}
	}
	if policy := s.get("").Header().Get("Content-Security-Policy"); !strings.Contains(policy, "img-src 'self' data:;") {
		t.Errorf("policy %q", policy)
	}
}
