package agents

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// ended is how the work of a run ended: what becomes of the item, and what its thread is told.
type ended struct {
	to          feedback.Status // "" when it waits again after a failure
	say         string
	pullRequest string
	branch      string
	why         agent.Failure
	look        error         // why an administrator has to look at it, nil when nobody has to
	outcome     agent.Outcome // of a file that was looked at
}

// do works at the item or the file of the run, and brings it to where it belongs. After an error it waits again.
func (w *work) do(ctx context.Context) error {
	if w.Tick != nil {
		stop := w.Tick(func() { w.beat(ctx) })
		defer stop()
	}
	about := "look at " + w.source.Path
	if w.item.ID != 0 {
		about = fmt.Sprintf("item %d: %s", w.item.ID, w.item.Title)
	}
	if err := w.step(ctx, run.StepItem, run.Counts{Total: 1}, about); err != nil {
		return errors.Join(err, w.giveBack(ctx))
	}
	end, err := w.worked(ctx)
	patch, failed := w.Trees.Leave(ctx)
	if patch != "" {
		w.tell("what was not pushed is kept: " + patch)
	}
	if failed != nil && err == nil && ctx.Err() == nil {
		w.tell("the tree could not be thrown away: " + failed.Error()) // the next run does it
	}
	if err == nil {
		err = w.settle(ctx, end)
	} else if errors.As(err, new(notBrought)) {
		failed := w.settle(ctx, ended{why: agent.NotBrought})
		if failed == nil {
			return err
		}
		err = errors.Join(err, failed)
	}
	if err != nil {
		return errors.Join(err, w.giveBack(ctx))
	}
	return nil
}

// notBrought is the error of a change that did not get to where the code is. It comes again in each run in which the agent makes
// the same, so that it counts as a failure of its item.
type notBrought struct{ error }

// Unwrap returns what went wrong.
func (e notBrought) Unwrap() error { return e.error }

// bringing returns the error of a step that brings a change to the forge: a notBrought, unless it is an outage, which says
// nothing of the change.
func bringing(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	for _, outage := range []error{
		agent.ErrSilent, agent.ErrRefused, agent.ErrGone, context.Canceled, context.DeadlineExceeded,
	} {
		if errors.Is(err, outage) {
			return err
		}
	}
	return notBrought{err}
}

// settle brings the item to where it belongs, and remembers a file that was looked at.
func (w *work) settle(ctx context.Context, end ended) error {
	if w.item.ID == 0 {
		w.unused(ctx)
		w.note(ctx, fmt.Sprintf("look at %s: %s", w.source.Path, end.outcome))
		err := w.Memory.Reviewed(ctx, agent.Review{Source: w.source, Outcome: end.outcome, At: w.Now()})
		if err != nil {
			return fmt.Errorf("remember the file: %w", err)
		}
		return nil
	}
	ours, err := w.ours(ctx)
	if err != nil {
		return err
	}
	if !ours {
		return w.ended(ctx, taken)
	}
	if end.to == "" {
		n, err := w.Memory.Fail(ctx, w.item.ID)
		if err != nil {
			return fmt.Errorf("count the failure: %w", err)
		}
		end.to = feedback.Approved
		asks := agent.AfterFailure(end.why, n) == agent.Ask
		if asks {
			end.to, end.say = feedback.NeedsInfo, agent.GaveUp(end.why)
		}
		switch {
		case end.why != agent.NotBrought: // the run ends with the error of that
			w.problem(fmt.Errorf("the agent came to no end: %s", end.why))
		case asks:
			end.look = agent.ErrNotBrought
		}
	}
	if end.look != nil { // the run's report tells the administrators
		w.problem(fmt.Errorf("item %d: %w", w.item.ID, end.look))
	}
	if end.say != "" {
		err := w.Queue.Say(ctx, w.item.ID, end.say)
		switch {
		case ofItem(err): // its thread is full: somebody has to look at it, and no other run is spent on it
			w.problem(fmt.Errorf("tell the thread of item %d: %w", w.item.ID, err))
			end.to = feedback.NeedsInfo
		case err != nil:
			return fmt.Errorf("tell the thread of item %d: %w", w.item.ID, err)
		}
	}
	err = w.Queue.Move(ctx, w.item.ID, end.to, end.pullRequest, end.branch)
	became := string(end.to)
	switch kind := fault.KindOf(err); {
	case err == nil:
	case kind == fault.NotFound || kind == fault.Conflict: // somebody removed it, or decided about it, just now
		became = taken
	default:
		if ours, lost := w.ours(ctx); ours || lost != nil {
			return fmt.Errorf("move item %d: %w", w.item.ID, err)
		}
		became = taken
	}
	return w.ended(ctx, became)
}

// taken is what becomes of an item that somebody removed or decided about while the agent worked at it: their word stands.
const taken = "removed or decided by somebody else meanwhile"

// ours reports whether the item is still this run's to move.
func (w *work) ours(ctx context.Context) (bool, error) {
	now, err := w.Queue.Item(ctx, w.item.ID)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		return false, nil
	case err != nil:
		return false, fmt.Errorf("look at item %d again: %w", w.item.ID, err)
	}
	return now.Status == feedback.InProgress && now.Owner == w.owner, nil
}

// ended notes what became of the item.
func (w *work) ended(ctx context.Context, became string) error {
	w.note(ctx, fmt.Sprintf("item %d: %s: %s", w.item.ID, w.item.Title, became))
	w.unused(ctx)
	if became == string(feedback.Approved) {
		return nil
	}
	if err := w.Memory.Forget(ctx, w.item.ID); err != nil {
		return fmt.Errorf("forget the failures: %w", err)
	}
	return nil
}

// ofItem reports whether an error of the application is about the item alone: it would come again in each run.
func ofItem(err error) bool {
	switch fault.KindOf(err) {
	case fault.NotFound, fault.Conflict, fault.Invalid:
		return true
	}
	return false
}

// worked prepares the tree, lets the agent work, and takes its change over.
func (w *work) worked(ctx context.Context) (end ended, err error) {
	if w.from, err = w.Forge.Repository(ctx); err != nil {
		return end, err
	}
	branch, err := w.branch(ctx)
	if err != nil {
		return end, err
	}
	if url, err := w.opened(ctx, branch); err != nil {
		return end, err
	} else if w.item.ID != 0 && url != "" && url != w.item.PullRequest {
		w.tell("a run that died had opened " + url)
		return ended{to: feedback.Resolved, pullRequest: url, branch: branch}, nil
	}
	tree, err := w.Trees.Begin(ctx, w.from, branch)
	if err != nil {
		return end, err
	}
	w.tell(fmt.Sprintf("branch %s on %s, continued: %v", branch, tree.Base, tree.Continued))
	task := agent.Task{Mark: w.Word(), Continued: tree.Continued, Review: w.source.Path}
	if why, err := w.brief(ctx, &task, tree.Folder); err != nil || why != "" {
		return ended{why: why}, err
	}
	for try := 1; ; try++ {
		end, checked, diff, err := w.try(ctx, tree.Folder, task)
		switch {
		case err != nil:
			return end, err
		case diff == nil:
			return end, nil
		case agent.AfterCheck(checked, try) == "":
			return w.publish(ctx, branch, diff)
		case agent.AfterCheck(checked, try) == agent.Ask:
			return ended{to: feedback.NeedsInfo, say: agent.CheckFailed, look: agent.ErrRed}, nil
		}
		task.Earlier = agent.End(checked.Output, mostChecked)
		if task.Earlier == "" {
			task.Earlier = "(nothing)"
		}
	}
}

// mostChecked is how much of what a check said the agent is told, in bytes.
const mostChecked = 20_000

// branch returns the one of the item that is there already, or its name.
func (w *work) branch(ctx context.Context) (string, error) {
	if w.item.ID == 0 {
		return agent.ReviewBranch(w.source), nil
	}
	branches, err := w.Trees.Branches(ctx, w.from)
	if err != nil {
		return "", err
	}
	own := slices.DeleteFunc(branches, func(b agent.Branch) bool { return !agent.OfItem(b.Name, w.item.ID) })
	for _, b := range own {
		if b.Name == w.item.Branch {
			return b.Name, nil
		}
	}
	if len(own) > 0 {
		return own[0].Name, nil
	}
	return agent.BranchOf(w.item.ID, w.item.Title), nil
}

// opened returns the address of the open pull request of a branch, "" for none.
func (w *work) opened(ctx context.Context, branch string) (string, error) {
	pulls, err := w.Forge.PullRequests(ctx, branch)
	if err != nil {
		return "", err
	}
	for _, p := range pulls {
		if p.Open {
			return p.URL, nil
		}
	}
	return "", nil
}

// brief fills in what the agent is told, or says why nothing of the item can be told. A picture that is lost, or that may not be
// seen any more, is left out.
func (w *work) brief(ctx context.Context, task *agent.Task, folder string) (why agent.Failure, err error) {
	task.Instructions, err = w.Trees.Read(ctx, w.Settings.Instructions)
	if err != nil && fault.KindOf(err) != fault.NotFound {
		return "", fmt.Errorf("read the project's instructions: %w", err)
	}
	if w.item.ID == 0 {
		return "", nil
	}
	task.Brief, err = w.Queue.Brief(ctx, w.item.ID)
	switch {
	case ofItem(err):
		w.tell(fmt.Sprintf("item %d cannot be read: %v", w.item.ID, err))
		return agent.Unread, nil
	case err != nil:
		return "", fmt.Errorf("read item %d: %w", w.item.ID, err)
	}
	for n, address := range w.item.Pictures {
		picture, err := w.Queue.Picture(ctx, address)
		switch {
		case ofItem(err) || fault.KindOf(err) == fault.Forbidden:
			w.tell(fmt.Sprintf("a picture of item %d is left out: %v", w.item.ID, err))
			task.Lost++
			continue
		case err != nil:
			return "", fmt.Errorf("read a picture of item %d: %w", w.item.ID, err)
		}
		place, err := w.Agent.Show(ctx, folder, n+1, picture)
		if err != nil {
			return "", err
		}
		task.Pictures = append(task.Pictures, place)
	}
	return "", nil
}

// try lets the agent work once and checks what it made. Without a diff the work has ended.
func (w *work) try(ctx context.Context, folder string, task agent.Task) (end ended, checked *agent.Worked, diff *agent.Diff,
	err error) {
	worked, err := w.Agent.Work(ctx, folder, agent.Prompt(task))
	if err != nil {
		return end, nil, nil, err
	}
	said := agent.Read(worked.Output)
	w.tell("the agent printed:\n" + agent.End(worked.Output, mostTold))
	note := fmt.Sprintf("exit code %d after %s", worked.Exit, worked.Took.Round(1e8))
	if said.Cost != "" {
		note += "; " + said.Cost
	}
	if err := w.step(ctx, run.StepAgent, run.Counts{Total: 1}, note); err != nil {
		return end, nil, nil, err
	}
	made, err := w.Trees.Take(ctx)
	if errors.Is(err, agent.ErrDirty) {
		err = bringing(ctx, err)
	}
	if err != nil { // of git, or of a full disk here: it says nothing of the change
		return end, nil, nil, err
	}
	w.tell("the difference:\n" + agent.Short(made.Patch, mostTold))
	next, why := agent.After(&worked, said, !made.Empty())
	switch next {
	case agent.GiveBack:
		return ended{why: why, outcome: agent.None}, nil, nil, nil
	case agent.Ask:
		return ended{to: feedback.NeedsInfo, say: said.Question, outcome: agent.NeedsInfo}, nil, nil, nil
	case agent.Reject:
		return ended{to: feedback.Declined, say: agent.Rejected(said.Question), outcome: agent.Declined}, nil, nil, nil
	case agent.Remember:
		return ended{why: agent.NothingDone, outcome: agent.NoChanges}, nil, nil, nil
	}
	if refused := w.Settings.Bounds.Check(&made); len(refused) > 0 {
		w.tell(fmt.Sprintf("the difference is refused: %v", refused))
		end = ended{
			to: feedback.NeedsInfo, say: agent.NotTaken(refused), outcome: agent.NeedsInfo,
			look: agent.ErrNotTaken.Because(fmt.Errorf("%v", refused)),
		}
		return end, nil, nil, nil
	}
	result, err := w.Agent.Check(ctx, folder)
	if err != nil {
		return end, nil, nil, err
	}
	if w.Agent.CheckName() != "" {
		w.tell(fmt.Sprintf("the check ended with exit code %d:\n%s", result.Exit, agent.End(result.Output, mostTold)))
		counts := run.Counts{Total: 1}
		if result.Exit == 0 && !result.TimedOut {
			counts.Synced = 1
		}
		err = w.step(ctx, run.StepCheck, counts, "")
	}
	return end, &result, &made, err
}

// mostTold is how much of one text the log of a run gets, in bytes.
const mostTold = 16 << 10

// publish pushes the change and opens its pull request, or finds the one that is there.
func (w *work) publish(ctx context.Context, branch string, diff *agent.Diff) (end ended, err error) {
	title, about := "optimize: "+w.source.Path, (*agent.Item)(nil)
	if w.item.ID != 0 {
		title, about = agent.Title(&w.item), &w.item
	}
	if _, err = w.Trees.Push(ctx, title+"\n"); err != nil {
		return end, bringing(ctx, err)
	}
	url, err := w.opened(ctx, branch)
	if err != nil {
		return end, err
	}
	counts := run.Counts{Total: 1, Updated: 1}
	if url == "" {
		made, err := w.Forge.Open(ctx, agent.Proposal{
			Branch: branch, Base: w.from.Default, Title: title, Body: agent.Body(about, diff, strings.TrimSpace(w.Agent.CheckName())),
		})
		switch {
		case errors.Is(err, agent.ErrExists): // somebody was faster
			if url, err = w.opened(ctx, branch); err != nil {
				return end, err
			}
		case err != nil:
			return end, bringing(ctx, err)
		default:
			url, counts = made.URL, run.Counts{Total: 1, Created: 1}
			w.reserved = false // it is used
		}
	}
	w.tell("pull request " + url)
	kind, reason := "update", "changed"
	if counts.Created > 0 {
		kind, reason = "create", "new"
	}
	w.run.Plan = append(w.run.Plan, run.Planned{Step: run.StepPullRequest, Kind: kind, Key: url, Reason: reason})
	return ended{to: feedback.Resolved, pullRequest: url, branch: branch, outcome: agent.Resolved}, w.step(ctx,
		run.StepPullRequest, counts, url)
}
