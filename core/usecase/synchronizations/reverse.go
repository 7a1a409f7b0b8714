package synchronizations

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// overlap is how far before the last change that was met changes are asked for again: for writes that were under way then. These
// times are the application's own. Once a look at least as long after it, by our own clock, met nothing later, none is under way
// any more.
const overlap = 5 * time.Second

// reviewState is what the ledger knows of a look at what was edited besides.
type reviewState struct {
	Settled bool `json:"settled,omitempty"` // nothing up to the last change that was met is under way any more
	// StrangersChecked says that everybody was looked at since records tell whether they are administered.
	StrangersChecked bool `json:"strangers_checked,omitempty"`
}

// notice finds what volunteers edited in the application since the last look, while the site is read. Every run does so before it
// writes: its own writes would give the records another time than that of the edit. So who has read the site, and is about to plan, calls
// noticed first, which waits. What cannot be asked is a problem of the run, and is asked by the next one. Who was taken for a member
// or a parent, and is a stranger, is forgotten at the same time; noticed is an error when that must stop the run, and brings
// what was read of the club meanwhile up to date.
func (x *execution) notice(ctx context.Context) {
	var err error
	var found detached
	done := make(chan struct{})
	go func() {
		defer close(done)
		var members map[string]*ledger.Entry
		if members, err = x.entries(ctx, ledger.Member); err == nil && len(members) > 0 {
			err = x.findEdits(ctx, members, &found)
		}
	}()
	once := sync.OnceFunc(func() {
		<-done
		if err = cmp.Or(err, x.tellUnreadable(found.unreadable)); err != nil && found.err == nil {
			x.problem(ctx, "", "", application, fmt.Errorf("see what was edited: %w", err))
		}
	})
	x.noticed = func(c *club) error {
		once()
		if found.err == nil {
			found.applyTo(x, c)
		}
		return found.err
	}
}

// findEdits asks the application who was changed since the last look, and lets what somebody edited wait for the site.
// found is told whose number is a stranger's.
func (x *execution) findEdits(ctx context.Context, members map[string]*ledger.Entry, found *detached) error {
	review, err := x.entry(ctx, ledger.Review, "people")
	if err != nil {
		return err
	}
	before, err := state[reviewState](&review)
	if err != nil {
		return err
	}
	last, since := never, never // the first look is at everybody
	if at, err := time.Parse(time.RFC3339Nano, review.Remote); err == nil {
		last, since = at, at.Add(-overlap)
		if !before.StrangersChecked {
			since = never
		} else if before.Settled { // what is met later is of a later second: the application tells no less
			since = at.Truncate(time.Second).Add(time.Second - time.Microsecond)
		}
	}
	var known map[string]*ledger.Entry
	strangers := map[int64]bool{}
	err = x.People.Each(ctx, since, func(record payload.Record) error {
		if record.Modified.After(last) {
			last = record.Modified
		}
		if !record.Administered {
			strangers[record.ID] = true
			return nil
		}
		code := record.Text("assoc-id")
		e := members[code]
		if e == nil || e.Number() != record.ID || record.Text(payload.KeyDied) != "" {
			return nil
		}
		if known == nil { // all of them at once: on the first look everybody comes by
			if known, err = x.entries(ctx, ledger.Seen); err != nil {
				return err
			}
		}
		if known[code] == nil {
			return nil
		}
		seen, err := seenIn(known[code])
		if err != nil {
			return err
		}
		if _, fresh := x.look(seen, record); !fresh {
			return nil
		}
		if x.options.DryRun {
			x.found = append(x.found, code)
			return nil
		}
		return x.remember(ctx, seen.entry())
	})
	var unreadable *payload.Unreadable
	if errors.As(err, &unreadable) {
		found.unreadable, err = err, nil
	}
	if err == nil {
		err = x.detachStrangers(ctx, strangers, found)
	}
	if unreadable != nil { // the next look is at the same ones again: what was edited there is found when they can be read
		return err
	}
	if err != nil || x.options.DryRun || last.IsZero() { // of an empty application the next look is at everybody, too
		return err
	}
	after := reviewState{StrangersChecked: true, Settled: before.Settled || !review.At.IsZero() && !x.Now().Before(review.At.Add(overlap))}
	if met := last.UTC().Format(time.RFC3339Nano); met != review.Remote {
		review.Remote, after.Settled = met, false
	} else if after == before {
		return nil
	}
	setState(&review, after)
	return x.remember(ctx, review)
}

// changedPages is after how many members in a row whose cards are not there the pages must have changed.
const changedPages = 20

// writeBack brings what volunteers changed in the application to the site (contract §1 rule 3, people pipeline step 7): contact
// fields, home address, day of the certificate, helpdesk id, financial block; emptied ones, too. Without a good download nothing
// is written: the site may know better by now.
func (st *step) writeBack(ctx context.Context, c *club) error {
	waits, err := st.pending(ctx, c)
	if err != nil {
		return err
	}
	if !c.complete {
		if len(waits.Actions) > 0 {
			st.note("de ledenadministratie is niet gelezen; %d wijzigingen wachten op een volgende keer", len(waits.Actions))
		}
		return nil
	}
	changed := 0
	return st.apply(ctx, clubSite, waits, editPause, func(ctx context.Context, a diff.Action) error {
		err := st.writeMember(ctx, c, a.Key)
		switch {
		case errors.Is(err, federation.ErrShape): // some members have fewer cards
			if changed++; changed == changedPages {
				return &stop{err}
			}
		case err == nil:
			changed = 0
		}
		return err
	})
}

// waitingMark stands in the state of everybody who waits for the site: to decode that of all the others takes a run's time.
var waitingMark = []byte(`"pending"`)

// pending is who waits for the site.
func (st *step) pending(ctx context.Context, c *club) (diff.Plan, error) {
	var plan diff.Plan
	entries, err := st.entries(ctx, ledger.Seen)
	if err != nil {
		return plan, err
	}
	for _, code := range st.found {
		plan.Actions = append(plan.Actions, diff.Action{Kind: diff.Update, Key: code, Reason: "edited"})
	}
	for _, code := range sorted(entries) {
		if !bytes.Contains(entries[code].State, waitingMark) {
			continue
		}
		s, err := state[seenState](entries[code])
		if err != nil {
			return plan, err
		}
		if len(s.Pending) > 0 && c.row(code) != nil && c.members[code] != nil {
			plan.Actions = append(plan.Actions, diff.Action{Kind: diff.Update, Key: code, Reason: "edited"})
		}
	}
	return plan, nil
}

// writeMember brings the waiting fields of one member to the site. What stands on either side is read just before, so that
// neither writes over what the other has become meanwhile.
func (st *step) writeMember(ctx context.Context, c *club, code string) error {
	e := c.members[code]
	record, err := st.People.Person(ctx, e.Number())
	if err != nil {
		return err
	}
	if !record.Administered { // nothing of a stranger's goes to the site
		st.tell(strangeMember, code, record.ID)
		if err := st.detachMember(ctx, e); err != nil {
			return err
		}
		return errSkipped
	}
	seen, err := st.seenOf(ctx, code)
	if err != nil {
		return err
	}
	if err := st.readAgain(ctx, c, seen); err != nil {
		return err
	}
	row := c.row(code)
	stands, _ := st.look(seen, record)
	site := payload.FieldsOf(st.change(c, row), st.phone)
	edits := federation.Edits{}
	for _, unit := range units {
		if err := st.decide(ctx, c, e, seen, unit, site, stands, edits); err != nil {
			return err
		}
	}
	if err := st.remember(ctx, seen.entry(), *e); err != nil {
		return err
	}
	if len(edits) == 0 {
		return errSkipped
	}
	onSite := federation.Edits{}
	for field, value := range payload.WholeAddress(edits, stands) {
		onSite[field] = st.onSite(field, value)
	}
	var saved []federation.Field
	err = st.retry(ctx, func() error {
		saved, err = st.Site.Edit(ctx, code, onSite)
		return err
	})
	if errors.Is(err, federation.ErrFormer) {
		return st.hold(ctx, seen, edits, site, stands)
	}
	return errors.Join(err, st.saved(ctx, c, e, seen, onSite, saved, stands))
}

// readAgain reads the pages whose fields wait, and brings the member's row up to date.
func (st *step) readAgain(ctx context.Context, c *club, seen *seenEntry) error {
	tabs := federation.TabGeneral
	for _, field := range []federation.Field{federation.FieldHelpdesk, federation.FieldVOG} {
		if _, waits := seen.state.Pending[field]; waits {
			tabs |= federation.TabOther
		}
	}
	fresh, err := st.Site.Member(ctx, seen.code, tabs)
	if err != nil {
		return err
	}
	if fresh.General == nil || tabs.Has(federation.TabOther) && fresh.Free == nil {
		return federation.ErrShape
	}
	st.paged(seen.code)
	row := c.row(seen.code)
	*row = payload.Row(*fresh.General, *row)
	if detail, read := c.details[seen.code]; read {
		detail.Header.Block = fresh.Header.Block
		if fresh.Free != nil {
			detail.Free = fresh.Free
		}
		c.details[seen.code] = detail
	}
	return nil
}

// decide says what becomes of fields that are one thing: the application's values go to the site, or the site's stay and are sent again.
func (st *step) decide(ctx context.Context, c *club, e *ledger.Entry, seen *seenEntry, unit []federation.Field, site, stands values, edits federation.Edits) error {
	keep, waits, err := st.keeps(ctx, seen, c.row(seen.code), unit, site, stands)
	if err != nil || !waits {
		return err
	}
	_, read := c.details[seen.code]
	for _, field := range unit {
		theirs, told := site[field]
		if _, there := stands[field]; !there {
			continue
		}
		_, pending := seen.state.Pending[field]
		switch {
		case !told && !read: // nobody knows what stands there: it waits
		case !told && pending, keep && !same(field, theirs, stands[field]):
			edits[field] = stands[field]
		case !told:
		case keep, same(field, theirs, stands[field]):
			seen.agree(field, theirs, stands[field])
		default:
			seen.agree(field, theirs, stands[field])
			e.Synced = ""
		}
	}
	return nil
}

// hold lets the values of a former member of the federation, whom nobody can change on the site, stay here.
func (st *step) hold(ctx context.Context, seen *seenEntry, edits federation.Edits, site, stands values) error {
	for field := range edits {
		seen.agree(field, site[field], stands[field])
		if seen.state.Held == nil {
			seen.state.Held = map[federation.Field]bool{}
		}
		seen.state.Held[field] = true
	}
	st.note("%s is oud-bondslid: de wijziging blijft alleen in de applicatie", seen.code)
	if err := st.remember(ctx, seen.entry()); err != nil {
		return err
	}
	return errSkipped
}

// onSite is a value in the form in which the site keeps it.
func (x *execution) onSite(field federation.Field, value string) string {
	switch field {
	case federation.FieldMobile, federation.FieldMobile2, federation.FieldTelephone, federation.FieldTelephone2:
		return x.Phones.National(value)
	}
	return value
}

// saved remembers the fields that stand on the site now, so that the next download finds nothing new in them.
func (st *step) saved(ctx context.Context, c *club, e *ledger.Entry, seen *seenEntry, edits federation.Edits, fields []federation.Field, stands values) error {
	if len(fields) == 0 {
		return nil
	}
	kept := federation.Edits{}
	for _, field := range fields {
		kept[field] = edits[field]
	}
	row := c.row(e.Key)
	insync := e.Synced == st.change(c, row).Hash()
	detail, read := c.details[e.Key]
	payload.Apply(row, &detail, kept)
	if read {
		c.details[e.Key] = detail
	}
	if insync {
		e.Synced = st.change(c, row).Hash()
	}
	site := payload.FieldsOf(st.change(c, row), st.phone)
	for _, field := range fields {
		seen.agree(field, site[field], stands[field])
	}
	err := st.keepRecord(ctx, setMembers, e.Key, row)
	if err == nil && read {
		err = st.keepRecord(ctx, setDetails, e.Key, detail)
	}
	if err != nil {
		return fmt.Errorf("keep what was saved on the site: %w", err)
	}
	return st.remember(ctx, *e, seen.entry())
}
