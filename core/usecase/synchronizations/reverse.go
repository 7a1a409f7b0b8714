package synchronizations

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/change"
	"github.com/clubhuis/clubhuis/core/federation"
	"github.com/clubhuis/clubhuis/core/ledger"
	"github.com/clubhuis/clubhuis/core/submission"
)

// overlap is how far before the last change that was met changes are asked for again: for writes that were under way then. All
// of these times are the application's own.
const overlap = 5 * time.Second

// writeBack brings what volunteers changed in the application to the site (contract §1 rule 3, people pipeline step 7): contact
// fields, home address, day of the certificate, helpdesk id, financial block; emptied ones, too.
func (st *step) writeBack(ctx context.Context, c *club) error {
	found, err := st.findEdits(ctx, c)
	if err != nil {
		return err
	}
	waits, err := st.pending(ctx, c)
	if err != nil {
		return err
	}
	if len(waits.Actions) == 0 {
		return st.apply(ctx, clubSite, waits, noPause, nil)
	}
	changed := 0
	return st.apply(ctx, clubSite, waits, editPause, func(ctx context.Context, a change.Action) error {
		err := st.writeMember(ctx, c, a.Key, found[a.Key])
		if errors.Is(err, federation.ErrShape) {
			if changed++; changed == enough {
				return &stop{err}
			}
		}
		return err
	})
}

// findEdits asks the application who was changed since the last look, and lets what somebody changed wait for the site. It
// answers the records that it met, by member code.
func (st *step) findEdits(ctx context.Context, c *club) (map[string]submission.Record, error) {
	review, err := st.entry(ctx, ledger.Review, "people")
	if err != nil {
		return nil, err
	}
	found := map[string]submission.Record{}
	last, since := never, never // the first look is at everybody
	if at, err := time.Parse(time.RFC3339Nano, review.Remote); err == nil {
		last, since = at, at.Add(-overlap)
	}
	err = st.People.Each(ctx, since, func(record submission.Record) error {
		if record.Modified.After(last) {
			last = record.Modified
		}
		code := record.Text("assoc-id")
		e := c.members[code]
		if e == nil || e.Number() != record.ID || record.Text("datum-overlijden") != "" {
			return nil
		}
		seen, err := st.seenOf(ctx, code)
		if err != nil || !seen.known {
			return err
		}
		_, fresh := st.look(seen, record)
		if len(seen.state.Pending) > 0 {
			found[code] = record
		}
		if st.options.DryRun || !fresh {
			return nil
		}
		return st.remember(ctx, seen.entry())
	})
	if err != nil || st.options.DryRun {
		return found, err
	}
	review.Remote = last.UTC().Format(time.RFC3339Nano)
	return found, st.remember(ctx, review)
}

// pending is who waits for the site.
func (st *step) pending(ctx context.Context, c *club) (change.Plan, error) {
	var plan change.Plan
	entries, err := st.entries(ctx, ledger.Seen)
	if err != nil {
		return plan, err
	}
	for _, code := range sorted(entries) {
		s, err := state[seenState](entries[code])
		if err != nil {
			return plan, err
		}
		if len(s.Pending) > 0 && c.row(code) != nil {
			plan.Actions = append(plan.Actions, change.Action{Kind: change.Update, Key: code, Reason: "edited"})
		}
	}
	return plan, nil
}

// writeMember brings the waiting fields of one member to the site.
func (st *step) writeMember(ctx context.Context, c *club, code string, record submission.Record) error {
	e, row := c.members[code], c.row(code)
	if record.ID == 0 {
		var err error
		if record, err = st.People.Person(ctx, e.Number()); err != nil {
			return err
		}
	}
	seen, err := st.seenOf(ctx, code)
	if err != nil {
		return err
	}
	stands := submission.Fields(record.ACF, st.phone)
	site := submission.FieldsOf(st.change(c, row), st.phone)
	edits := federation.Edits{}
	for field, at := range seen.state.Pending {
		theirs, told := site[field]
		keep := false
		if told {
			if keep, err = st.keeps(ctx, seen, row, field, theirs, stands[field], at); err != nil {
				return err
			}
		}
		switch {
		case keep:
			edits[field] = stands[field]
		case told && same(field, theirs, stands[field]):
			seen.agree(field, theirs, stands[field])
		default: // the site's value stays: it is sent again
			delete(seen.state.Pending, field)
			e.Synced = ""
		}
	}
	if len(edits) == 0 {
		if err := st.remember(ctx, seen.entry(), *e); err != nil {
			return err
		}
		return errSkipped
	}
	onSite := federation.Edits{}
	for field, value := range submission.Together(edits, stands) {
		onSite[field] = st.onSite(field, value)
	}
	edits = onSite
	var saved []federation.Field
	err = st.retry(ctx, func() error {
		saved, err = st.Site.Edit(ctx, code, edits)
		return err
	})
	if errors.Is(err, federation.ErrFormer) { // nobody can change it there; it stays as it is here
		for field := range edits {
			seen.agree(field, site[field], stands[field])
		}
		st.note("%s is oud-bondslid: de wijziging blijft alleen in de applicatie", code)
		return errors.Join(st.remember(ctx, seen.entry()), errSkipped)
	}
	return errors.Join(err, st.saved(ctx, c, e, seen, edits, saved, stands))
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
	submission.Apply(row, &detail, kept)
	if read {
		c.details[e.Key] = detail
	}
	if insync {
		e.Synced = st.change(c, row).Hash()
	}
	site := submission.FieldsOf(st.change(c, row), st.phone)
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
