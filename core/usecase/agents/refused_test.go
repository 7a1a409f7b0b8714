package agents_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/agents"
)

// refusing is an application that refuses what concerns one item.
type refusing struct {
	*inmem.FeedbackQueue
	item              int64
	picture           string
	brief, say, moves error
	shown             error
	moved             *int // counts moves
}

func (q refusing) Brief(ctx context.Context, id int64) (string, error) {
	if id == q.item && q.brief != nil {
		return "", q.brief
	}
	return q.FeedbackQueue.Brief(ctx, id)
}

func (q refusing) Say(ctx context.Context, id int64, text string) error {
	if id == q.item && q.say != nil {
		return q.say
	}
	return q.FeedbackQueue.Say(ctx, id, text)
}

func (q refusing) Move(ctx context.Context, id int64, to feedback.Status, pullRequest, branch string) error {
	if q.moved != nil {
		*q.moved++
	}
	if id == q.item && q.moves != nil {
		return q.moves
	}
	return q.FeedbackQueue.Move(ctx, id, to, pullRequest, branch)
}

func (q refusing) Picture(ctx context.Context, address string) ([]byte, error) {
	if address == q.picture {
		return nil, q.shown
	}
	return q.FeedbackQueue.Picture(ctx, address)
}

func TestAPictureThatIsLostHoldsUpNothing(t *testing.T) {
	t.Parallel()
	for name, shown := range map[string]error{"lost": fault.ErrNotFound, "taken back": fault.New(fault.Forbidden, "x", "Nee.")} {
		w := newWorld(t)
		first := w.queue.Report(feedback.Item{Title: "x", Type: feedback.Bug, Status: feedback.Approved, Screenshots: []int64{5, 6},
			ShowPictures: true})
		second := w.approved("y")
		w.service.Queue = refusing{FeedbackQueue: w.queue, picture: "5", shown: shown}
		w.run()
		w.is(first, feedback.Resolved)
		w.run()
		w.is(second, feedback.Resolved)
		if len(w.agent.prompts) != 2 || !strings.Contains(w.agent.prompts[0], "are lost, and cannot be shown: 1\n") ||
			!strings.Contains(w.agent.prompts[0], ".git/screenshots/2.jpg") || strings.Contains(w.agent.prompts[0], "screenshots/1.jpg") ||
			strings.Contains(w.agent.prompts[1], "lost") {
			t.Errorf("%s: the prompts are %q", name, w.agent.prompts)
		}
	}
	w := newWorld(t)
	id := w.queue.Report(feedback.Item{Title: "x", Type: feedback.Bug, Status: feedback.Approved, Screenshots: []int64{5},
		ShowPictures: true})
	w.service.Queue = refusing{FeedbackQueue: w.queue, picture: "5", shown: agent.ErrSilent}
	if _, err := w.try(); !errors.Is(err, agent.ErrSilent) || len(w.agent.prompts) > 0 {
		t.Errorf("an application that is away: %v", err)
	}
	w.is(id, feedback.Approved)
}

// An item that the application will not tell of is one that the agent comes to no end with: the next one gets its turn.
func TestAnItemThatIsRefusedHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, second := w.approved("x"), w.approved("y")
	w.service.Queue = refusing{FeedbackQueue: w.queue, item: first, brief: fault.New(fault.Invalid, "x", "Zo niet.")}
	if r := w.run(); r.Outcome != run.Partial || r.Errors() != 1 {
		t.Errorf("got %+v", r)
	}
	w.is(first, feedback.Approved)
	w.run()
	if _, thread := w.is(first, feedback.NeedsInfo); len(thread) != 1 || !strings.Contains(thread[0].Content, "niet lezen") {
		t.Errorf("the thread is %v", thread)
	}
	w.run()
	w.is(second, feedback.Resolved)
	if len(w.agent.prompts) != 1 {
		t.Errorf("the prompts are %q", w.agent.prompts)
	}
}

// picky is code that somebody does not take from one branch.
type picky struct {
	*inmem.Code
	of, now    string
	take, push error
}

func (p *picky) Begin(ctx context.Context, from agent.Repository, branch string) (agent.Tree, error) {
	p.now = branch
	return p.Code.Begin(ctx, from, branch)
}

func (p *picky) Take(ctx context.Context) (agent.Diff, error) {
	if p.now == p.of && p.take != nil {
		return agent.Diff{}, p.take
	}
	return p.Code.Take(ctx)
}

func (p *picky) Push(ctx context.Context, message string) (string, error) {
	if p.now == p.of && p.push != nil {
		return "", p.push
	}
	return p.Code.Push(ctx, message)
}

// A change that the forge does not take comes again each time: after the third the next item gets its turn.
func TestAChangeThatTheForgeDoesNotTakeHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	for name, refused := range map[string]struct{ take, push, open error }{
		"not taken over":  {take: agent.ErrDirty},
		"not pushed":      {push: agent.ErrRejected.Because(errors.New("push declined due to repository rule violations"))},
		"not proposed":    {open: agent.ErrRejected},
		"an odd answer":   {open: agent.ErrOdd},
		"git fails at it": {push: agent.ErrGit},
	} {
		w := newWorld(t)
		first, second := w.approved("x"), w.approved("y")
		branch := agent.BranchOf(first, "x")
		w.service.Trees = &picky{Code: w.code, of: branch, take: refused.take, push: refused.push}
		w.forge.refused, w.forge.because = branch, refused.open
		why := errors.Join(refused.take, refused.push, refused.open)
		for n := 1; n <= agent.MostRefusals; n++ {
			w.is(first, feedback.Approved)
			r, err := w.try()
			last := n == agent.MostRefusals
			if fault.As(err).Code != fault.As(why).Code || r.Outcome != run.Failure || (len(r.Problems) == 2) != last {
				t.Errorf("%s, run %d: %v, %+v", name, n, err, r)
			}
			if last && r.Problems[0].Code != agent.ErrNotBrought.Code {
				t.Errorf("%s: nobody is told what to do: %+v", name, r.Problems)
			}
		}
		if _, thread := w.is(first, feedback.NeedsInfo); len(thread) != 1 || !strings.Contains(thread[0].Content, "beheerder kijkt") {
			t.Errorf("%s: the thread is %v", name, thread)
		}
		w.run()
		w.is(second, feedback.Resolved)
	}
}

// An outage says nothing of the item: it waits, however long that lasts.
func TestAnOutageCountsForNoItem(t *testing.T) {
	t.Parallel()
	for _, outage := range []error{
		agent.ErrSilent, agent.ErrRefused, agent.ErrGone, context.DeadlineExceeded, fmt.Errorf("push: %w", agent.ErrSilent),
	} {
		w := newWorld(t)
		id := w.approved("x")
		trees := &picky{Code: w.code, of: agent.BranchOf(id, "x"), push: outage}
		w.service.Trees = trees
		for range agent.MostRefusals + 1 {
			if _, err := w.try(); !errors.Is(err, outage) {
				t.Errorf("%v: %v", outage, err)
			}
			w.is(id, feedback.Approved)
		}
		trees.push, trees.take = nil, agent.ErrGit // as on a full disk
		for range agent.MostRefusals + 1 {
			if _, err := w.try(); !errors.Is(err, agent.ErrGit) {
				t.Errorf("git: %v", err)
			}
			w.is(id, feedback.Approved)
		}
		trees.take = nil
		w.run()
		w.is(id, feedback.Resolved)
	}
}

// A file whose change is not taken is not looked at again before it changes.
func TestAFileWhoseChangeIsNotTakenHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.code.Commit("main", "b.go", "package b\n")
	trees := &refusingAll{Code: w.code}
	w.service.Trees = trees
	for range 2 {
		if _, err := w.try(agents.Options{Optimize: true}); !errors.Is(err, agent.ErrRejected) {
			t.Errorf("got %v", err)
		}
	}
	if all := w.agent.prompts; len(all) != 2 || !strings.Contains(all[0], ": a.go") || !strings.Contains(all[1], ": b.go") {
		t.Errorf("the prompts are %q", all)
	}
}

// refusingAll is code that nobody takes.
type refusingAll struct{ *inmem.Code }

func (r *refusingAll) Push(context.Context, string) (string, error) { return "", agent.ErrRejected }

// What a thread does not take any more is said once, in the run: the agent is not paid for it again.
func TestAFullThreadCostsNoSecondRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, second := w.approved("x"), w.approved("y")
	w.service.Queue = refusing{FeedbackQueue: w.queue, item: first, say: feedback.ErrTooManyComments}
	w.says("STATUS: DECLINED\nREASON: Zo hoort het.", "", "")
	r := w.run()
	w.is(first, feedback.NeedsInfo)
	if r.Outcome != run.Partial || r.Errors() != 1 || r.Problems[0].Code != "too_many_comments" {
		t.Errorf("got %+v", r)
	}
	w.says(resolved, "a.go", "package b\n")
	w.run()
	w.is(second, feedback.Resolved)
	if len(w.agent.prompts) != 2 {
		t.Errorf("%d prompts", len(w.agent.prompts))
	}
}

func TestAnItemThatWasRemovedMeanwhileEndsItsRunWell(t *testing.T) {
	t.Parallel()
	for _, moves := range []error{feedback.ErrAbsent, feedback.ErrTransition} {
		w := newWorld(t)
		first := w.approved("x")
		w.service.Queue = refusing{FeedbackQueue: w.queue, item: first, moves: moves}
		if r := w.run(); r.Outcome != run.Success || !strings.Contains(r.Step(run.StepItem).Note, "by somebody else") {
			t.Errorf("%v: got %+v", moves, r)
		}
	}
}

// late is an application in which somebody decides just before the agent's move, which its account may not make any more.
type late struct{ *inmem.FeedbackQueue }

func (q late) Move(_ context.Context, id int64, _ feedback.Status, _, _ string) error {
	q.Change(id, func(i *feedback.Item) { i.Status, i.Owner = feedback.Approved, "" })
	return feedback.ErrHidden
}

func TestAnAdministratorWhoDecidesAtTheLastMomentEndsTheRunWell(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approved("x")
	w.service.Queue = late{w.queue}
	if r := w.run(); r.Outcome != run.Success || !strings.Contains(r.Step(run.StepItem).Note, "by somebody else") {
		t.Errorf("got %+v", r)
	}
}

// What an administrator decides while the agent works stands, however the agent ends, and with whatever rights.
func TestAnAdministratorWhoDecidesMeanwhileIsNotOverruled(t *testing.T) {
	t.Parallel()
	for _, output := range []string{resolved, "STATUS: NEEDS_INFO\nQUESTION: Welke?", "STATUS: DECLINED\nREASON: Nee.", ""} {
		for name, decide := range map[string]func(*feedback.Item){
			"declined":     func(i *feedback.Item) { i.Status, i.Owner = feedback.Declined, "" },
			"given back":   func(i *feedback.Item) { i.Status, i.Owner = feedback.Approved, "" },
			"of another's": func(i *feedback.Item) { i.Owner = "elders" },
		} {
			w := newWorld(t)
			id, moved := w.approved("x"), 0
			w.service.Queue = refusing{FeedbackQueue: w.queue, moved: &moved}
			w.says(output, "a.go", "package b\n")
			works := w.agent.work
			w.agent.work = func(prompt string) agent.Worked {
				w.queue.Change(id, decide)
				return works(prompt)
			}
			if r := w.run(); r.Outcome != run.Success || !strings.Contains(r.Step(run.StepItem).Note, "by somebody else") {
				t.Errorf("%s, %q: got %+v", name, output, r)
			}
			if _, thread := w.queue.Show(id); len(thread) != 0 || moved != 0 {
				t.Errorf("%s, %q: %d moves, told %v", name, output, moved, thread)
			}
		}
	}
	w := newWorld(t)
	id, moved := w.approved("x"), 0
	w.service.Queue = refusing{FeedbackQueue: w.queue, moved: &moved}
	w.agent.work = func(string) agent.Worked {
		w.queue.Change(id, func(i *feedback.Item) { i.Status, i.Owner = feedback.Declined, "" })
		w.forge.err = agent.ErrSilent
		w.code.Edit("a.go", "package b\n")
		return agent.Worked{Output: resolved}
	}
	if _, err := w.try(); !errors.Is(err, agent.ErrSilent) || moved != 0 {
		t.Errorf("a run that fails: %d moves, %v", moved, err)
	}
	w.is(id, feedback.Declined)
}
