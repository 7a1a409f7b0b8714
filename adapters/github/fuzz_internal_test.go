package github

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/fixtures/control"
)

// answered returns a forge that a provider answers for.
func answered(t testing.TB, provider http.RoundTripper) *Forge {
	t.Helper()
	address, err := url.Parse("https://forge.example/")
	if err != nil {
		t.Fatal(err)
	}
	f := &Forge{owner: "club", name: "huis"}
	f.through(provider, address, "geheim")
	return f
}

// FuzzAnswers lets a forge answer anything: it is one of the faults of forges, or whole, and of the branch that was asked for.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{
		`{"clone_url":"https://forge.example/club/huis.git","default_branch":"main"}`, `{"default_branch":"main"}`,
		`null`, `{}`, ``, `[null]`,
		`[{"number":3,"html_url":"https://forge.example/3","state":"open","head":{"ref":"feedback/7-x","sha":"abc"}},{"head":null}]`,
		`{"number":3,"html_url":"https://forge.example/3","state":"closed","merged_at":"2026-03-29T12:00:00Z"}`, `{"number":3}`,
		`{"message":"Validation Failed","errors":[{"message":"A pull request already exists"}]}`, `{"message":7,"errors":["x"]}`,
		`{"number":-3,"html_url":"x"}`,
	} {
		for _, status := range []int{200, 201, 202, 204, 302, 401, 403, 404, 422, 429, 500} {
			f.Add(status, "0", "99999999999", []byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, status int, left, reset string, body []byte) {
		if status < 200 || status > 599 {
			return
		}
		provider := control.JSON(status, body)
		provider.Header["X-Ratelimit-Remaining"], provider.Header["X-Ratelimit-Reset"] = []string{left}, []string{reset}
		forge := answered(t, provider)
		about, err := forge.Repository(t.Context())
		faulty(t, err)
		if err == nil && (about.CloneURL == "" || about.Default == "") {
			t.Fatalf("%+v of %q", about, body)
		}
		forge = answered(t, provider)
		_, err = forge.PullRequests(t.Context(), "feedback/7-x")
		faulty(t, err)
		forge = answered(t, provider)
		made, err := forge.Open(t.Context(), agent.Proposal{Branch: "feedback/7-x", Base: "main", Title: "x"})
		faulty(t, err)
		if err == nil && (made.Number <= 0 || made.URL == "") {
			t.Fatalf("%+v of %q", made, body)
		}
	})
}

// faulty fails on an error that the agent's work does not know.
func faulty(t *testing.T, err error) {
	t.Helper()
	if err != nil && !errors.As(err, new(*fault.Fault)) {
		t.Fatal(err)
	}
}

func TestAnAnswerWithoutEndIsNotReadToItsEnd(t *testing.T) {
	t.Parallel()
	long := control.JSON(http.StatusOK, make([]byte, mostBytes+1))
	used := answered(t, long).client.Client().Transport
	answer, err := used.RoundTrip(&http.Request{Header: http.Header{}, URL: &url.URL{Scheme: "https", Host: "forge.example"}})
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if n, err := io.Copy(io.Discard, answer.Body); n != mostBytes || err != nil {
		t.Errorf("%d bytes are read, %v", n, err)
	}
}
