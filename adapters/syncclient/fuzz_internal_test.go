package syncclient

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/fixtures/control"
)

// FuzzAnswers lets the service, or what stands before it, answer anything: it is a fault that says nothing of the answer, or
// about the member that was asked for.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{
		`{"ok":true,"assoc_id":"AB12345","action":"updated","club_record_id":7,"capability_sync":{"added":["bestuur"],"removed":[]}}`,
		`{"ok":true,"assoc_id":"ab12345","action":"created","club_record_id":0}`, `{"ok":true,"assoc_id":"XX99999","state":"running"}`,
		`{"ok":true,"assoc_id":"AB12345","state":"running"}`, `{"ok":false,"error":"Invalid API key"}`,
		`{"ok":true,"failing":["people"]}`,
		`{"ok":true,"failing":null}`, `null`, `[]`, ``, "<html>",
	} {
		for _, status := range []int{200, 400, 401, 403, 404, 422, 429, 500, 503, 302} {
			f.Add(status, []byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		if status < 200 || status > 599 {
			return
		}
		const code = "AB12345"
		c := New("https://sync.example", "geheim", time.Minute)
		c.http.Transport = control.JSON(status, body)
		result, err := c.Member(t.Context(), code)
		faulty(t, err, body)
		if err == nil && (!strings.EqualFold(result.Code, code) || !result.Action.Known() || result.Person <= 0 || status != 200) {
			t.Fatalf("status %d: %+v of %q", status, result, body)
		}
		state, err := c.State(t.Context(), code)
		faulty(t, err, body)
		if err == nil && (!state.Known() || status != 200) {
			t.Fatalf("status %d: %q of %q", status, state, body)
		}
		failing, err := c.Failing(t.Context())
		faulty(t, err, body)
		if err == nil && (failing == nil || status != 200) {
			t.Fatalf("status %d: %v of %q", status, failing, body)
		}
	})
}

// faulty fails on an error that is no fault, or that tells what the answer said.
func faulty(t *testing.T, err error, body []byte) {
	t.Helper()
	if err == nil {
		return
	}
	if !errors.As(err, new(*fault.Fault)) || len(body) > 20 && strings.Contains(err.Error(), string(body)) {
		t.Fatal(err)
	}
}
