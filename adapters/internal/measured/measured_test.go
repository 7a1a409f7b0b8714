package measured_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/measured"
)

func TestServe(t *testing.T) {
	t.Parallel()
	write := func(w http.ResponseWriter, text string) {
		if _, err := io.WriteString(w, text); err != nil {
			t.Error(err)
		}
	}
	for name, test := range map[string]struct {
		handler func(http.ResponseWriter)
		code    int
		written int64
	}{
		"nothing":                 {func(http.ResponseWriter) {}, 200, 0},
		"a body alone":            {func(w http.ResponseWriter) { write(w, "abc"); write(w, "de") }, 200, 5},
		"a code":                  {func(w http.ResponseWriter) { w.WriteHeader(404) }, 404, 0},
		"a code and a body":       {func(w http.ResponseWriter) { w.WriteHeader(500); write(w, "x") }, 500, 1},
		"the first code counts":   {func(w http.ResponseWriter) { w.WriteHeader(403); w.WriteHeader(404) }, 403, 0},
		"a code after the body":   {func(w http.ResponseWriter) { write(w, "x"); w.WriteHeader(404) }, 200, 1},
		"a code after a flush":    {func(w http.ResponseWriter) { w.(http.Flusher).Flush(); w.WriteHeader(404) }, 200, 0},
		"one that is only a hint": {func(w http.ResponseWriter) { w.WriteHeader(103); w.WriteHeader(204) }, 204, 0},
	} {
		recorder := httptest.NewRecorder()
		handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { test.handler(w) })
		got := measured.Serve(handler, recorder, httptest.NewRequest(http.MethodGet, "/", nil))
		if got.Code != test.code || got.Written != test.written || recorder.Body.Len() != int(test.written) {
			t.Errorf("%s: got %+v, and %q is sent", name, got, recorder.Body)
		}
	}
}

func TestHowLongItTook(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(time.Minute) })
		got := measured.Serve(slow, httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil))
		if got.Took != time.Minute {
			t.Errorf("it took %v", got.Took)
		}
	})
}

func TestWhatTheWriterCanDoIsFound(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		measured.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			control := http.NewResponseController(w)
			if err := control.SetWriteDeadline(time.Now().Add(time.Minute)); err != nil {
				t.Error(err)
			}
			if _, err := io.WriteString(w, "first"); err != nil {
				t.Error(err)
			}
			if err := control.Flush(); err != nil {
				t.Error(err)
			}
			<-r.Context().Done() // the client reads what was flushed, and goes
		}), w, r)
	}))
	defer server.Close()
	response, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 5)
	if _, err := io.ReadFull(response.Body, first); err != nil || string(first) != "first" {
		t.Errorf("got %q, %v", first, err)
	}
	if err := response.Body.Close(); err != nil {
		t.Error(err)
	}
}
