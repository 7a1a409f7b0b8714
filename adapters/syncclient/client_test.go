package syncclient_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/syncclient"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/ports"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

const key = "c2VjcmV0LWtleS1mb3ItdGhlLXRlc3RzLTEyMzQ1Njc4"

// service is a server, and a client of it that waits a long time.
func service(t testing.TB, handler http.HandlerFunc) *syncclient.Client {
	return impatient(t, time.Minute, handler)
}

func impatient(t testing.TB, patience time.Duration, handler http.HandlerFunc) *syncclient.Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return syncclient.New(server.URL, key, patience)
}

// says answers everything with the same status and body.
func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// The service's own errors, word for word (contract §4 of the service).
var refusals = []struct {
	fault  *fault.Fault
	status int
	words  string
}{
	{refresh.ErrCode, 400, "Invalid assoc_id: must be 4-10 alphanumeric characters"},
	{refresh.ErrKeyMissing, 401, "Missing X-Sync-API-Key header"},
	{refresh.ErrKeyWrong, 403, "Invalid API key"},
	{refresh.ErrAbsent, 422, "Member not found"},
	{refresh.ErrBusy, 429, "Another individual sync is already in progress. Try again in a minute."},
	{refresh.ErrFailed, 500, "Internal sync error"},
	{refresh.ErrKeyUnset, 503, "API key not configured on server"},
}

func TestContract(t *testing.T) {
	porttest.Synchronization(t, func(t testing.TB, script porttest.SynchronizationService) ports.Synchronization {
		return service(t, func(w http.ResponseWriter, r *http.Request) {
			var question struct {
				Code string `json:"assoc_id"`
			}
			if err := json.NewDecoder(r.Body).Decode(&question); err != nil {
				t.Error(err)
			}
			result, err := script(question.Code)
			for _, refusal := range refusals {
				if errors.Is(err, refusal.fault) {
					says(refusal.status, fmt.Sprintf(`{"ok":false,"error":%q}`, refusal.words))(w, r)
					return
				}
			}
			if err != nil {
				panic(http.ErrAbortHandler) // hangs up
			}
			_ = json.NewEncoder(w).Encode(map[string]any{
				"ok": true, "assoc_id": result.Code, "action": result.Action, "club_record_id": result.Person,
			})
		})
	})
}

func TestState(t *testing.T) {
	porttest.SynchronizationState(t, func(t testing.TB, how porttest.SynchronizationBoard) ports.Synchronization {
		return service(t, func(w http.ResponseWriter, r *http.Request) {
			code, is := strings.CutPrefix(r.URL.Path, "/api/sync/individual/")
			if !is || r.Method != http.MethodGet || r.Header.Get("X-Sync-API-Key") != key {
				t.Errorf("asked %s %s", r.Method, r.URL)
			}
			state, err := how(code)
			if errors.Is(err, refresh.ErrNoWork) {
				says(404, `{"ok":false,"error":"No individual sync of this member"}`)(w, r)
				return
			}
			for _, refusal := range refusals {
				if errors.Is(err, refusal.fault) {
					says(refusal.status, fmt.Sprintf(`{"ok":false,"error":%q}`, refusal.words))(w, r)
					return
				}
			}
			if err != nil {
				panic(http.ErrAbortHandler) // hangs up
			}
			_ = json.NewEncoder(w).Encode(map[string]any{"ok": true, "assoc_id": code, "state": state})
		})
	})
	for name, answers := range map[string]http.HandlerFunc{
		"no such address": says(404, `{"message":"Route GET:/x not found"}`), "a page": says(200, "<html>"),
		"another member": says(200, `{"ok":true,"assoc_id":"ZZZZ99","state":"done"}`),
		"no state":       says(200, `{"ok":true,"assoc_id":"ABCD12"}`), "an odd state": says(200, `{"ok":true,"assoc_id":"ABCD12","state":"x"}`),
		"not ok": says(200, `{"ok":false,"assoc_id":"ABCD12","state":"done"}`),
	} {
		if state, err := service(t, answers).State(t.Context(), "ABCD12"); !errors.Is(err, refresh.ErrNoAnswer) || state != "" {
			t.Errorf("%s: %q, %v", name, state, err)
		}
	}
}

func TestFailing(t *testing.T) {
	porttest.SynchronizationFailing(t, func(t testing.TB, end func() ([]string, error)) ports.Synchronization {
		return service(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet || r.URL.Path != "/api/sync/failing" || r.Header.Get("X-Sync-API-Key") != key {
				t.Errorf("asked %s %s", r.Method, r.URL)
			}
			failing, err := end()
			for _, refusal := range refusals {
				if errors.Is(err, refusal.fault) {
					says(refusal.status, fmt.Sprintf(`{"ok":false,"error":%q}`, refusal.words))(w, r)
					return
				}
			}
			if err != nil {
				panic(http.ErrAbortHandler) // hangs up
			}
			_ = json.NewEncoder(w).Encode(map[string]any{"ok": true, "failing": failing})
		})
	})
	for name, answers := range map[string]http.HandlerFunc{
		"an older service": says(404, `{"ok":false,"error":"Not found"}`), "a page": says(200, "<html>"),
		"nothing of it": says(200, `{"ok":true}`), "not ok": says(200, `{"ok":false,"failing":[]}`),
		"something else": says(200, `{"ok":true,"failing":"x"}`),
	} {
		if failing, err := service(t, answers).Failing(t.Context()); !errors.Is(err, refresh.ErrNoAnswer) || failing != nil {
			t.Errorf("%s: %q, %v", name, failing, err)
		}
	}
}

func TestTheQuestionIsTheContracts(t *testing.T) {
	t.Parallel()
	for _, slash := range []string{"", "/"} {
		var got string
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			got = fmt.Sprint(r.Method, " ", r.RequestURI, " ", r.Header["X-Sync-Api-Key"], " ", r.Header.Get("Content-Type"), " ",
				string(body), err)
			says(200, `{"ok":true,"assoc_id":"ABCD12","action":"skipped","club_record_id":3}`)(w, r)
		}))
		defer server.Close()
		result, err := syncclient.New(server.URL+"/sync"+slash, key, time.Minute).Member(t.Context(), "ABCD12")
		if err != nil || result.Action != refresh.Skipped {
			t.Errorf("%+v, %v", result, err)
		}
		if want := `POST /sync/api/sync/individual [` + key + `] application/json {"assoc_id":"ABCD12"}<nil>`; got != want {
			t.Errorf("got %s", got)
		}
	}
}

func TestABusyServiceSaysWhenToComeBack(t *testing.T) {
	t.Parallel()
	_, err := service(t, says(429, `{"statusCode":429,"error":"Too Many Requests"}`)).Member(t.Context(), "ABCD12")
	if f := fault.As(err); !errors.Is(err, refresh.ErrBusy) || f.RetryAfter != time.Minute {
		t.Errorf("got %v", err)
	}
}

// What the answer says besides is never told: a broken service could say anything.
func TestWhatIsNoAnswerOfTheService(t *testing.T) {
	t.Parallel()
	const good = `{"ok":true,"assoc_id":"ABCD12","action":"updated","club_record_id":3}`
	for name, handler := range map[string]http.HandlerFunc{
		"a page":                   says(200, "<html>Welkom "+key+"</html>"),
		"nothing":                  says(200, ""),
		"null":                     says(200, "null"),
		"a list":                   says(200, "["+good+"]"),
		"half":                     says(200, good[:20]),
		"more than one":            says(200, good+good),
		"not ok":                   says(200, `{"ok":false,"error":"`+key+`"}`),
		"not ok, but everything":   says(200, strings.Replace(good, "true", "false", 1)),
		"another member":           says(200, strings.Replace(good, "ABCD12", "ABCD13", 1)),
		"no member":                says(200, strings.Replace(good, "ABCD12", "", 1)),
		"an unknown action":        says(200, strings.Replace(good, "updated", "deleted", 1)),
		"no record":                says(200, strings.Replace(good, ":3", ":0", 1)),
		"a record that is a text":  says(200, strings.Replace(good, ":3", `:"3"`, 1)),
		"another success":          says(202, good),
		"no such address":          says(404, `{"message":"Route POST:/api/sync/individual not found"}`),
		"a proxy without service":  says(503, "<html>Service Temporarily Unavailable "+key+"</html>"),
		"a proxy's own patience":   says(504, "<html>Gateway Time-out</html>"),
		"a proxy's own password":   says(401, "Unauthorized"),
		"a refusal that is a text": says(500, `"`+key+`"`),
		"a refusal that is null":   says(500, "null"),
		"endless": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"ok":true,"x":"`)
			for range 100_000 {
				if _, err := io.WriteString(w, strings.Repeat("x", 1024)); err != nil {
					return
				}
			}
		},
		"broken off": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "500")
			_, _ = io.WriteString(w, good)
		},
		"hung up": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		result, err := service(t, handler).Member(t.Context(), "ABCD12")
		if !errors.Is(err, refresh.ErrNoAnswer) || fault.As(err).Cause == nil || result != (refresh.Result{}) {
			t.Errorf("%s: %+v, %v", name, result, err)
		} else if strings.Contains(err.Error(), key) {
			t.Errorf("%s: names the key: %v", name, err)
		}
	}
}

func TestTheKeyGoesToOneAddressAlone(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("followed to %s with the key %q", r.URL, r.Header.Get("X-Sync-API-Key"))
	}))
	defer elsewhere.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		c := service(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, elsewhere.URL, status) })
		if _, err := c.Member(t.Context(), "ABCD12"); !errors.Is(err, refresh.ErrNoAnswer) {
			t.Errorf("%d: %v", status, err)
		}
	}
}

func TestARefusalIsToldWithoutItsWords(t *testing.T) {
	t.Parallel()
	for _, refusal := range refusals {
		body := fmt.Sprintf(`{"ok":false,"error":%q}`, refusal.words+" "+key)
		_, err := service(t, says(refusal.status, body)).Member(t.Context(), "ABCD12")
		if !errors.Is(err, refusal.fault) || !strings.Contains(err.Error(), fmt.Sprintf("answered %d", refusal.status)) {
			t.Errorf("%d: %v", refusal.status, err)
		}
		if strings.Contains(err.Error(), key) || strings.Contains(err.Error(), refusal.words) {
			t.Errorf("%d: says too much: %v", refusal.status, err)
		}
	}
}

func TestAServiceThatIsDown(t *testing.T) {
	t.Parallel()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := "http://" + listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{address, "http://no-such-host.invalid", "http://127.0.0.1:0"} {
		_, err := syncclient.New(address, key, time.Minute).Member(t.Context(), "ABCD12")
		if !errors.Is(err, refresh.ErrNoAnswer) || strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// silent accepts a question and never answers; asked tells when it came, gone when whoever asked went away.
func silent() (handler http.HandlerFunc, asked, gone chan struct{}) {
	asked, gone = make(chan struct{}), make(chan struct{})
	return func(_ http.ResponseWriter, r *http.Request) {
		_, _ = bufio.NewReader(r.Body).ReadString('}')
		close(asked)
		<-r.Context().Done()
		close(gone)
	}, asked, gone
}

func TestPatienceEnds(t *testing.T) {
	t.Parallel()
	handler, _, gone := silent()
	_, err := impatient(t, 100*time.Millisecond, handler).Member(t.Context(), "ABCD12")
	if !errors.Is(err, refresh.ErrNoAnswer) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	<-gone
}

func TestWhoeverAskedMayGoAway(t *testing.T) {
	t.Parallel()
	handler, asked, gone := silent()
	c := service(t, handler)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-asked; cancel() }()
	if _, err := c.Member(ctx, "ABCD12"); !errors.Is(err, context.Canceled) || errors.Is(err, refresh.ErrNoAnswer) {
		t.Errorf("got %v", err)
	}
	<-gone
}
