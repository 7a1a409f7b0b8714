package synchronizations

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// The systems that a problem can be of.
const (
	clubSite    = "club site"
	application = "application"
	mailLists   = "e-mail lists"
	store       = "store"
)

// execution is one run under way.
type execution struct {
	*Service
	options Options
	run     run.Run
	beat    time.Time
	noticed func(*club) error // waits until it is known what was edited in the application; see notice
	told    []string          // what tell has put into the report
	found   []string          // members whom a dry run found edited there
	writing sync.Mutex        // of numbers
	numbers map[string]string // telephone numbers as phone wrote them: a run writes each several times
	pages   pages
}

// phone writes a telephone number in the international form, or as it came when it is none.
func (x *execution) phone(text string) string {
	x.writing.Lock()
	defer x.writing.Unlock()
	if number, known := x.numbers[text]; known {
		return number
	}
	number, is := x.Phones.International(text)
	if !is {
		number = text
	}
	if x.numbers == nil {
		x.numbers = map[string]string{}
	}
	x.numbers[text] = number
	return number
}

// begin writes down that a run starts, and forgets what is kept no longer.
func (s *Service) begin(ctx context.Context, pipeline run.Pipeline, options Options) (*execution, error) {
	now := s.Now().UTC()
	x := &execution{Service: s, options: options, beat: now, run: run.Run{
		Pipeline: pipeline, Scheduled: options.Scheduled, DryRun: options.DryRun, Process: s.Process, Host: s.Host,
		Started: now, Beat: now, Outcome: run.Running,
	}}
	if options.DryRun {
		return x, nil
	}
	if err := s.prune(ctx, now.Add(-s.retention())); err != nil {
		return nil, err
	}
	id, err := s.Stores.Runs.Start(ctx, x.run)
	x.run.ID = id
	if err != nil {
		return nil, fmt.Errorf("write down the run: %w", err)
	}
	return x, nil
}

func (s *Service) prune(ctx context.Context, before time.Time) error {
	ids, err := s.Stores.Runs.Prune(ctx, before)
	if err == nil {
		_, err = s.Stores.Conflicts.Prune(ctx, before)
	}
	for _, id := range ids {
		for n := 1; err == nil && n <= mostEvidence; n++ {
			for _, ext := range []string{"png", "txt"} {
				err = errors.Join(err, s.Files.Delete(ctx, evidenceKey(id, n, ext)))
			}
		}
	}
	if err != nil {
		return fmt.Errorf("forget old runs: %w", err)
	}
	return nil
}

// finish writes down how the run ended. It does so although the context has ended: the run did not go on then.
func (x *execution) finish(ctx context.Context, err error) {
	if err != nil {
		x.problem(ctx, "", "", "", err)
	}
	x.run.Finished = x.Now().UTC()
	x.run.Beat = x.run.Finished
	switch {
	case err != nil:
		x.run.Outcome = run.Failure
	case x.run.Errors() > 0:
		x.run.Outcome = run.Partial
	default:
		x.run.Outcome = run.Success
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	if err := x.keep(ctx); err != nil {
		x.problem(ctx, "", "", store, err)
	}
}

// keep writes the run down as it is now.
func (x *execution) keep(ctx context.Context) error {
	if x.options.DryRun {
		return nil
	}
	x.beat = x.Now().UTC()
	now := x.run.Clone()
	now.Beat = x.beat
	return x.Stores.Runs.Update(ctx, x.run.ID, func(r *run.Run) error { *r = now.Clone(); return nil })
}

// step is a part of the run under way.
type step struct {
	*execution
	at int // in run.Steps
}

func (st *step) counts() *run.Counts { return &st.run.Steps[st.at].Counts }

// note says what a volunteer must know of the step.
func (st *step) note(format string, values ...any) {
	text := fmt.Sprintf(format, values...)
	if kept := &st.run.Steps[st.at].Note; *kept == "" {
		*kept = text
	} else if *kept != text {
		*kept += "; " + text
	}
}

// step does a part of the run. Its error is written down and stops the run only when it stops; a step of the same name goes on
// counting.
func (x *execution) step(ctx context.Context, name string, do func(*step) error) error {
	at := -1
	for i := range x.run.Steps {
		if x.run.Steps[i].Name == name {
			at = i
		}
	}
	if at < 0 {
		at = len(x.run.Steps)
		x.run.Steps = append(x.run.Steps, run.Step{Name: name, Started: x.Now().UTC()})
	}
	st := &step{x, at}
	err := do(st)
	st.run.Steps[at].Finished = x.Now().UTC()
	switch {
	case stops(ctx, err):
		st.counts().Errors++
		return err
	case err != nil:
		st.fail(ctx, "", "", err)
	}
	return x.keep(ctx)
}

// fail counts and writes down an error of the step.
func (st *step) fail(ctx context.Context, key, system string, err error) {
	st.counts().Errors++
	st.problem(ctx, st.run.Steps[st.at].Name, key, system, err)
}

// mostEvidence is how many pictures of failures a run keeps.
const mostEvidence = 20

func evidenceKey(id run.ID, n int, ext string) string {
	return fmt.Sprintf("runs/%d/%d.%s", id, n, ext)
}

// problem writes down an error, with what the browser showed.
func (x *execution) problem(ctx context.Context, step, key, system string, err error) {
	p := run.Problem{Step: step, Key: key, System: system, Message: message(err), At: x.Now().UTC()}
	var shown *federation.Failure
	if errors.As(err, &shown) {
		p.System = clubSite
		p.Evidence = x.evidence(ctx, shown)
	}
	if len(x.run.Problems) < run.MaxProblems {
		x.run.Problems = append(x.run.Problems, p)
	}
}

// message is what an error says to who reads the report. It is bounded.
func message(err error) string {
	text := fault.Sentence(err)
	for len(text) > run.MaxMessage {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// evidence keeps what the browser showed at a failure, and answers its key: "" when the run has enough of them, or when it
// cannot be kept, which is no reason to fail.
func (x *execution) evidence(ctx context.Context, f *federation.Failure) string {
	n := 1
	for _, p := range x.run.Problems {
		if p.Evidence != "" {
			n++
		}
	}
	if x.options.DryRun || n > mostEvidence {
		return ""
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	err := x.Files.Write(ctx, evidenceKey(x.run.ID, n, "txt"), "text/plain; charset=utf-8", []byte(f.Address+"\n\n"+f.Text))
	if err == nil && len(f.Screenshot) > 0 {
		err = x.Files.Write(ctx, evidenceKey(x.run.ID, n, "png"), "image/png", f.Screenshot)
	}
	if err != nil {
		return ""
	}
	return evidenceKey(x.run.ID, n, "txt")
}

// progress tells how far the step is, and every now and then writes down that the run lives.
func (st *step) progress(ctx context.Context, done, total int) error {
	if st.Progress != nil {
		st.Progress(st.run.Steps[st.at].Name, done, total)
	}
	if st.Now().Sub(st.beat) < run.Quiet/10 {
		return nil
	}
	return st.keep(ctx)
}

// pause is how long the contract waits between two calls (§8).
type pause struct{ least, most time.Duration }

var (
	noPause     = pause{}
	memberPause = pause{500 * time.Millisecond, 1500 * time.Millisecond}
	listPause   = pause{2 * time.Second, 2 * time.Second} // between any two calls
	photoPause  = pause{2 * time.Second, 2 * time.Second}
	editPause   = pause{time.Second, 2 * time.Second}
)

// enough is after how many failures in a row of a system that cannot be reached a step gives up.
const enough = 5

// apply makes the actions of a plan one after the other, with the pause between them. What fails is written down and does not
// stop the others, unless the system is not to be reached. A dry run writes the actions down instead.
func (st *step) apply(ctx context.Context, system string, plan diff.Plan, wait pause, do func(context.Context, diff.Action) error) error {
	c := st.counts()
	c.Total += len(plan.Actions) + plan.Unchanged
	c.Skipped += plan.Unchanged
	if st.options.DryRun {
		for _, a := range plan.Actions {
			st.run.Plan = append(st.run.Plan, run.Planned{Step: st.run.Steps[st.at].Name, Kind: string(a.Kind), Key: a.Key, Reason: a.Reason})
			count(c, a.Kind)
		}
		return nil
	}
	unreachable := 0
	for i, a := range plan.Actions {
		if err := st.progress(ctx, i, len(plan.Actions)); err != nil {
			return err
		}
		if i > 0 && wait != noPause {
			if err := st.Pause(ctx, wait.least, wait.most); err != nil {
				return err
			}
		}
		switch err := do(ctx, a); {
		case err == nil:
			count(c, a.Kind)
			unreachable = 0
		case errors.Is(err, errSkipped):
			c.Skipped++
		case errors.Is(err, errWaits):
		case stops(ctx, err):
			return err
		default:
			st.fail(ctx, a.Key, system, err)
			if !reachable(err) {
				unreachable++
			} else {
				unreachable = 0
			}
			if unreachable == enough || fault.KindOf(err) == fault.Unauthenticated {
				left := len(plan.Actions) - i - 1
				st.note("gestopt: %s is niet bereikbaar; %d blijven staan voor een volgende keer", system, left)
				return nil
			}
		}
	}
	return st.progress(ctx, len(plan.Actions), len(plan.Actions))
}

// errWaits says that an action could not be made yet, which is no error and nothing done.
var errWaits = errors.New("it waits")

// errSkipped says that an action found nothing to do.
var errSkipped = errors.New("nothing to do")

func reachable(err error) bool {
	kind := fault.KindOf(err)
	return kind != fault.Unavailable && kind != fault.Unauthenticated && kind != fault.Forbidden && kind != fault.TooMany
}

// count counts an action that was made.
func count(c *run.Counts, kind diff.Kind) {
	switch kind {
	case diff.Create:
		c.Synced++
		c.Created++
	case diff.Update:
		c.Synced++
		c.Updated++
	case diff.End:
		c.Ended++
	case diff.Delete:
		c.Deleted++
	}
}
