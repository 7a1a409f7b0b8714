package dashboardapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/backup"
	"github.com/clubhuis/clubhuis/core/civil"
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

// Administrators alone are told how old the last backup is. Where one is expected, one that is old asks for attention, too.
func TestTheLastBackupIsTold(t *testing.T) {
	t.Parallel()
	for _, watched := range []bool{false, true} {
		s := apitest.New(t, func(s *httpapi.Server) { s.Dashboards.WatchBackups = watched })
		admin := s.Admin()
		s.User("wim", access.Board, access.SectionRole(access.Matches))
		wim := s.Program("wim")
		told := func(when string, verified any, notice string) {
			t.Helper()
			a := s.Get(workspace, admin).Is(200).Has("backup", object{"verified_at": verified})
			if !watched {
				notice = ""
			}
			got := ""
			for _, one := range a.List("attention") {
				if one.(object)["kind"] == "backup_old" {
					got = one.(object)["message"].(string)
				}
			}
			if got != notice {
				t.Errorf("%s, watched: %v: the notice is %q", when, watched, got)
			}
			a = s.Get(workspace, wim).Is(200)
			if kinds := listed(a.List("attention"), "kind"); member(a, "backup") || strings.Contains(kinds, "backup_old") {
				t.Errorf("%s: who is no administrator is told", when)
			}
		}
		told("never", nil, "Er is nog nooit een back-up gemaakt en nagekeken.")
		run, err := s.Server.Backups.Begin(t.Context(), true)
		if err != nil || run == nil {
			t.Fatalf("got %v, %v", run, err)
		}
		told("while the first is made", nil, "Er is nog nooit een back-up gemaakt en nagekeken.")
		verified := s.Now.UTC().Format(civil.StampLayout)
		if err := run.End(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		told("at once", verified, "")
		s.Later(backup.Old)
		told("on the next day", verified, "")
		s.Later(12 * time.Hour)
		told("after two days", verified, "De laatste nagekeken back-up is van 2 dagen geleden.")
	}
}
