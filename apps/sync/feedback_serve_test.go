package main_test

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/syncstore"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// The service looks for feedback on its own schedule; an operator begins it from the pages.
// contract: sync §1 (schedule), §1-5, §3.3
func TestTheServiceLetsTheAgentWork(t *testing.T) {
	t.Parallel()
	w := newFeedbackWorld(t, fix)
	for name, value := range newPlace(t).env { // the service needs the club site beside the agent
		if strings.HasPrefix(name, "SITE_") {
			w.env[name] = value
		}
	}
	w.run("feedback", "--run").exits(0, "is nergens aan begonnen")
	// The schedule worked an hour ago, so what passed since is made up for at the start: no test waits for half past.
	store, err := syncstore.Open(t.Context(), "sqlite:"+filepath.Join(w.env["DATA"], "clubsync.db"))
	ok(t, err)
	hourAgo := time.Now().Add(-time.Hour)
	id, err := store.Stores().Runs.Start(t.Context(), run.Run{
		Pipeline: run.Feedback, Scheduled: true, Started: hourAgo, Beat: hourAgo, Finished: hourAgo, Outcome: run.Success,
	})
	ok(t, err)
	ok(t, store.Close())
	first := w.report("Hoofdletters staan vooraan")
	w.typed(operatorsPassword+"\n", "user", "add", "--username", "jan", "--display-name", "Jan de Boer", "--password-stdin").exits(0)
	s := w.serve()
	eventually(t, "the schedule's pull request", func() bool { return w.item(first)["status"] == "resolved" })
	w.run("report", fmt.Sprint(id+1)).exits(0, "Pull requests: 1 opened")
	w.run("runs").exits(0, "schedule ")
	eventually(t, "the schedule's run lets go", func() bool {
		_, err := os.Stat(filepath.Join(w.env["DATA"], "locks", "feedback.lock"))
		return errors.Is(err, fs.ErrNotExist)
	})

	b := s.browser()
	b.shows("/", "Programmeerhulp")(b.visit("/login", url.Values{"username": {"jan"}, "password": {operatorsPassword}}))
	second := w.report("Nog een keer")
	b.shows("/pipeline/feedback?done=started")(b.visit("/api/pipeline/feedback/start", url.Values{}))
	eventually(t, "the pull request of the button", func() bool { return w.item(second)["status"] == "resolved" })
	if pulls := w.forge.PullRequests(); len(pulls) != 2 {
		t.Errorf("got %+v", pulls)
	}
	eventually(t, "the run on its page", func() bool {
		_, text := b.visit("/pipeline/feedback", nil)
		return strings.Contains(text, fmt.Sprintf("/run/%d", id+2)) && !strings.Contains(text, "Bezig")
	})
	b.shows(fmt.Sprintf("/run/%d", id+2), "Pull requests", "sort -f")(b.visit(fmt.Sprintf("/run/%d", id+2), nil))
	b.shows("/login?next=%2Fpipeline%2Ffeedback")(s.browser().visit("/pipeline/feedback", nil))
	if _, text := s.browser().visit("/api/pipeline/feedback/start", url.Values{}); strings.Contains(text, "Programmeerhulp") {
		t.Error("a stranger may begin the agent")
	}
}
