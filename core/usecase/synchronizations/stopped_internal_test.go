package synchronizations

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// locked is a lock that the command removes.
type locked string

func (l locked) Error() string  { return "people is vergrendeld." }
func (l locked) Unlock() string { return string(l) }

func TestAFailedRunSaysCauseEffectAndNextStepFirst(t *testing.T) {
	t.Parallel()
	guard := engine.Stop(texts.ErrTooManyRemovals.Because(&engine.TooManyError{
		Removals: "8 van 64 leden", Command: "clubsync run people --accept-removals 8",
	}))
	for _, test := range []struct {
		name        string
		err         error
		cause, next string
	}{
		{"sign-in", &federation.Failure{Err: federation.ErrSignIn}, texts.SignInCause, texts.SignInNext},
		{"site", fmt.Errorf("search: %w", federation.ErrAnswer.Because(errors.New("timeout"))), texts.SiteCause, texts.SiteNext},
		{"shape", engine.Stop(federation.ErrShape), texts.ShapeCause, texts.ShapeNext},
		{"guard", guard, "8 van 64 leden", "clubsync run people --accept-removals 8"},
		{"lock", locked("clubsync unlock people"), "people is vergrendeld.", "clubsync unlock people"},
		{"lock of a run at work", locked(""), "people is vergrendeld.", texts.LockAliveNext},
		{"the application refuses", fault.New(fault.Unauthenticated, "application_refused", "Geweigerd."), "Geweigerd.",
			texts.RefusedNext},
		{"the application forbids", fault.New(fault.Forbidden, "rest_forbidden", "Mag niet."), "Mag niet.", texts.RefusedNext},
		{"not administered", texts.ErrNotOurs.Because(errors.New("record 3")), "record 3", texts.RefusedNext},
		{"the application is silent", fault.New(fault.Unavailable, "application_silent", "Stil."), "Stil.", texts.ApplicationNext},
		{"the service ended", fmt.Errorf("people: %w", context.Canceled), texts.EndedCause, texts.EndedNext},
		{"another", errors.New("disk\n full"), "disk full", "clubsync run people"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := run.Run{Pipeline: run.People, Outcome: run.Failure}
			report := r.Report()
			report.First = stopped(&r, test.err)
			lines := strings.SplitN(report.Text(), "\n", 4)
			if !strings.HasPrefix(lines[0], "Oorzaak: ") || !strings.Contains(lines[0], test.cause) ||
				lines[1] != "Gevolg: De synchronisatie van de leden is niet begonnen; er is niets gewijzigd." ||
				!strings.HasPrefix(lines[2], "Wat te doen: ") || !strings.Contains(lines[2], test.next) {
				t.Errorf("begins with %q", lines[:3])
			}
			if without := r.Report(); "\n"+strings.TrimPrefix(lines[3], "\n") != without.Text() {
				t.Errorf("goes on with %q", lines[3])
			}
			if html := report.HTML(); !strings.HasPrefix(html, "<p><strong>Oorzaak:</strong> ") ||
				strings.Index(html, "<strong>Wat te doen:</strong>") > strings.Index(html, "<h1>") {
				t.Errorf("HTML %q", html)
			}
			r.Steps = []run.Step{{Name: run.StepPeople}}
			if effect := stopped(&r, test.err)[1].Text; !strings.Contains(effect, "voor het einde gestopt") {
				t.Errorf("effect of a run that began: %s", effect)
			}
		})
	}
}

// What keeps the agent from its work is not the application's doing, and its command is another than that of the pipelines.
func TestAFailedRunOfTheAgentNamesItsCauseAndItsCommand(t *testing.T) {
	t.Parallel()
	for err, want := range map[*fault.Fault]string{
		agent.ErrRefused: "nieuwe sleutel", agent.ErrGone: "repository", agent.ErrAgent: "clubsync config check",
		agent.ErrDirty: "afscherming", agent.ErrSilent: "clubsync feedback --run", agent.ErrGit: "clubsync feedback --run",
		agent.ErrRejected: "drie keer", agent.ErrNotOurs: "clubsync feedback --run",
	} {
		r := run.Run{Pipeline: run.Feedback, Outcome: run.Failure}
		cause, next := explain(&r, fmt.Errorf("open it: %w", err.Because(errors.New("no"))))
		if !strings.HasPrefix(cause, "De programmeerhulp kon niet werken: ") || !strings.Contains(next, want) {
			t.Errorf("%s: %q, %q", err.Code, cause, next)
		}
	}
	r := run.Run{Pipeline: run.Feedback, Outcome: run.Failure}
	if _, next := explain(&r, errors.New("disk full")); !strings.Contains(next, "met de hand: clubsync feedback --run.") {
		t.Errorf("another cause: %q", next)
	}
	if cause, next := explain(&r, fault.New(fault.Unauthenticated, "application_refused", "Geweigerd.")); next != texts.RefusedNext {
		t.Errorf("the application: %q, %q", cause, next)
	}
	if got := byHand(run.FunctionsFull); got != "clubsync run functions --all" {
		t.Errorf("functions: %s", got)
	}
}
