package clubsystemapi_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/usecase/refreshes"
)

// object is JSON as a test writes it.
type object = apitest.Object

const syncIndividual = "/api/club/v1/clubsystem/sync-individual"

// synchronizes gives the club a synchronization service.
func synchronizes(service func(ctx context.Context, code string) (refresh.Result, error)) func(*httpapi.Server) {
	return func(s *httpapi.Server) {
		s.Refreshes = &refreshes.Service{Synchronization: inmem.Synchronization{Ask: service}}
	}
}

func updates(_ context.Context, code string) (refresh.Result, error) {
	return refresh.Result{Code: code, Action: refresh.Updated, Person: 812}, nil
}

// contract: club §4.3
func TestAMemberIsBroughtUpToDate(t *testing.T) {
	t.Parallel()
	for _, action := range []refresh.Action{refresh.Created, refresh.Updated, refresh.Skipped} {
		s := apitest.New(t, synchronizes(func(_ context.Context, code string) (refresh.Result, error) {
			return refresh.Result{Code: code, Action: action, Person: 812}, nil
		}))
		a := s.Post(syncIndividual, object{"assoc_id": "ABCD12"}, s.Admin()).Is(200)
		a.Has("ok", true).Has("assoc_id", "ABCD12").Has("action", string(action)).Has("club_record_id", 812)
		if members := len(a.Object("")); members != 4 {
			t.Errorf("%d members: %s", members, a.Text)
		}
	}
}

// contract: club §4.3, §5-7
func TestHowFarTheWorkOnAMemberIs(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, func(s *httpapi.Server) {
		s.Refreshes = &refreshes.Service{
			Synchronization: inmem.Synchronization{Ask: updates, How: func(code string) (refresh.State, error) {
				switch code {
				case "ABCD12":
					return refresh.SigningIn, nil
				case "DOWN12":
					return "", refresh.ErrNoAnswer
				}
				return "", refresh.ErrNoWork
			}},
		}
	})
	admin := s.Admin()
	a := s.Get(syncIndividual+"/ABCD12", admin).Is(200).Has("ok", true).Has("assoc_id", "ABCD12").Has("state", "signing_in")
	if members := len(a.Object("")); members != 3 {
		t.Errorf("%d members: %s", members, a.Text)
	}
	s.Get(syncIndividual+"/ZZZZ99", admin).Refuses(404, "sync_error")
	s.Get(syncIndividual+"/DOWN12", admin).Refuses(502, "sync_request_failed")
	s.Get(syncIndividual+"/x", admin).Refuses(400, "rest_invalid_param", "assoc_id")
	s.Get(syncIndividual+"/ABCD12").Refuses(401, "rest_not_logged_in")
	s.User("lid", access.Member)
	s.Get(syncIndividual+"/ABCD12", s.Program("lid")).Refuses(403, "rest_forbidden")
}

func TestWhoMayHaveAMemberBroughtUpToDate(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, synchronizes(updates))
	body := object{"assoc_id": "ABCD12"}
	s.Post(syncIndividual, body).Refuses(401, "rest_not_logged_in")
	s.Post(syncIndividual, object{}).Refuses(401, "rest_not_logged_in")
	for name, c := range map[string]struct {
		role access.Role
		may  bool
	}{
		"lid": {access.Member, false}, "bestuur": {access.Board, false}, "leden": {access.SectionRole(access.Administration), false},
		"toegang": {access.SectionRole(access.AccessControl), true}, "beheer": {access.Administrator, true},
	} {
		s.User(name, c.role)
		b := s.SignIn(name)
		s.Post(syncIndividual, body, b.Reads).Refuses(403, "rest_cookie_invalid_nonce")
		if a := s.Post(syncIndividual, body, b.Writes); c.may {
			a.Is(200)
		} else {
			a.Refuses(403, "rest_forbidden")
			s.Post(syncIndividual, object{"assoc_id": "x"}, b.Writes).Refuses(403, "rest_forbidden")
		}
		s.Get("/api/club/v1/user/me", b.Reads).Is(200).Has("can_sync_individual", c.may)
		s.Get("/api/club/v1/session", b.Reads).Is(200).Has("user.can_sync_individual", c.may)
	}
}

// contract: club §4.3
func TestTheServiceIsNotAskedForWhatIsNoMemberCode(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, synchronizes(func(_ context.Context, code string) (refresh.Result, error) {
		t.Errorf("asked for %q", code)
		return refresh.Result{}, refresh.ErrCode
	}))
	admin := s.Admin()
	for _, body := range []any{
		object{}, object{"assoc_id": ""}, object{"assoc_id": nil}, object{"assoc_id": "ABC"}, object{"assoc_id": "ABCDEFGHIJK"},
		object{"assoc_id": "AB 12"}, object{"assoc_id": "AB/../x"}, object{"assoc_id": 123456}, object{"assoc_id": []string{"ABCD12"}},
	} {
		s.Post(syncIndividual, body, admin).Refuses(400, "rest_invalid_param", "assoc_id")
	}
	s.Post(syncIndividual, "{", admin).Refuses(400, "rest_invalid_param", "body")
}

func TestAClubWithoutSynchronization(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	a := s.Post(syncIndividual, object{"assoc_id": "ABCD12"}, admin).Refuses(500, "sync_not_configured")
	log := s.Log.String()
	if !strings.Contains(a.Text, "niet ingesteld") || !strings.Contains(log, "no synchronization service") ||
		!strings.Contains(log, "level=WARN") || strings.Contains(log, "ERROR") {
		t.Errorf("%s: %s", a.Text, log)
	}
	s.Get("/api/club/v1/user/me", admin).Is(200).Has("can_sync_individual", false)
}

func TestWhatTheServiceRefusesHasItsStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fault  error
		status int
		code   string
		says   string
		logged bool
	}{
		{refresh.ErrCode, 400, "sync_error", "lidnummer", false},
		{refresh.ErrKeyMissing, 401, "sync_error", "sleutel", true},
		{refresh.ErrKeyWrong, 403, "sync_error", "sleutel", true},
		{refresh.ErrAbsent, 422, "sync_error", "niet in de ledenadministratie", false},
		{refresh.ErrBusy.After(time.Minute), 429, "sync_error", "over een minuut", false},
		{refresh.ErrFailed, 500, "sync_error", "niet gelukt", true},
		{refresh.ErrNoAnswer.Because(errors.New("connection refused")), 502, "sync_request_failed", "geen antwoord", true},
		{refresh.ErrKeyUnset, 503, "sync_error", "sleutel", true},
		{errors.New("the whole client is broken"), 500, "internal_error", "bij ons", true},
	} {
		s := apitest.New(t, synchronizes(func(context.Context, string) (refresh.Result, error) { return refresh.Result{}, c.fault }))
		a := s.Post(syncIndividual, object{"assoc_id": "ABCD12"}, s.Admin()).Refuses(c.status, c.code)
		if !strings.Contains(a.Text, c.says) {
			t.Errorf("%v: says %s", c.fault, a.Text)
		}
		if logged := strings.Contains(s.Log.String(), "request failed"); logged != c.logged {
			t.Errorf("%v: logged %v: %s", c.fault, logged, s.Log.String())
		}
		if got := a.Header.Get("Retry-After"); (got == "60") != (c.status == 429) {
			t.Errorf("%v: Retry-After %q", c.fault, got)
		}
		if strings.Contains(a.Text, "refused") || strings.Contains(s.Log.String(), "ABCD12") {
			t.Errorf("%v: tells too much: %s%s", c.fault, a.Text, s.Log.String())
		}
	}
}

// A browser of the synchronization works for minutes. The server that this runs on gives other answers a fraction of that.
func TestASlowAnswerOutlastsTheServersOwnDeadline(t *testing.T) {
	t.Parallel()
	const own = 200 * time.Millisecond
	slow := func(ctx context.Context) error {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(3 * own):
			return nil
		}
	}
	var quick atomic.Bool
	s := apitest.New(t, synchronizes(func(ctx context.Context, code string) (refresh.Result, error) {
		if err := slow(ctx); err != nil {
			return refresh.Result{}, err
		}
		return updates(ctx, code)
	}), apitest.Breaks(func(ctx context.Context) error {
		if quick.Load() {
			return nil
		}
		return slow(ctx)
	}))
	admin := s.Admin()
	server := httptest.NewUnstartedServer(s.Handler())
	server.Config.WriteTimeout = own
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.Start()
	defer server.Close()
	send := func(method, path, body string) (*http.Response, error) {
		request, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		admin(request)
		return server.Client().Do(request)
	}
	if response, err := send("GET", apitest.Person(1), ""); err == nil {
		defer response.Body.Close()
		t.Errorf("any other slow answer comes through: the test shows nothing (status %d)", response.StatusCode)
	}
	quick.Store(true)
	for range 2 { // on one connection: the next request has its own time
		response, err := send("POST", syncIndividual, `{"assoc_id":"ABCD12"}`)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || response.StatusCode != 200 || !strings.Contains(string(text), `"club_record_id":812`) {
			t.Errorf("status %d, %v: %s", response.StatusCode, err, text)
		}
	}
}

func TestWhoeverAskedForAMemberMayGoAway(t *testing.T) {
	t.Parallel()
	ctx, leave := context.WithCancel(t.Context())
	var stopped error
	s := apitest.New(t, synchronizes(func(ctx context.Context, code string) (refresh.Result, error) {
		leave()
		stopped = ctx.Err()
		return updates(ctx, code)
	}))
	s.Post(syncIndividual, object{"assoc_id": "ABCD12"}, s.Admin(), func(r *http.Request) { *r = *r.WithContext(ctx) })
	if ctx.Err() == nil || stopped != nil || strings.Contains(s.Log.String(), "request failed") {
		t.Errorf("left %v, stopped %v: %s", ctx.Err(), stopped, s.Log.String())
	}
}
