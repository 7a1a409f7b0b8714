package laposta

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/jsonapi"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	"github.com/clubhuis/clubhuis/fixtures/control"
)

// FuzzAnswers lets the provider of lists answer anything to every question: it is a fault, or entries with a number and an
// address.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{
		`{"data":[{"member":{"member_id":"a1","email":"jan@club.example","state":"active","custom_fields":{"voornaam":"Jan","n":7}}}]}`,
		`{"data":[{"field":{"custom_name":"voornaam"}},{"field":{"custom_name":""}}]}`, `{"data":[]}`,
		`{"data":null}`, `{"data":[{}]}`,
		`{"member":{"member_id":"a1","email":"jan@club.example","state":"unsubscribed","custom_fields":[]}}`, `null`, `[]`, ``,
		`{"error":{"type":"invalid_input","message":"Unknown member","code":203,"parameter":"email"}}`, `{"member":{"custom_fields":7}}`,
	} {
		f.Add(http.StatusOK, []byte(seed))
		f.Add(http.StatusCreated, []byte(seed))
		f.Add(http.StatusNotFound, []byte(seed))
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		if status < 200 || status >= 500 || status == http.StatusTooManyRequests { // the last are tried again
			return
		}
		l := &Lists{client: jsonapi.New(jsonapi.Options{
			URL: "https://lists.example", Tries: 1, FirstWait: time.Nanosecond, Transport: control.JSON(status, body),
		})}
		names, err := l.Fields(t.Context(), "x")
		faulty(t, err)
		for _, name := range names {
			if name == "" {
				t.Fatalf("a field without a name: %s", body)
			}
		}
		written, err := l.Put(t.Context(), "x", mailing.Entry{Email: "jan@club.example", Fields: map[string]string{"a": "b"}})
		faulty(t, err)
		if err == nil && (written.ID == "" || written.Created != (status == http.StatusCreated)) {
			t.Fatalf("%+v of %d %s", written, status, body)
		}
		if err == nil && status >= 300 {
			t.Fatalf("status %d is taken for success", status)
		}
		all, err := l.Subscribers(t.Context(), "x")
		faulty(t, err)
		if (all == nil) == (err == nil) { // nil for nobody would take everybody off
			t.Fatalf("%v, %v", all, err)
		}
		for _, one := range all {
			if one.ID == "" || one.Email == "" {
				t.Fatalf("%+v", one)
			}
		}
		err = l.Remove(t.Context(), "x", "a/../b?c")
		faulty(t, err)
		if err == nil && status >= 300 && status != http.StatusNotFound {
			t.Fatalf("status %d: removed", status)
		}
	})
}

// faulty fails on an error that the synchronization does not know.
func faulty(t *testing.T, err error) {
	t.Helper()
	if err != nil && !errors.As(err, new(*fault.Fault)) {
		t.Fatal(err)
	}
}
