package synchronizations

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	noun "github.com/clubhuis/clubhuis/core/sync/parents"
	"github.com/clubhuis/clubhuis/core/sync/photo"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/lists"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/members"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/parents"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/sets"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// people is the people pipeline (contract §4, "People pipeline steps").
type people struct {
	*pipeline
	club    members.Snapshot
	parents *parents.Parents
	lists   *lists.Lists
	known   map[string]*photo.Photo // the photos, as they were known before the download

	memberPlan diff.Plan
	listPlans  []mailing.ListPlan
	// unchanged is the plan of the parents when nothing is to be sent about anybody, so that it stays as it is.
	unchanged *diff.Plan
}

func (p *pipeline) people(ctx context.Context) error {
	c := &people{pipeline: p, lists: &lists.Lists{Runner: p.Runner, Provider: p.service.Lists, IDs: p.service.Settings.Lists}}
	c.parents = p.parents(&c.club)
	if err := p.Step(ctx, run.StepMemberDownload, c.download); err != nil {
		return err
	}
	if len(c.club.Rows) == 0 {
		return p.nothingKnown()
	}
	if err := p.waitForEdits(&c.club, c.parents); err != nil {
		return err
	}
	if err := p.Step(ctx, run.StepListPrepare, engine.OrStop(c.plan)); err != nil {
		return err
	}
	err := p.Steps(ctx,
		engine.Named{Name: run.StepLists, Do: c.submitLists},
		engine.Named{Name: run.StepPeople, Do: c.sendMembers},
		engine.Named{Name: run.StepParents, Do: c.submitParents},
	)
	if err != nil {
		return err
	}
	if err := p.linkCases(ctx, ""); err != nil {
		return err
	}
	return p.Steps(ctx,
		engine.Named{Name: run.StepPhotoDownload, Do: c.fetchPhotos},
		engine.Named{Name: run.StepPhotoUpload, Do: c.sendPhotos},
		engine.Named{Name: run.StepReverse, Do: c.writeBack},
	)
}

// download reads everybody, or takes the last download when that fails.
func (c *people) download(ctx context.Context, step *engine.Step) error {
	known, err := sets.Members.Keys(ctx, c.Runner)
	if err != nil {
		return err
	}
	var recalling sync.WaitGroup
	var forgotten error
	recalling.Go(func() { forgotten = c.recall(ctx) }) // while the pages of the site come
	found, err := c.site.Members(ctx, step, known)
	c.club.Rows = found.Rows
	recalling.Wait()
	if forgotten != nil {
		return engine.Stop(forgotten)
	}
	if engine.Stops(ctx, err) {
		return err
	}
	c.club.Complete = err == nil
	for _, r := range c.club.KeepBefore(found.Unreadable) {
		step.Fail(ctx, r.Code, run.ClubSite, federation.ErrAnswer.Because(r))
	}
	if err != nil || len(c.club.Rows) == 0 {
		c.club.Complete = false
		if err == nil { // the site knows nobody: that is no club
			err = federation.ErrAnswer.Because(errors.New(texts.NobodyFound))
		}
		step.Fail(ctx, "", run.ClubSite, err)
		if err := c.takeLast(ctx, step, known); err != nil {
			return err
		}
	}
	step.Counts().Total = len(c.club.Rows)
	c.parents.Rows, c.parents.Complete = c.club.Rows, c.club.Complete
	return nil
}

// takeLast goes on with the last download.
func (c *people) takeLast(ctx context.Context, step *engine.Step, known []string) error {
	c.club.Rows = nil
	for _, code := range known {
		c.club.Rows = append(c.club.Rows, c.club.Before[code])
	}
	taken, err := c.members.Taken(ctx)
	if err != nil {
		return engine.Stop(err)
	}
	if len(known) > 0 {
		step.Note(texts.OldMembers, taken.In(c.Zone).Format("2006-01-02 15:04"))
	}
	return nil
}

// recall reads what is remembered of the club.
func (c *people) recall(ctx context.Context) (err error) {
	if err = c.members.Recall(ctx, &c.club); err != nil {
		return err
	}
	if err = c.parents.Recall(ctx); err != nil {
		return err
	}
	if err = c.lists.Recall(ctx); err != nil {
		return err
	}
	if c.known, err = c.photos.Known(ctx); err != nil {
		return err
	}
	c.members.Prepare(&c.club)
	return nil
}

// plan works out what the run would mark or remove, stops it when that is too much, and only then puts the download in the
// place of the one before.
func (c *people) plan(ctx context.Context, step *engine.Step) (err error) {
	prepared := mailing.Prepare(c.club.Rows, len(c.service.Settings.Lists), nil)
	step.Counts().Excluded = prepared.Excluded
	if prepared.Invalid > 0 {
		step.Note(texts.InvalidEmails, prepared.Invalid)
	}
	if c.listPlans, err = c.lists.Plan(prepared, c.club.Complete); err != nil {
		return err
	}
	for _, l := range c.listPlans {
		step.Counts().Total += len(l.Wanted)
	}
	c.memberPlan = c.members.Plan(&c.club)
	if !c.club.Complete {
		return nil
	}
	parentPlan := c.parents.Plan()
	if len(c.memberPlan.Actions)+len(parentPlan.Actions) == 0 && parentPlan.Unchanged == len(c.parents.Entries) {
		c.unchanged = &parentPlan
	}
	leaving := c.leaving()
	removals := []engine.Removals{
		{What: texts.Members, Removed: len(c.memberPlan.Removals()), Tracked: c.club.Current()},
		{What: texts.Parents, Removed: besides(leaving, parentPlan), Tracked: len(c.parents.Entries)},
	}
	for i := range c.listPlans {
		l := &c.listPlans[i]
		gone, err := c.lists.Gone(ctx, l)
		if err != nil {
			return err
		}
		if gone { // nobody is taken off anything
			continue
		}
		what := fmt.Sprintf(texts.AddressesOnList, l.Number)
		removed := len(l.Plan.Removals())
		if slices.Contains(c.service.Settings.Lists, l.List) {
			removed = besides(leaving, l.Plan)
		}
		removals = append(removals, engine.Removals{What: what, Removed: removed, Tracked: len(l.Known)})
	}
	if err := c.Check(append(removals, c.emptied()...)...); err != nil {
		return err
	}
	return c.members.Keep(ctx, &c.club)
}

// leaving are the addresses of the members who leave, and of their parents: they go with the members, whom the guard counts.
func (c *people) leaving() map[string]bool {
	addresses := map[string]bool{}
	for _, a := range c.memberPlan.Removals() {
		row := c.club.Before[a.Key]
		for _, email := range []string{row.Email, row.Email2, row.Parents[0].Email, row.Parents[1].Email} {
			addresses[noun.Key(email)] = true
		}
	}
	return addresses
}

// besides counts what a plan removes beside those addresses.
func besides(leaving map[string]bool, plan diff.Plan) (n int) {
	for _, a := range plan.Removals() {
		if !leaving[noun.Address(a.Key)] {
			n++
		}
	}
	return n
}

// emptied is of how many members the site does not tell something any more that it told before: a column that is gone empties
// it for everybody.
func (c *people) emptied() (removals []engine.Removals) {
	noPhoto := func(code string) bool {
		p := c.known[code]
		return p == nil || p.State == photo.NoPhoto
	}
	for _, column := range federation.Columns {
		var skip func(string) bool
		if column == federation.ColumnPhoto {
			skip = noPhoto
		}
		told, emptied := federation.Emptied(column, c.club.Before, c.club.Rows, skip)
		if column.MayEmpty() && emptied < told {
			continue
		}
		removals = append(removals, engine.Removals{What: texts.Columns[column], Removed: emptied, Tracked: told})
	}
	return removals
}

func (c *people) submitLists(ctx context.Context, step *engine.Step) error {
	return c.lists.Submit(ctx, step, c.listPlans)
}

func (c *people) sendMembers(ctx context.Context, step *engine.Step) error {
	return c.members.Send(ctx, step, &c.club, c.memberPlan, c.directory())
}

func (c *people) submitParents(ctx context.Context, step *engine.Step) error {
	return c.parents.Submit(ctx, step, c.unchanged, c.directory())
}

func (c *people) writeBack(ctx context.Context, step *engine.Step) error {
	return c.members.WriteBack(ctx, step, &c.club)
}

// fetchPhotos brings the states of photos up to a good download, and fetches those that wait.
func (c *people) fetchPhotos(ctx context.Context, step *engine.Step) error {
	rows := c.club.Rows
	if !c.club.Complete {
		rows = nil
	}
	all, err := c.photos.See(ctx, rows)
	if err != nil {
		return err
	}
	return c.photos.Fetch(ctx, step, all)
}

func (c *people) sendPhotos(ctx context.Context, step *engine.Step) error {
	all, err := c.photos.Known(ctx)
	if err != nil {
		return err
	}
	return c.photos.Send(ctx, step, all)
}
