package jsonapi

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// answering is a provider that always answers with one status, and notes when it was asked.
type answering struct {
	status int
	began  time.Time
	after  []time.Duration
}

func (a *answering) RoundTrip(r *http.Request) (*http.Response, error) {
	a.after = append(a.after, time.Since(a.began))
	return &http.Response{StatusCode: a.status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}")), Request: r}, nil
}

// contract: sync §2.5, §8
func TestItTriesThreeTimesMoreAfterOneTwoAndFourSeconds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status int
		once   bool
		want   []time.Duration
	}{
		"an error of the provider":             {502, false, []time.Duration{0, 1e9, 3e9, 7e9}},
		"too many requests":                    {429, false, []time.Duration{0, 1e9, 3e9, 7e9}},
		"what is granted":                      {200, false, []time.Duration{0}},
		"what is refused":                      {400, false, []time.Duration{0}},
		"an error of what may be done once":    {502, true, []time.Duration{0}},
		"too many of what may be done once":    {429, true, []time.Duration{0, 1e9, 3e9, 7e9}},
		"an answer that is not worth a repeat": {404, false, []time.Duration{0}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { // its clock does not wait
				provider := &answering{status: c.status, began: time.Now()}
				client := New(Options{URL: "https://provider.example", Transport: provider})
				answer, err := client.Do(t.Context(), Request{Method: http.MethodPost, Path: "/customers", Once: c.once})
				if err != nil || answer.Status != c.status || !slices.Equal(provider.after, c.want) {
					t.Errorf("asked after %v: %+v, %v", provider.after, answer, err)
				}
			})
		})
	}
}
