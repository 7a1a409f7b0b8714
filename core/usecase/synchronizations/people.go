package synchronizations

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/clubhuis/clubhuis/core/change"
	"github.com/clubhuis/clubhuis/core/federation"
	"github.com/clubhuis/clubhuis/core/ledger"
	"github.com/clubhuis/clubhuis/core/mailing"
	"github.com/clubhuis/clubhuis/core/run"
	"github.com/clubhuis/clubhuis/core/submission"
)

// club is what a people run works on: the members as they were read, and what is remembered of them.
type club struct {
	rows    []federation.Member
	details map[string]federation.Detail
	// complete says that rows is everybody, read just now; without it nobody is marked, ended or removed.
	complete bool

	members, parents map[string]*ledger.Entry

	codes map[string]*federation.Member   // made by row
	mails map[string][]*federation.Member // made by reachedAt
}

// row is the row of a member; nil for none.
func (c *club) row(code string) *federation.Member {
	if c.codes == nil {
		c.codes = make(map[string]*federation.Member, len(c.rows))
		for i := range c.rows {
			c.codes[c.rows[i].Code] = &c.rows[i]
		}
	}
	return c.codes[code]
}

// reachedAt are the members who have an e-mail address as their own, in lower case.
func (c *club) reachedAt(email string) []*federation.Member {
	if c.mails == nil {
		c.mails = make(map[string][]*federation.Member, len(c.rows))
		for i := range c.rows {
			own := strings.ToLower(strings.TrimSpace(c.rows[i].Email))
			c.mails[own] = append(c.mails[own], &c.rows[i])
		}
	}
	return c.mails[email]
}

// change is what the application is told about a member of the club.
func (x *execution) change(c *club, row *federation.Member) submission.Change {
	if detail, read := c.details[row.Code]; read {
		return submission.Member(*row, &detail, x.phone)
	}
	return submission.Member(*row, nil, x.phone)
}

// people is the people pipeline (contract §4, "People pipeline steps").
func (x *execution) people(ctx context.Context) error {
	c := &club{}
	if err := x.step(ctx, run.StepMemberDownload, func(st *step) error { return st.downloadMembers(ctx, c) }); err != nil {
		return err
	}
	if len(c.rows) == 0 {
		return nothingKnown(&x.run)
	}
	var lists []listPlan
	var members change.Plan
	if err := x.plan(ctx, c, &lists, &members); err != nil {
		return err
	}
	for _, s := range []struct {
		name string
		do   func(*step) error
	}{
		{run.StepLists, func(st *step) error { return st.submitLists(ctx, lists) }},
		{run.StepPeople, func(st *step) error { return st.sendMembers(ctx, c, members) }},
		{run.StepParents, func(st *step) error { return st.submitParents(ctx, c) }},
		{run.StepPhotoDownload, func(st *step) error { return st.downloadPhotos(ctx, c) }},
		{run.StepPhotoUpload, func(st *step) error { return st.uploadPhotos(ctx) }},
		{run.StepReverse, func(st *step) error { return st.writeBack(ctx, c) }},
	} {
		if err := x.step(ctx, s.name, s.do); err != nil {
			return err
		}
	}
	return nil
}

// nothingKnown ends a run that has nothing to work on: the first download failed.
func nothingKnown(r *run.Run) error {
	if r.Errors() > 0 {
		return errors.New("er is nog geen eerdere download om mee verder te gaan")
	}
	return errors.New("de ledenadministratie kent geen enkel lid")
}

// downloadMembers reads everybody, or takes the last download when that fails.
func (st *step) downloadMembers(ctx context.Context, c *club) error {
	keys, before, err := cached[federation.Member](ctx, st.execution, setMembers)
	if err != nil {
		return err
	}
	if c.details, err = details(ctx, st.execution); err != nil {
		return err
	}
	if c.members, err = st.entries(ctx, ledger.Member); err != nil {
		return err
	}
	if c.parents, err = st.entries(ctx, ledger.Parent); err != nil {
		return err
	}
	c.rows, err = st.readMembers(ctx, keys, before)
	if err == nil && len(c.rows) > 0 {
		st.counts().Total, c.complete = len(c.rows), true
		return nil
	}
	if stops(ctx, err) {
		return err
	}
	if err != nil {
		st.fail(ctx, "", clubSite, err)
	} else { // the site knows nobody: that is no club
		st.fail(ctx, "", clubSite, federation.ErrAnswer.Because(errors.New("het zoeken vond niemand")))
	}
	c.rows = nil
	for _, key := range keys {
		c.rows = append(c.rows, before[key])
	}
	st.counts().Total = len(c.rows)
	taken, err := st.Stores.Downloads.Taken(ctx, setMembers)
	if err != nil {
		return &stop{err}
	}
	if len(c.rows) > 0 {
		st.note("de download is mislukt; verder met die van %s, niemand wordt gemarkeerd of weggehaald", taken.In(st.Zone).Format("2006-01-02 15:04"))
	}
	return nil
}

// details are what the pages of members told at the last reading, by code.
func details(ctx context.Context, x *execution) (map[string]federation.Detail, error) {
	_, all, err := cached[federation.Detail](ctx, x, setDetails)
	return all, err
}

// readMembers reads everybody from the site. A member who is known already is read first, and when there is none, the first one
// found: pages that have changed their shape stop the run before it writes.
func (st *step) readMembers(ctx context.Context, known []string, before map[string]federation.Member) ([]federation.Member, error) {
	if err := st.canary(ctx, known); err != nil {
		return nil, err
	}
	rows, err := st.Site.Members(ctx)
	if errors.Is(err, federation.ErrShape) {
		return nil, &stop{err}
	}
	if err == nil && len(known) == 0 && len(rows) > 0 {
		err = st.canary(ctx, []string{rows[0].Code})
	}
	return rows, err
}

// canaries is how many members are tried until one is found who is still there.
const canaries = 3

// canary reads one of the members. It stops the run when the site's pages have changed; another error is only that.
func (x *execution) canary(ctx context.Context, codes []string) error {
	for _, code := range codes[:min(len(codes), canaries)] {
		detail, err := x.Site.Member(ctx, code, federation.TabGeneral)
		switch {
		case errors.Is(err, federation.ErrAbsent):
			continue
		case errors.Is(err, federation.ErrShape):
			return &stop{err}
		case err != nil:
			return err
		case detail.General == nil || detail.Code != code || detail.General.First+detail.General.Last == "":
			return &stop{federation.ErrShape.Because(fmt.Errorf("the page of %s has no name", code))}
		}
		return nil
	}
	return nil
}

// plan works out what the run would mark or remove, stops it when that is too much, and only then puts the download in the
// place of the one before.
func (x *execution) plan(ctx context.Context, c *club, lists *[]listPlan, members *change.Plan) error {
	return x.step(ctx, run.StepListPrepare, func(st *step) error {
		prepared := mailing.Prepare(c.rows, len(st.Settings.Lists), nil)
		st.counts().Excluded = prepared.Excluded
		var err error
		if *lists, err = st.planLists(ctx, prepared, c.complete); err != nil {
			return err
		}
		*members = st.planMembers(c)
		if !c.complete {
			return nil
		}
		parents := st.planParents(c)
		losses := []loss{
			{"leden", len(members.Removals()), current(c.members)},
			{"ouders", len(parents.Removals()), len(c.parents)},
		}
		for _, l := range *lists {
			losses = append(losses, loss{fmt.Sprintf("adressen op lijst %d", l.number), len(l.plan.Removals()), len(l.entries)})
		}
		if err := st.check(losses...); err != nil {
			return err
		}
		return replace(ctx, st.execution, setMembers, c.rows, func(m *federation.Member) string { return m.Code })
	})
}

// current is how many members are tracked and have not left.
func current(entries map[string]*ledger.Entry) (n int) {
	for _, e := range entries {
		if s, err := state[memberState](e); err == nil && !s.Former {
			n++
		}
	}
	return n
}

// tracked is an entry as a plan compares it.
func tracked(e *ledger.Entry, over, extant bool) change.Tracked {
	return change.Tracked{Key: e.Key, Hash: e.Synced, There: e.Remote != "", Over: over, Extant: extant}
}
