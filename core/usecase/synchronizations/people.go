package synchronizations

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/photo"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// club is what a people run works on: the members as they were read, and what is remembered of them.
type club struct {
	rows    []federation.Member
	before  map[string]federation.Member // the rows of the download before
	hashes  map[string]string            // of what the application is told about them; of a people run only
	details map[string]federation.Detail
	// complete says that rows is everybody, read just now; without it nobody is marked, ended or removed.
	complete bool

	members, parents map[string]*ledger.Entry
	lists            [mostLists + 1]map[string]*ledger.Entry // by number, from 1; of a people run only, like photos
	photos           map[string]*photo.Photo
	// settled is the plan of the parents when nothing is to be sent about anybody, so that it stays as it is.
	settled *diff.Plan

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
func (x *execution) change(c *club, row *federation.Member) payload.Payload {
	if detail, read := c.details[row.Code]; read {
		return payload.Member(*row, &detail, x.phone)
	}
	return payload.Member(*row, nil, x.phone)
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
	if err := x.noticed(c); err != nil {
		return err
	}
	var lists []listPlan
	var members diff.Plan
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
		return errNoDownload
	}
	return errNobody
}

// downloadMembers reads everybody, or takes the last download when that fails.
func (st *step) downloadMembers(ctx context.Context, c *club) error {
	keys, err := st.codes(ctx)
	if err != nil {
		return err
	}
	var recalling sync.WaitGroup
	var forgotten error
	recalling.Go(func() { forgotten = st.recallClub(ctx, c) }) // while the pages of the site come
	c.rows, err = st.readMembers(ctx, keys)
	recalling.Wait()
	if forgotten != nil {
		return &stop{forgotten}
	}
	if err == nil && len(c.rows) > 0 {
		c.rows = st.once(c.rows)
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
		c.rows = append(c.rows, c.before[key])
	}
	st.counts().Total = len(c.rows)
	taken, err := st.taken(ctx)
	if err != nil {
		return &stop{err}
	}
	if len(c.rows) > 0 {
		st.note("de download is mislukt; verder met die van %s, niemand wordt gemarkeerd of weggehaald", taken.In(st.Zone).Format("2006-01-02 15:04"))
	}
	return nil
}

// codes are the members of the download before, in order.
func (x *execution) codes(ctx context.Context) (codes []string, err error) {
	err = x.Stores.Downloads.Each(ctx, setMembers, func(code string, _ []byte) error {
		codes = append(codes, code)
		return nil
	})
	if err != nil {
		return nil, &stop{fmt.Errorf("read the last download: %w", err)}
	}
	return codes, nil
}

// recallClub reads what is remembered of the club, and works out what can be before the site has answered. It changes nothing but
// c, so that it can be done while something else is.
func (x *execution) recallClub(ctx context.Context, c *club) (err error) {
	if _, c.before, err = cached[federation.Member](ctx, x, setMembers); err != nil {
		return err
	}
	if c.details, err = details(ctx, x); err != nil {
		return err
	}
	if c.members, err = x.entries(ctx, ledger.Member); err != nil {
		return err
	}
	if c.parents, err = x.entries(ctx, ledger.Parent); err != nil {
		return err
	}
	for n := 1; n <= mostLists; n++ {
		if c.lists[n], err = x.entries(ctx, ledger.List(n)); err != nil {
			return err
		}
	}
	if c.photos, err = x.knownPhotos(ctx); err != nil {
		return err
	}
	c.hashes = make(map[string]string, len(c.before))
	for code, row := range c.before {
		c.hashes[code] = x.change(c, &row).Hash()
	}
	return nil
}

// details are what the pages of members told at the last reading, by code.
func details(ctx context.Context, x *execution) (map[string]federation.Detail, error) {
	_, all, err := cached[federation.Detail](ctx, x, setDetails)
	return all, err
}

// once are the rows by member code, each code once: the site has been seen to tell somebody twice.
func (st *step) once(rows []federation.Member) []federation.Member {
	slices.SortStableFunc(rows, func(a, b federation.Member) int { return strings.Compare(a.Code, b.Code) })
	return slices.CompactFunc(rows, func(a, b federation.Member) bool {
		if a.Code == b.Code {
			st.note("%s staat dubbel in de download; de eerste telt", a.Code)
		}
		return a.Code == b.Code
	})
}

// readMembers reads everybody from the site. A member who is known already is read first, and when none of them is there any
// more, one who was found: pages that have changed their shape stop the run before it writes.
func (st *step) readMembers(ctx context.Context, known []string) ([]federation.Member, error) {
	there, err := st.readOne(ctx, known)
	if err != nil {
		return nil, err
	}
	rows, err := st.Site.Members(ctx)
	if errors.Is(err, federation.ErrShape) {
		return nil, &stop{err}
	}
	if err == nil && !there {
		codes := make([]string, len(rows))
		for i := range rows {
			codes[i] = rows[i].Code
		}
		err = st.canary(ctx, codes)
	}
	return rows, err
}

// canaries is how many members are tried until one is found who is still there.
const canaries = 5

// canary reads one of the members, if there are any, and is an error when none of those that were tried is there.
func (x *execution) canary(ctx context.Context, codes []string) error {
	there, err := x.readOne(ctx, codes)
	if err == nil && !there && len(codes) > 0 {
		err = federation.ErrAnswer.Because(errors.New("geen van de bekende leden heeft nog een pagina"))
	}
	return err
}

// readOne reads one of the members, and reports whether one was there. It stops the run when the site's pages have changed; another
// error is only that. Those that are tried are spread over all.
func (x *execution) readOne(ctx context.Context, codes []string) (there bool, err error) {
	step := max(1, len(codes)/canaries)
	for n, at := 0, 0; n < canaries && at < len(codes); n, at = n+1, at+step {
		detail, err := x.Site.Member(ctx, codes[at], federation.TabGeneral)
		switch {
		case errors.Is(err, federation.ErrAbsent):
			continue
		case errors.Is(err, federation.ErrShape):
			return false, &stop{err}
		case err != nil:
			return false, err
		case detail.General == nil || detail.Code != codes[at] || detail.General.First+detail.General.Last == "":
			return false, &stop{federation.ErrShape.Because(fmt.Errorf("the page of %s has no name", codes[at]))}
		}
		return true, nil
	}
	return false, nil
}

// plan works out what the run would mark or remove, stops it when that is too much, and only then puts the download in the
// place of the one before.
func (x *execution) plan(ctx context.Context, c *club, lists *[]listPlan, members *diff.Plan) error {
	var wrong error
	err := x.step(ctx, run.StepListPrepare, func(st *step) (err error) {
		defer func() { wrong = err }()
		prepared := mailing.Prepare(c.rows, len(st.Settings.Lists), nil)
		st.counts().Excluded = prepared.Excluded
		if prepared.Invalid > 0 {
			st.note("%d adressen zijn geen e-mailadres en staan op geen lijst", prepared.Invalid)
		}
		if *lists, err = st.planLists(c, prepared); err != nil {
			return err
		}
		*members = st.planMembers(c)
		if !c.complete {
			return nil
		}
		parents := st.planParents(c)
		if len(members.Actions)+len(parents.Actions) == 0 && parents.Unchanged == len(c.parents) {
			c.settled = &parents
		}
		losses := []loss{
			{"leden", len(members.Removals()), current(c.members)},
			{"ouders", len(parents.Removals()), len(c.parents)},
		}
		for _, l := range *lists {
			losses = append(losses, loss{fmt.Sprintf("adressen op lijst %d", l.number), len(l.plan.Removals()), len(l.entries)})
		}
		if err := st.check(append(losses, emptied(c)...)...); err != nil {
			return err
		}
		return st.keepMembers(ctx, c)
	})
	if err != nil {
		return err
	}
	if wrong != nil { // whatever it was: nobody has looked how much would be taken away
		return &stop{wrong}
	}
	return nil
}

// keepMembers puts the download in the place of the one before. Of most members nothing changed: only what differs is written.
func (x *execution) keepMembers(ctx context.Context, c *club) error {
	if x.options.DryRun {
		return nil
	}
	if len(c.before) == 0 {
		return replace(ctx, x, setMembers, c.rows, func(m *federation.Member) string { return m.Code })
	}
	changed, gone := map[string][]byte{}, maps.Clone(c.before)
	for i := range c.rows {
		row := &c.rows[i]
		if before, known := gone[row.Code]; !known || before != *row {
			record, err := json.Marshal(row)
			if err != nil {
				return &stop{err}
			}
			changed[row.Code] = record
		}
		delete(gone, row.Code)
	}
	var err error
	if len(changed) > 0 {
		err = x.Stores.Downloads.Put(ctx, setMembers, changed)
	}
	if err == nil && len(gone) > 0 {
		err = x.Stores.Downloads.Drop(ctx, setMembers, sorted(gone)...)
	}
	if err != nil {
		return &stop{fmt.Errorf("keep the download: %w", err)}
	}
	return x.remember(ctx, ledger.Entry{Kind: ledger.Review, Key: setMembers, Remote: x.Now().UTC().Format(time.RFC3339)})
}

// taken is when the kept download of the members was taken.
func (x *execution) taken(ctx context.Context) (time.Time, error) {
	review, err := x.entry(ctx, ledger.Review, setMembers)
	if err != nil {
		return never, err
	}
	if at, err := time.Parse(time.RFC3339, review.Remote); err == nil {
		return at, nil
	}
	return x.Stores.Downloads.Taken(ctx, setMembers)
}

// emptied is of how many members the site does not tell something any more that it told before: a column that is gone empties it
// for everybody.
func emptied(c *club) (losses []loss) {
	fields := []struct {
		what string
		of   func(federation.Member) string
	}{
		{"e-mailadressen", func(m federation.Member) string { return m.Email }},
		{"mobiele nummers", func(m federation.Member) string { return m.Mobile }},
		{"geboortedata", func(m federation.Member) string { return m.Birth.String() }},
		{"adressen", func(m federation.Member) string { return m.Address.Street }},
		{"ouders", func(m federation.Member) string { return m.Parents[0].Email }},
		{"foto's", func(m federation.Member) string {
			if p := c.photos[m.Code]; p == nil || p.State == photo.NoPhoto {
				return ""
			}
			return m.PhotoOn.String()
		}},
	}
	for _, f := range fields {
		l := loss{what: f.what}
		for i := range c.rows {
			if before, known := c.before[c.rows[i].Code]; known {
				l.count(f.of(before), f.of(c.rows[i]))
			}
		}
		losses = append(losses, l)
	}
	return losses
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
func tracked(e *ledger.Entry, over, extant bool) diff.Tracked {
	return diff.Tracked{Key: e.Key, Hash: e.Synced, There: e.Remote != "", Over: over, Extant: extant}
}
