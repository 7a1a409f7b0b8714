package lettermint

import (
	"errors"
	"net/http"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/internal/jsonapi"
	"github.com/clubhuis/clubhuis/core/fault"
)

// FuzzAnswers lets the provider of mail answer anything to a message: it is a fault that knows whether to try again, or the
// provider took it and gave it a number.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{
		`{"message_id":"m-1","status":"queued"}`, `{"message":"The to field is invalid.","errors":{"to.0":["is invalid"],"subject":7}}`,
		`{"message_id":7}`, `{"message_id":""}`, `{"errors":[]}`, `null`, `[]`, ``, "<html>",
	} {
		for _, status := range []int{200, 202, 401, 404, 422, 429, 500, 302} {
			f.Add(status, "3", []byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, status int, wait string, body []byte) {
		id, err := taken(&jsonapi.Answer{Status: status, Header: http.Header{"Retry-After": {wait}}, Text: body})
		var refused *fault.Fault
		switch {
		case err == nil && (id == "" || status < 200 || status >= 300):
			t.Fatalf("status %d: %q is taken for success", status, body)
		case err == nil:
			return
		case !errors.As(err, &refused) || id != "":
			t.Fatalf("%q, %v", id, err)
		case refused.Kind == fault.Internal, refused.RetryAfter < 0:
			t.Fatalf("%+v", refused)
		}
		// What is said of one message alone is not tried again; everything else is.
		if (refused.Kind == fault.Invalid) && (status < 400 || status >= 500) {
			t.Fatalf("status %d: %v", status, err)
		}
		for name, sentence := range refused.Params {
			if sentence != notAccepted {
				t.Fatalf("%q is told of %q", sentence, name)
			}
		}
	})
}
