package recovery_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/internal/recovery"
)

var errBug = errors.New("a bug")

func TestAPanicBecomesAnErrorWithItsStack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		called any
		says   string
		is     error
	}{{errBug, "panic: a bug", errBug}, {"never", "panic: never", nil}, {42, "panic: 42", nil}} {
		recorder := httptest.NewRecorder()
		recovery.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(c.called) }),
			func(w http.ResponseWriter, _ *http.Request, err error, stack string) {
				if err.Error() != c.says || c.is != nil && !errors.Is(err, c.is) || !strings.Contains(stack, "recovery_test.go") {
					t.Errorf("got %v at %s", err, stack)
				}
				w.WriteHeader(http.StatusInternalServerError)
			}).ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), "GET", "/", nil))
		if recorder.Code != http.StatusInternalServerError {
			t.Errorf("%v: status %d", c.called, recorder.Code)
		}
	}
}

func TestWhatDoesNotPanicIsLeftAlone(t *testing.T) {
	t.Parallel()
	recorder := httptest.NewRecorder()
	recovery.Handler(http.NotFoundHandler(), func(http.ResponseWriter, *http.Request, error, string) { t.Error("called") }).
		ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), "GET", "/", nil))
	if recorder.Code != http.StatusNotFound {
		t.Errorf("status %d", recorder.Code)
	}
}

func TestAnAbortedRequestStaysAborted(t *testing.T) {
	t.Parallel()
	defer func() {
		if err, is := recover().(error); !is || !errors.Is(err, http.ErrAbortHandler) {
			t.Errorf("caught %v", err)
		}
	}()
	aborts := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	recovery.Handler(aborts, func(http.ResponseWriter, *http.Request, error, string) { t.Error("called") }).
		ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), "GET", "/", nil))
}
