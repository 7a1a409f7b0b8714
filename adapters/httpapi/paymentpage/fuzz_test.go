package paymentpage_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/invoice"
)

// FuzzNews lets anybody call as the provider of payments: the answer is always the same, nothing fails, and nothing that is said
// is believed. Nobody paid, so that nothing is paid.
func FuzzNews(f *testing.F) {
	for _, seed := range []struct{ query, kind, body string }{
		{"ref=REF", "application/x-www-form-urlencoded", "id=tr_1"}, {"", "application/x-www-form-urlencoded", "id=LINK"},
		{"ref=REF&ref=x", "application/x-www-form-urlencoded; charset=x", "id=&id=tr_1"}, {"ref=%zz;x=y", "", "id=%zz"},
		{"ref=" + strings.Repeat("x", 101), "multipart/form-data; boundary=x",
			"--x\r\nContent-Disposition: form-data; name=id\r\n\r\nLINK\r\n--x--"},
		{"ref=%00%ff", "multipart/form-data", "\x00"}, {"REF", "application/json", `{"id":"tr_1"}`},
		{"ref='%20OR%201=1", "a/b; c", "id=" + strings.Repeat("%F0", 50)},
	} {
		f.Add(seed.query, seed.kind, seed.body)
	}
	s := open(f, invoice.Membership, 101_25)
	s.choose("full")
	link := s.provider.Links()[0]
	filled := strings.NewReplacer("REF", link.Ref, "LINK", link.ID)
	f.Fuzz(func(t *testing.T, query, kind, body string) {
		ctx, event := rest.WithEvent(t.Context())
		sent := strings.NewReader(filled.Replace(body))
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/api/club/v1/payment/webhook", sent)
		r.URL.RawQuery = filled.Replace(query)
		r.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		s.routes.ServeHTTP(w, r)
		if w.Code != http.StatusOK || w.Body.String() != "{}\n" || event.Failed {
			t.Fatalf("%q %q %q: %d %q %+v", query, kind, body, w.Code, w.Body, event)
		}
		if strings.ContainsAny(event.Remark, "\r\n\x00") || strings.Contains(event.Remark, "tr_") {
			t.Fatalf("the log tells what it said: %q", event.Remark)
		}
		i, err := s.Invoices.ByKey(ctx, invoice.Key{By: invoice.ByCheckout, Value: link.Ref})
		if err != nil || len(i.Payments) > 0 || i.ID != s.id {
			t.Fatalf("%q %q %q: %+v, %v", query, kind, body, i.Payments, err)
		}
	})
}
