// Package agents owns how a coding agent turns approved feedback into pull requests (contract sync §4, feedback agent behaviour):
// which item is taken, what the agent is told, what of its change is taken over, and what becomes of the item, whatever goes
// wrong.
//
// It merges and deploys nothing. When a run is due, that there is one at a time, and how a run is shown belong to the program
// around it; what an outcome means is core/sync/agent's.
package agents

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/ports"
)

// Settings are what an operator sets.
type Settings struct {
	RunsPerDay         int
	PullRequestsPerDay int
	Bounds             agent.Bounds
	Instructions       string // file of the repository with instructions for the agent
}

// Service is the agent's work for one club. All its fields but Tick are needed.
type Service struct {
	Queue    ports.FeedbackQueue
	Forge    ports.Forge
	Trees    ports.WorkTree
	Agent    ports.CodingAgent
	Memory   ports.AgentMemory
	Runs     ports.SyncRuns
	Settings Settings

	Now     func() time.Time
	Zone    *time.Location
	Word    func() string // a random one
	Process int           // the number of this process on Host
	Host    string
	// Tick calls do every minute or so until stop; nil for runs that are short.
	Tick func(do func()) (stop func())
}

// Options say what is worked at.
type Options struct {
	ID        int64        // one item; 0 for the oldest
	Wanted    agent.Wanted // of which kind; approved when no status is given
	Optimize  bool         // without an item one file is looked at
	Scheduled bool
	Tell      func(text string) // hears what happens; nil is nobody
}

// Run works at one item, or looks at one file. The zero Run means that there was nothing to do, or that the day has had its
// runs. The error is that of what went wrong around the agent; a run that was begun says so too.
func (s *Service) Run(ctx context.Context, o Options) (done run.Run, err error) {
	if o.Tell == nil {
		o.Tell = func(string) {}
	}
	if o.Wanted.Status == "" {
		o.Wanted.Status = feedback.Approved
	}
	owner, err := s.Memory.Owner(ctx, s.Host+"-"+s.Word())
	if err != nil {
		return done, fmt.Errorf("the name of this installation: %w", err)
	}
	if err := s.recover(ctx, owner, o.Tell); err != nil {
		return done, err
	}
	w := &work{Service: s, options: o, owner: owner, tell: o.Tell}
	if err = w.begin(ctx); err == nil && w.run.ID != 0 {
		err = w.do(ctx)
	}
	err = errors.Join(err, w.clean(ctx))
	if w.run.ID != 0 {
		w.finish(ctx, err)
	}
	return w.run, err
}

// recover puts right what a run left that died: its items wait again, and its tree is kept as a patch.
func (s *Service) recover(ctx context.Context, owner string, tell func(string)) error {
	list, err := s.Queue.List(ctx, agent.Wanted{Status: feedback.InProgress})
	if err != nil {
		return fmt.Errorf("see what was left: %w", err)
	}
	for _, i := range list {
		if i.Owner != owner {
			continue
		}
		tell(fmt.Sprintf("item %d was left by a run that died, at %s: it waits again", i.ID, i.ClaimedAt.Format(time.RFC3339)))
		if err := s.Queue.Move(ctx, i.ID, feedback.Approved, "", ""); err != nil {
			return fmt.Errorf("give item %d back: %w", i.ID, err)
		}
	}
	patch, err := s.Trees.Leave(ctx)
	if patch != "" {
		tell("the work of a run that died is kept: " + patch)
	}
	return err
}

// Show returns the item that a run would take, and what the agent would be told of it; the zero Item for none.
func (s *Service) Show(ctx context.Context, o Options) (i agent.Item, brief string, err error) {
	if o.Wanted.Status == "" {
		o.Wanted.Status = feedback.Approved
	}
	if i, err = s.pick(ctx, o); err != nil || i.ID == 0 {
		return i, "", err
	}
	brief, err = s.Queue.Brief(ctx, i.ID)
	return i, brief, err
}

// pick returns the item that is asked for, the zero Item for none.
func (s *Service) pick(ctx context.Context, o Options) (agent.Item, error) {
	if o.ID != 0 {
		return s.Queue.Item(ctx, o.ID)
	}
	list, err := s.Queue.List(ctx, o.Wanted)
	if err != nil || len(list) == 0 {
		return agent.Item{}, err
	}
	return list[0], nil
}

// work is one run.
type work struct {
	*Service
	options Options
	owner   string
	tell    func(string)

	item     agent.Item   // the zero Item without one
	source   agent.Source // that is looked at without an item
	reserved bool         // a pull request of the day
	day      civil.Date
	run      run.Run
	from     agent.Repository
}

// begin takes an item or a file, and writes the run down. Without anything to do the run has no number.
func (w *work) begin(ctx context.Context) (err error) {
	w.day = civil.On(w.Now(), w.Zone)
	if w.item, err = w.pick(ctx, w.options); err != nil {
		return err
	}
	if w.item.ID == 0 {
		if !w.options.Optimize {
			return nil
		}
		if w.source, err = w.nextFile(ctx); err != nil || w.source.Path == "" {
			return err
		}
	}
	if w.item.ID != 0 && w.item.Status != feedback.Approved {
		return fmt.Errorf("item %d: %w", w.item.ID, feedback.ErrTransition)
	}
	if left, err := w.spend(ctx); err != nil || !left {
		return err
	}
	if w.item.ID != 0 {
		err := w.Queue.Claim(ctx, w.item.ID, w.owner)
		if err != nil {
			w.unused(ctx)
		}
		if fault.KindOf(err) == fault.Conflict {
			w.tell(fmt.Sprintf("somebody else works at item %d", w.item.ID))
			return nil
		}
		if err != nil {
			return fmt.Errorf("claim item %d: %w", w.item.ID, err)
		}
	}
	now := w.Now().UTC()
	r := run.Run{
		Pipeline: run.Feedback, Scheduled: w.options.Scheduled, Process: w.Process, Host: w.Host, Started: now, Beat: now,
		Outcome: run.Running,
	}
	if r.ID, err = w.Runs.Start(ctx, r); err != nil {
		return errors.Join(fmt.Errorf("write down the run: %w", err), w.giveBack(ctx))
	}
	w.run = r
	return nil
}

// spend takes a run and a pull request of what the day has.
func (w *work) spend(ctx context.Context) (bool, error) {
	for _, budget := range []struct {
		what agent.Budget
		most int
	}{{agent.PullRequests, w.Settings.PullRequestsPerDay}, {agent.Runs, w.Settings.RunsPerDay}} {
		left, err := w.Memory.Spend(ctx, w.day, budget.what, budget.most)
		if err != nil {
			w.unused(ctx)
			return false, fmt.Errorf("what is left of the day: %w", err)
		}
		if !left {
			w.tell(fmt.Sprintf("the day has had its %d %s", budget.most, budget.what))
			w.unused(ctx)
			return false, nil
		}
		w.reserved = w.reserved || budget.what == agent.PullRequests
	}
	return true, nil
}

// unused gives the pull request back that was not opened. One that is lost so is one too few, until tomorrow.
func (w *work) unused(ctx context.Context) {
	if !w.reserved {
		return
	}
	w.reserved = false
	ctx, cancel := lastly(ctx)
	defer cancel()
	if err := w.Memory.Return(ctx, w.day, agent.PullRequests); err != nil {
		w.tell("a pull request of the day is lost: " + err.Error())
	}
}

// lastly is a context for what must still be done when the run's has ended.
func lastly(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
}

// giveBack lets the item wait for the next run, if it is still this run's, also when the context has ended.
func (w *work) giveBack(ctx context.Context) error {
	w.unused(ctx)
	if w.item.ID == 0 {
		return nil
	}
	ctx, cancel := lastly(ctx)
	defer cancel()
	if ours, err := w.ours(ctx); err != nil || !ours {
		return err
	}
	err := w.Queue.Move(ctx, w.item.ID, feedback.Approved, "", "")
	if kind := fault.KindOf(err); err != nil && kind != fault.NotFound && kind != fault.Conflict {
		return fmt.Errorf("give item %d back: %w", w.item.ID, err)
	}
	return nil
}

// nextFile returns the file that is looked at next, the zero Source for none.
func (w *work) nextFile(ctx context.Context) (agent.Source, error) {
	from, err := w.Forge.Repository(ctx)
	if err != nil {
		return agent.Source{}, err
	}
	sources, err := w.Trees.Sources(ctx, from)
	if err != nil {
		return agent.Source{}, err
	}
	known, err := w.Memory.Reviews(ctx)
	if err != nil {
		return agent.Source{}, fmt.Errorf("what was looked at: %w", err)
	}
	return agent.NextReview(sources, known), nil
}

// clean removes the branches of ours that were merged, as the forge says, and stand where they were merged.
func (w *work) clean(ctx context.Context) error {
	if ctx.Err() != nil {
		return nil // the next run does it
	}
	from, err := w.Forge.Repository(ctx)
	if err != nil {
		return err
	}
	branches, err := w.Trees.Branches(ctx, from)
	if err != nil {
		return err
	}
	removed := 0
	for _, b := range branches {
		pulls, err := w.Forge.PullRequests(ctx, b.Name)
		if err != nil {
			return err
		}
		if !merged(pulls, b.Commit) {
			continue
		}
		if err := w.Trees.Remove(ctx, from, b); err != nil {
			return fmt.Errorf("remove %s: %w", b.Name, err)
		}
		w.tell("removed the merged branch " + b.Name)
		removed++
	}
	if w.run.ID != 0 && removed > 0 {
		return w.step(ctx, run.StepBranches, run.Counts{Total: removed, Deleted: removed}, "")
	}
	return nil
}

func merged(pulls []agent.PullRequest, commit string) (is bool) {
	for _, p := range pulls {
		if p.Open {
			return false
		}
		is = is || p.Merged && p.Head == commit
	}
	return is
}
