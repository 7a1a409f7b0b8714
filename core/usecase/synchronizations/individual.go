package synchronizations

import (
	"context"
	"errors"
	"slices"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/photo"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/work"
)

// Result is what became of one member (contract §4).
type Result struct {
	Action Action
	Person int64 // the application's number
}

// Action is created, updated or skipped.
type Action string

// The actions of the contract.
const (
	Created Action = "created"
	Updated Action = "updated"
	Skipped Action = "skipped" // nothing had changed
)

// Individual reads one member from the site and brings them into the application: themselves, their parents, what they do in
// committees, their photo. It is the same work as the pipelines do, on one member. A code that the site does not know is
// federation.ErrAbsent.
func (s *Service) Individual(ctx context.Context, code string) (Result, error) {
	x, err := s.begin(ctx, run.Individual, Options{})
	if err != nil {
		return Result{}, err
	}
	x.notice(ctx)
	var result Result
	err = x.individual(ctx, code, &result)
	if stopped := x.noticed(nil); err == nil {
		err = stopped
	}
	if err == nil && x.run.Errors() > 0 { // what was not brought up to date is not up to date
		err = fault.ErrInternal.Because(errors.New(x.run.Problems[0].Message))
	}
	x.finish(ctx, err)
	return result, err
}

func (x *execution) individual(ctx context.Context, code string, result *Result) error {
	c := &club{}
	var detail federation.Detail
	err := x.step(ctx, run.StepMemberDownload, func(st *step) (err error) {
		st.counts().Total = 1
		detail, err = st.readMember(ctx, c, code)
		if err != nil {
			return &stop{err}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := x.noticed(c); err != nil {
		return err
	}
	row := c.row(code)
	one := &club{rows: []federation.Member{*row}, details: c.details, members: c.members}
	err = x.step(ctx, run.StepPeople, func(st *step) error { return st.sendMembers(ctx, one, st.planMembers(one)) })
	if err == nil {
		err = x.family(ctx, c, row)
	}
	if err == nil {
		err = x.posts(ctx, code, detail)
	}
	if err == nil {
		err = x.picture(ctx, row)
	}
	if e := c.members[code]; e != nil {
		result.Person = e.Number()
	}
	result.Action = x.action()
	return err
}

// action is what all the steps together did to the member.
func (x *execution) action() Action {
	if s := x.run.Step(run.StepPeople); s != nil && s.Counts.Created > 0 {
		return Created
	}
	for _, s := range x.run.Steps {
		if s.Name != run.StepMemberDownload && s.Counts.Created+s.Counts.Updated+s.Counts.Ended+s.Counts.Deleted > 0 {
			return Updated
		}
	}
	return Skipped
}

// readMember reads one member's pages and puts them in the place of what the last download told.
func (st *step) readMember(ctx context.Context, c *club, code string) (federation.Detail, error) {
	keys, rows, err := cached[federation.Member](ctx, st.execution, setMembers)
	if err != nil {
		return federation.Detail{}, err
	}
	if c.members, err = st.entries(ctx, ledger.Member); err != nil {
		return federation.Detail{}, err
	}
	if c.parents, err = st.entries(ctx, ledger.Parent); err != nil {
		return federation.Detail{}, err
	}
	if c.details, err = details(ctx, st.execution); err != nil {
		return federation.Detail{}, err
	}
	// Invoice data are read again where a functions run read them, so that the payload is the same as that of the pipelines.
	last := c.details[code]
	tabs := federation.TabGeneral | federation.TabFunctions | federation.TabOther
	if last.Invoice != nil {
		tabs |= federation.TabFinancial
	}
	detail, err := st.Site.Member(ctx, code, tabs)
	if err != nil {
		return detail, err
	}
	if detail.General == nil || detail.Roles == nil || detail.Free == nil || last.Invoice != nil && detail.Invoice == nil {
		return detail, federation.ErrShape
	}
	// The pages of who has left stay: only the search tells who is a member. Nor is the day of the photo that stands above the pages the
	// one by which photos are known (contract §3.1): where they differ the search tells.
	before, known := rows[code]
	on := detail.Header.PhotoOn
	if !known || left(c.members[code]) || !on.IsZero() && on != before.PhotoOn {
		if before, err = st.find(ctx, code); err != nil {
			return detail, err
		}
		keys = append(keys, code)
	} else {
		st.paged(code)
	}
	row := payload.Row(*detail.General, before)
	rows[code] = row
	detail.General = nil
	c.details[code] = detail
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		c.rows = append(c.rows, rows[key])
	}
	return detail, errors.Join(st.keepRecord(ctx, setMembers, code, rows[code]), st.keepRecord(ctx, setDetails, code, detail))
}

// find is the row of a member in the search.
func (x *execution) find(ctx context.Context, code string) (federation.Member, error) {
	rows, err := x.Site.Members(ctx)
	if err != nil {
		return federation.Member{}, err
	}
	for i := range rows {
		if rows[i].Code == code {
			return rows[i], nil
		}
	}
	return federation.Member{}, federation.ErrAbsent
}

// family brings the member's parents into the application.
func (x *execution) family(ctx context.Context, c *club, row *federation.Member) error {
	return x.step(ctx, run.StepParents, func(st *step) error {
		own := map[string]bool{}
		for _, key := range parentsOf(row) {
			own[key] = true
		}
		plan := st.planParents(c)
		var mine diff.Plan
		for _, a := range plan.Actions {
			if own[a.Key] {
				mine.Actions = append(mine.Actions, a)
			}
		}
		return st.sendParents(ctx, c, mine)
	})
}

// posts brings what the member does in committees into the application.
func (x *execution) posts(ctx context.Context, code string, detail federation.Detail) error {
	p := newPosts(false)
	p.take(code, *detail.Roles)
	g := &groups{kind: work.Committee, memory: ledger.Committee, key: payload.CommitteeKey, wanted: map[string]payload.Payload{}}
	for _, id := range p.order {
		g.want(id, payload.Committee(id, p.names[id]))
	}
	var w workPlan
	err := x.step(ctx, run.StepCommittees, func(st *step) (err error) {
		if g.entries, err = st.entries(ctx, ledger.Committee); err != nil {
			return err
		}
		everywhere := func(workrows.Group) bool { return true }
		if err := st.planWork(ctx, &w, work.Committee, p.wanted, p.over, everywhere, func(other string) bool { return other == code }); err != nil {
			return err
		}
		if _, err := st.missing(ctx, g, &w); err != nil {
			return err
		}
		return st.submitGroups(ctx, g)
	})
	if err != nil {
		return err
	}
	return x.step(ctx, run.StepCommitteeWork, func(st *step) error { return st.submitPosts(ctx, &w, g) })
}

// picture fetches and sends the member's photo when its day changed.
func (x *execution) picture(ctx context.Context, row *federation.Member) error {
	only := func(all map[string]*photo.Photo) map[string]*photo.Photo {
		if p := all[row.Code]; p != nil {
			return map[string]*photo.Photo{row.Code: p}
		}
		return nil
	}
	err := x.step(ctx, run.StepPhotoDownload, func(st *step) error {
		all, err := st.seePhotos(ctx, []federation.Member{*row})
		if err != nil {
			return err
		}
		return st.fetchPhotos(ctx, only(all))
	})
	if err != nil {
		return err
	}
	return x.step(ctx, run.StepPhotoUpload, func(st *step) error {
		all, err := st.seePhotos(ctx, nil)
		if err != nil {
			return err
		}
		return st.sendPhotos(ctx, only(all))
	})
}

// Code reports whether a text has the form of a member code (contract §8): 4 to 10 letters and digits.
func Code(text string) bool {
	if len(text) < 4 || len(text) > 10 {
		return false
	}
	for _, c := range text {
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}
