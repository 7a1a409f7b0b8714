package syncapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/refresh"
)

const oneMember = "/api/sync/individual/AB1234"

func TestHowFarTheWorkOnAMemberIs(t *testing.T) {
	t.Parallel()
	s := serve(t, key, created)
	refused(t, s.send(http.MethodGet, oneMember, key, ""), 404, "No individual sync of this member")
	for _, state := range refresh.States {
		s.board.Set("AB1234", state)
		w := s.send(http.MethodGet, oneMember, key, "")
		var body map[string]any
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != 200 || len(body) != 3 ||
			body["ok"] != true || body["assoc_id"] != "AB1234" {
			t.Errorf("%s: %d %s %v", state, w.Code, w.Body, err)
		}
	}
	refused(t, s.send(http.MethodPost, oneMember, key, "{}"), 405, "Method not allowed")
	if allowed := s.send(http.MethodDelete, oneMember, key, "").Header().Get("Allow"); !strings.Contains(allowed, "GET") {
		t.Errorf("allowed: %q", allowed)
	}
	for _, code := range []string{"AB1", "AB123456789", "AB-1234", "AB12%2034", strings.Repeat("A", 4000)} {
		refused(t, s.send(http.MethodGet, "/api/sync/individual/"+code, key, ""), 400, invalid)
	}
	if strings.Contains(s.log.String(), "AB1234") {
		t.Errorf("the log names the member: %s", s.log)
	}
}

// The keys are checked as ever, and asking how far it is does not count.
func TestAskingHowFarItIsHasTheSameKeyChecksAndNoLimit(t *testing.T) {
	t.Parallel()
	s := serve(t, key, created)
	s.board.Set("AB1234", refresh.Reading)
	refused(t, s.send(http.MethodGet, oneMember, "", ""), 401, "Missing X-Sync-API-Key header")
	refused(t, s.send(http.MethodGet, oneMember, "another", ""), 403, "Invalid API key")
	refused(t, serve(t, "", created).send(http.MethodGet, oneMember, "any", ""), 503, "API key not configured on server")
	for range 50 {
		if w := s.send(http.MethodGet, oneMember, key, ""); w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if w := s.ask("AB1234"); w.Code != 200 {
		t.Errorf("then a member is %d %s", w.Code, w.Body)
	}
}

func TestItIsToldWhileTheWorkGoesOn(t *testing.T) {
	t.Parallel()
	begun, end := make(chan struct{}), make(chan struct{})
	s := serve(t, key, func(context.Context, string) (refresh.Result, error) {
		close(begun)
		<-end
		return refresh.Result{Action: refresh.Updated, Person: 1}, nil
	})
	ended := make(chan int, 1)
	go func() { ended <- s.ask("AB1234").Code }()
	<-begun
	s.mu.Lock()
	s.board.Set("AB1234", refresh.Writing)
	s.mu.Unlock()
	if w := s.send(http.MethodGet, oneMember, key, ""); w.Code != 200 || !strings.Contains(w.Body.String(), `"state":"writing"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	close(end)
	if code := <-ended; code != 200 {
		t.Errorf("the work ended with %d", code)
	}
}

func TestWhichRunsFailed(t *testing.T) {
	t.Parallel()
	const failing = "/api/sync/failing"
	s := serve(t, key, created)
	for want, names := range map[string][]string{
		`{"ok":true,"failing":[]}`: nil, `{"ok":true,"failing":["people","teams"]}`: {"people", "teams"},
	} {
		s.failing = names
		if w := s.send(http.MethodGet, failing, key, ""); w.Code != 200 || strings.TrimSpace(w.Body.String()) != want {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	s.unreadable = errors.New("the disk is gone")
	refused(t, s.send(http.MethodGet, failing, key, ""), 500, "Internal sync error")
	refused(t, s.send(http.MethodGet, failing, "", ""), 401, "Missing X-Sync-API-Key header")
	refused(t, s.send(http.MethodGet, failing, "another", ""), 403, "Invalid API key")
	refused(t, s.send(http.MethodPost, failing, key, "{}"), 405, "Method not allowed")
}
