package syncapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/refresh"
)

// FuzzQuestion lets anybody ask the service anything: what is taken is one object that names a member by a code.
func FuzzQuestion(f *testing.F) {
	for _, seed := range []string{
		`{"assoc_id":"AB12345"}`, `{"assoc_id":"AB12345"} {}`, `{"ASSOC_ID":"AB12345"}`,
		`{"assoc_id":null}`, `{"assoc_id":["AB12345"]}`,
		`{"assoc_id":"AB12345","assoc_id":"../x"}`, `{"assoc_id":"\u0041B12345"}`, `null`, `[]`, ``,
		`{"assoc_id":"AB12345"`, "\ufeff{}",
		`{"x":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `,"assoc_id":"AB12345"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r := httptest.NewRequest(http.MethodPost, individual, bytes.NewReader(body))
		code, valid := read(httptest.NewRecorder(), r)
		if !valid {
			return
		}
		if len(body) > mostBody || refresh.CheckCode(code) != nil || !json.Valid(body) {
			t.Fatalf("%q is taken for %q", body, code)
		}
		asked, err := json.Marshal(map[string]string{"assoc_id": code})
		if err != nil {
			t.Fatal(err)
		}
		r = httptest.NewRequest(http.MethodPost, individual, bytes.NewReader(asked))
		if again, valid := read(httptest.NewRecorder(), r); !valid || again != code {
			t.Fatalf("%q is read as %q", code, again)
		}
	})
}
