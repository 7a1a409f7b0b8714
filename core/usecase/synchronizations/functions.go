package synchronizations

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/work"
)

// posts are what members do in committees and for the club, as far as a run read it. It keeps no more of a member than the code
// and the roles, so that a run over everybody needs hardly more memory than one over a few.
type posts struct {
	full     bool // everybody is read, and the download replaced as a whole
	codes    []string
	read     map[string]bool
	wanted   []workrows.Wanted
	over     map[string]federation.Roles // what ended, by member
	names    map[string]string           // of committees by the site's id
	order    []string
	complete bool // everybody was read, without an error: what was not seen is gone
	failed   bool // the site could not be read

	dates, numbers loss // certificates of conduct and helpdesk numbers that the site told before

	// held is what was read, by code, as it is kept, of a run that may not keep it yet: one over who changed lately keeps it after
	// the guard has looked, a dry run never. A run over everybody stages it instead, so that it needs little memory.
	held map[string][]byte
}

func (p *posts) take(code string, roles federation.Roles) {
	p.read[code] = true
	p.wanted = append(p.wanted, workrows.Roles(code, roles)...)
	var over federation.Roles
	for _, f := range roles.Functions {
		if !f.Active {
			over.Functions = append(over.Functions, f)
		}
	}
	for _, seat := range roles.Seats {
		id := workrows.Committee(seat).Key
		if _, known := p.names[id]; !known && seat.Active {
			p.order = append(p.order, id)
			p.names[id] = seat.Name
		}
		if !seat.Active {
			over.Seats = append(over.Seats, seat)
		}
	}
	if len(over.Functions)+len(over.Seats) > 0 {
		p.over[code] = over
	}
}

func newPosts(full bool) *posts {
	return &posts{
		full: full, dates: loss{what: "datums van een VOG"}, numbers: loss{what: "helpdesknummers"},
		read: map[string]bool{}, over: map[string]federation.Roles{}, names: map[string]string{},
	}
}

// functions is the functions pipeline (contract §4, "Functions pipeline steps"), over who changed lately or over everybody.
func (x *execution) functions(ctx context.Context) error {
	p := newPosts(x.run.Pipeline == run.FunctionsFull)
	if !p.full || x.options.DryRun {
		p.held = map[string][]byte{}
	}
	if err := x.step(ctx, run.StepFunctionsDownload, func(st *step) error { return st.downloadFunctions(ctx, p) }); err != nil {
		return err
	}
	if err := x.noticed(nil); err != nil {
		return err
	}
	g := &groups{
		kind: work.Committee, memory: ledger.Committee, key: payload.CommitteeKey, wanted: map[string]payload.Payload{},
		complete: p.full && p.complete,
	}
	for _, id := range p.order {
		g.want(id, payload.Committee(id, p.names[id]))
	}
	w := workPlan{groups: g, everybody: g.complete && len(p.codes) > 0}
	if err := x.step(ctx, run.StepFunctionsDownload, func(st *step) error { return guarded(st.planFunctions(ctx, g, p, &w)) }); err != nil {
		return err
	}
	for _, s := range []struct {
		name string
		do   func(*step) error
	}{
		{run.StepCommittees, func(st *step) error { return st.submitGroups(ctx, g) }},
		{run.StepCommitteeWork, func(st *step) error { return st.submitPosts(ctx, &w, g) }},
		{run.StepCommittees, func(st *step) error { return st.removeGroups(ctx, g) }},
		{run.StepFreeFields, func(st *step) error { return st.submitFreeFields(ctx, p) }},
	} {
		if err := x.step(ctx, s.name, s.do); err != nil {
			return err
		}
	}
	return nil
}

// recentDays is how far back a run over recent changes looks when nobody says (contract §8).
const recentDays = 2

// choose is whose pages are read: everybody, or who changed in the last days, who has no date of a change, and the volunteers
// whose certificate of conduct is missing or old. It reports whether anybody is known at all.
func (st *step) choose(ctx context.Context, p *posts) (known bool, err error) {
	var volunteers []string
	if !p.full {
		if volunteers, err = st.People.Volunteers(ctx); err != nil {
			if stops(ctx, err) {
				return false, err
			}
			st.fail(ctx, "", application, err)
		}
	}
	days := st.options.Days
	if days == 0 {
		days = recentDays
	}
	since := civil.On(st.Now(), st.Zone).AddDays(-days)
	err = each(ctx, st.execution, setMembers, func(code string, row federation.Member) error {
		known = true
		if p.full || slices.Contains(volunteers, code) || st.recent(&row, since) {
			p.codes = append(p.codes, code)
		}
		return nil
	})
	return known, err
}

func (x *execution) recent(row *federation.Member, since civil.Date) bool {
	at, known := civil.ParseInstant(row.Updated, x.Zone)
	return !known || !civil.On(at, x.Zone).Before(since) || !row.PhotoOn.IsZero() && !row.PhotoOn.Before(since)
}

// downloadFunctions reads the chosen members' pages one after the other. A run over everybody stages what it reads, so that one
// that dies leaves the last download whole.
func (st *step) downloadFunctions(ctx context.Context, p *posts) error {
	known, err := st.choose(ctx, p)
	if err != nil {
		return err
	}
	if !known {
		st.note("er zijn nog geen leden bekend; draai eerst people")
		return nil
	}
	if len(p.codes) > 0 {
		if err := st.canary(ctx, p.codes); err != nil {
			if stops(ctx, err) {
				return err
			}
			st.fail(ctx, "", clubSite, err)
			st.note("er is niets gelezen; alles blijft zoals het was")
			p.failed = true
			return nil
		}
	}
	if p.full && !st.options.DryRun {
		if err := st.Stores.Downloads.Begin(ctx, setDetails); err != nil {
			return &stop{err}
		}
	}
	return st.readFunctions(ctx, p)
}

func (st *step) readFunctions(ctx context.Context, p *posts) error {
	failed := 0
	for i, code := range p.codes {
		if err := st.progress(ctx, i, len(p.codes)); err != nil {
			return err
		}
		if i > 0 {
			if err := st.Pause(ctx, memberPause.least, memberPause.most); err != nil {
				return err
			}
		}
		st.counts().Total++
		err := st.readPosts(ctx, p, code)
		switch {
		case err == nil:
			st.counts().Synced++
			failed = 0
		case stops(ctx, err):
			return err
		default:
			st.fail(ctx, code, clubSite, err)
			failed++
			if failed == enough && errors.Is(err, federation.ErrShape) { // not one odd member: the pages have changed
				return &stop{err}
			}
			if failed == enough || errors.Is(err, federation.ErrSignIn) {
				st.note("gestopt met lezen; van wie niet is gelezen blijft alles zoals het was")
				p.failed = true
				return nil
			}
		}
	}
	p.complete = len(p.read) == len(p.codes)
	p.failed = len(p.read) == 0 && len(p.codes) > 0
	return st.progress(ctx, len(p.codes), len(p.codes))
}

// readPosts reads one member's pages and keeps them.
func (st *step) readPosts(ctx context.Context, p *posts, code string) error {
	before, _, err := one[federation.Detail](ctx, st.execution, setDetails, code)
	if err != nil {
		return err
	}
	detail, err := st.readDetail(ctx, code, before)
	if err != nil {
		return err
	}
	if before.Free != nil { // as federation.FieldVOG and FieldHelpdesk say where they stand
		p.dates.count(before.Free[8], detail.Free[8])
		p.numbers.count(before.Free[3], detail.Free[3])
	}
	st.paged(code)
	p.take(code, *detail.Roles)
	st.counts().Functions += len(detail.Roles.Functions)
	st.counts().Seats += len(detail.Roles.Seats)
	record, err := json.Marshal(detail)
	if err == nil && p.held == nil {
		err = st.Stores.Downloads.Stage(ctx, setDetails, map[string][]byte{code: record})
	}
	if p.held != nil {
		p.held[code] = record
	}
	if err != nil {
		return &stop{fmt.Errorf("keep what was read of %s: %w", code, err)}
	}
	return nil
}

// readDetail reads the pages of functions and free fields, and with the option the invoice data, which otherwise stay as they were
// last read, in before.
func (x *execution) readDetail(ctx context.Context, code string, before federation.Detail) (federation.Detail, error) {
	tabs := federation.TabFunctions | federation.TabOther
	if x.options.WithInvoice {
		tabs |= federation.TabFinancial
	}
	var detail federation.Detail
	err := x.retry(ctx, func() (err error) {
		detail, err = x.Site.Member(ctx, code, tabs)
		return err
	})
	switch {
	case err != nil:
		return detail, err
	case detail.Roles == nil || detail.Free == nil || x.options.WithInvoice && detail.Invoice == nil:
		return detail, federation.ErrShape.Because(fmt.Errorf("a page of %s is missing", code))
	}
	if !x.options.WithInvoice {
		detail.Invoice = before.Invoice
	}
	return detail, nil
}

// planFunctions works out whose work changes, stops the run when too much would end, and only then lets the new download take
// the place of the old one.
func (st *step) planFunctions(ctx context.Context, g *groups, p *posts, w *workPlan) error {
	var err error
	if g.entries, err = st.entries(ctx, ledger.Committee); err != nil {
		return err
	}
	everywhere := func(workrows.Group) bool { return true }
	// Who has left, as a good download told, does nothing for the club any more; who was not read goes on as before.
	concerned := func(code string) bool { return p.read[code] || !p.failed && left(w.members[code]) }
	err = st.planFor(ctx, g, w, func() error {
		return st.planWork(ctx, w, work.Committee, p.wanted, p.over, everywhere, concerned)
	})
	if err != nil {
		return err
	}
	plan := st.planGroups(g)
	if err := st.check(loss{"commissies", len(plan.Removals()), len(g.entries)}, w.loss(), p.dates, p.numbers); err != nil {
		return err
	}
	switch {
	case st.options.DryRun || len(p.read) == 0:
		return nil
	case p.full:
		return st.commitDetails(ctx, p)
	}
	if err := st.Stores.Downloads.Put(ctx, setDetails, p.held); err != nil {
		return fmt.Errorf("keep the download: %w", err)
	}
	return nil
}

// left reports whether a tracked member has left the club.
func left(e *ledger.Entry) bool {
	if e == nil {
		return false
	}
	s, err := state[memberState](e)
	return err == nil && s.Former
}

// commitDetails puts what was read of everybody in the place of the download before. Who could not be read keeps what was read
// last.
func (st *step) commitDetails(ctx context.Context, p *posts) error {
	for _, code := range p.codes {
		if p.read[code] {
			continue
		}
		before, known, err := one[federation.Detail](ctx, st.execution, setDetails, code)
		if err != nil {
			return err
		}
		if !known {
			continue
		}
		record, err := json.Marshal(before)
		if err == nil {
			err = st.Stores.Downloads.Stage(ctx, setDetails, map[string][]byte{code: record})
		}
		if err != nil {
			return &stop{err}
		}
	}
	if err := st.Stores.Downloads.Commit(ctx, setDetails, st.Now().UTC()); err != nil {
		return &stop{fmt.Errorf("keep the download: %w", err)}
	}
	return nil
}

// submitPosts writes the work in committees and for the club as a whole.
func (st *step) submitPosts(ctx context.Context, w *workPlan, g *groups) error {
	if len(w.after) > 0 && !st.options.DryRun {
		if err := st.ask(ctx, g); err != nil {
			return err
		}
	}
	return st.submitWork(ctx, w, g)
}

// ClubWide is the application's committee for what somebody does for the club as a whole (contract §2.4).
const ClubWide = "Verenigingsbreed"

// submitFreeFields sends the members whose pages were read and of whom something changed: all that is known of them, by the same rule
// as the people pipeline, so that neither finds work that the other did. No more than a batch of them is in memory at once.
func (st *step) submitFreeFields(ctx context.Context, p *posts) error {
	batch, unchanged := newBatch(), 0
	send := func() error {
		plan := st.planMembers(batch)
		plan.Unchanged += unchanged
		sent := batch
		batch, unchanged = newBatch(), 0
		return st.sendMembers(ctx, sent, plan)
	}
	err := st.eachDetail(ctx, p, func(code string, detail federation.Detail) error {
		if !p.read[code] {
			return nil
		}
		e, err := st.entry(ctx, ledger.Member, code)
		if err != nil || e.Remote == "" || left(&e) {
			return err
		}
		row, known, err := one[federation.Member](ctx, st.execution, setMembers, code)
		if err != nil || !known {
			return err
		}
		batch.details[code] = detail
		if e.Synced == st.change(batch, &row).Hash() && !st.options.Force {
			delete(batch.details, code)
			unchanged++
			return nil
		}
		batch.rows, batch.members[code] = append(batch.rows, row), &e
		if len(batch.rows) == together {
			return send()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return send()
}

// together is of how many members what their pages told is in memory at once.
const together = 100

// newBatch is a part of the club to be filled and sent.
func newBatch() *club {
	return &club{details: map[string]federation.Detail{}, members: map[string]*ledger.Entry{}}
}

// eachDetail visits what was read: as it was held, or as it is kept.
func (x *execution) eachDetail(ctx context.Context, p *posts, visit func(code string, detail federation.Detail) error) error {
	if p.held == nil {
		return each(ctx, x, setDetails, visit)
	}
	for _, code := range sorted(p.held) {
		if err := decoded(setDetails, code, p.held[code], visit); err != nil {
			return err
		}
	}
	return nil
}
