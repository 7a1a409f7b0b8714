package contributions

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/jsonapi"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/dues"
	"github.com/clubhuis/clubhuis/fixtures/control"
)

// FuzzAnswers lets the provider of contributions answer anything: it is a fault, or items of members, and of those that cannot be
// read it is said whose they are. Its pages end.
func FuzzAnswers(f *testing.F) {
	const item = `{"member_code":"AB12345","year":2026,"total":180.00,"balance":0.10,"status":"Openstaand"}`
	for _, seed := range []string{
		`{"items":[` + item + `],"next":null}`, `{"items":[],"next":"https://x.example/contributions?year=2026&page=2"}`,
		`{"items":[]}`,
		`{"items":[` + strings.Repeat(item+",", 30) + `{"member_code":"X","year":2025}],"next":""}`, `{"items":null}`,
		`{"items":[null]}`,
		`{"items":[{"member_code":" A ","year":2026,"total":"1e3","balance":-0.005,"status":""}]}`, `null`, `[]`, ``,
		`{"items":[],"next":"?year=2025"}`, `{"items":[],"next":":"}`,
	} {
		f.Add(http.StatusOK, []byte(seed))
	}
	f.Add(http.StatusNotFound, []byte("{}"))
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		if status < 200 || status >= 500 || status == http.StatusTooManyRequests { // the last are tried again
			return
		}
		provider := control.JSON(status, body)
		p := &Provider{jsonapi.New(jsonapi.Options{
			URL: "https://dues.example", Tries: 1, FirstWait: time.Nanosecond, Transport: provider,
		})}
		items, err := p.Year(t.Context(), 2026)
		if provider.Asked > 2 { // the second answer names a page that was asked for
			t.Fatalf("asked %d times", provider.Asked)
		}
		var unread *dues.Unreadable
		if err != nil && !errors.As(err, &unread) && !errors.As(err, new(*fault.Fault)) {
			t.Fatal(err)
		}
		if items == nil != (err != nil && unread == nil) || err == nil && status >= 300 {
			t.Fatalf("status %d: %v, %v", status, items, err)
		}
		for _, one := range items {
			if one.Member == "" || one.Member != strings.TrimSpace(one.Member) {
				t.Fatalf("%+v", one)
			}
		}
		if unread != nil && dues.TooManyUnread(len(unread.Items), len(unread.Items)+len(items)) {
			t.Fatalf("%d of %d cannot be read", len(unread.Items), len(items))
		}
	})
}
