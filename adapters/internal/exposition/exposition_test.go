package exposition_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/internal/exposition"
)

// served returns what a handler of the metrics serves.
func served(t *testing.T, handler http.Handler) string {
	t.Helper()
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/plain; version=0.0.4; charset=utf-8" {
		t.Fatal(w.Code, w.Header())
	}
	return w.Body.String()
}

func TestMetricsAreServedAsText(t *testing.T) {
	t.Parallel()
	runs := exposition.NewCounter("runs_total", "Runs, by outcome.", "outcome", "what")
	took := exposition.NewHistogram("took_seconds", "Time.", []float64{.5, 2})
	none := exposition.NewGauge("none", "What nobody set.")
	handler := exposition.Handler([]*exposition.Metric{runs, took, none}, func(ctx context.Context) []*exposition.Metric {
		if ctx != t.Context() {
			t.Error("the request's context is lost")
		}
		return []*exposition.Metric{exposition.NewGauge("at_seconds", "When.").Set(1790000000.5)}
	})
	runs.Add(0, "bad", "a")
	runs.Add(1, "good", "\"a\"\\\n{b}")
	runs.Add(2, "good", "\"a\"\\\n{b}")
	for _, value := range []float64{.5, .6, 3} {
		took.Observe(value)
	}
	text := served(t, handler)
	const want = `# HELP runs_total Runs, by outcome.
# TYPE runs_total counter
runs_total{outcome="bad",what="a"} 0
runs_total{outcome="good",what="\"a\"\\\n{b}"} 3
# HELP took_seconds Time.
# TYPE took_seconds histogram
took_seconds_bucket{le="0.5"} 1
took_seconds_bucket{le="2"} 2
took_seconds_bucket{le="+Inf"} 3
took_seconds_sum 4.1
took_seconds_count 3
# HELP at_seconds When.
# TYPE at_seconds gauge
at_seconds 1.7900000005e+09
`
	if !strings.HasPrefix(text, want) {
		t.Errorf("%.900s", text)
	}
	for _, own := range []string{"\nprocess_resident_memory_bytes ", "\nprocess_open_fds ", "\ngo_goroutines ", "\ngo_memstats_heap_inuse_bytes "} {
		if !strings.Contains(text, own) {
			t.Errorf("nothing of%s", own)
		}
	}
}

func TestOtherLabelsThanWereSaidPanic(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("a series without its labels")
		}
	}()
	exposition.NewCounter("runs_total", "Runs.", "outcome").Add(1)
}

func TestConcurrentCountsAreAllThere(t *testing.T) {
	t.Parallel()
	runs := exposition.NewCounter("runs_total", "Runs.", "of")
	handler := exposition.Handler([]*exposition.Metric{runs}, func(context.Context) []*exposition.Metric { return nil })
	var counting sync.WaitGroup
	for range 8 {
		counting.Go(func() {
			for i := range 200 {
				runs.Add(1, fmt.Sprint(i%3))
			}
		})
		counting.Go(func() { served(t, handler) })
	}
	counting.Wait()
	text := served(t, handler)
	if !strings.Contains(text, `runs_total{of="0"} 536`) || !strings.Contains(text, `runs_total{of="2"} 528`) {
		t.Errorf("%.200s", text)
	}
}
