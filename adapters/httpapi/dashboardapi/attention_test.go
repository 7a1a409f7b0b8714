package dashboardapi_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/dashboard"
)

// A synchronization that failed or is silent is told to administrators alone.
func TestAFailedSynchronizationAsksForAttention(t *testing.T) {
	t.Parallel()
	var standing dashboard.Standing
	s := apitest.New(t, func(s *httpapi.Server) {
		s.Dashboards.Synchronization = func() dashboard.Standing { return standing }
	})
	admin := s.Admin()
	s.User("wim", access.SectionRole(access.Matches))
	wim := s.Program("wim")
	none := s.Get(workspace, admin).Is(200).List("attention")
	standing.Failing = []string{"people", "functions-full", "news"}
	list := s.Get(workspace, admin).Is(200).List("attention")
	if len(list) != len(none)+1 {
		t.Fatalf("got %v", list)
	}
	for name, want := range map[string]any{
		"kind": "sync_failed", "count": 3.0, "message": "De laatste synchronisatie is mislukt: leden, functies van iedereen, news.",
	} {
		if got := list[len(list)-1].(object)[name]; got != want {
			t.Errorf("%s is %v", name, got)
		}
	}
	for _, notice := range s.Get(workspace, wim).Is(200).List("attention") {
		if notice.(object)["kind"] == "sync_failed" {
			t.Error("the match secretary sees it")
		}
	}
	standing = dashboard.Standing{Asked: s.Now.Add(-2 * time.Hour)}
	list = s.Get(workspace, admin).Is(200).List("attention")
	if got := list[len(list)-1].(object)["message"]; got != "De synchronisatie is al een uur niet te bereiken." {
		t.Errorf("got %v", got)
	}
}
