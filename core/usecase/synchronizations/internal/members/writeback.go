package members

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/sets"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// maxOdd is the number of members in a row without the expected cards after which the pages must have changed.
const maxOdd = 20

// editPause is between two edits on the site.
var editPause = engine.Wait{Least: time.Second, Most: 2 * time.Second}

// WriteBack brings what volunteers changed in the application to the site (contract §1 rule 3, people pipeline step 7): contact
// fields, home address, day of the certificate, helpdesk id, financial block; emptied ones, too. It writes nothing without a good
// download: the site may know better by now.
func (m *Members) WriteBack(ctx context.Context, step *engine.Step, s *Snapshot) error {
	waits, err := m.waiting(ctx, s)
	if err != nil {
		return err
	}
	if !s.Complete {
		if len(waits.Actions) > 0 {
			step.Note(texts.EditsWait, len(waits.Actions))
		}
		return nil
	}
	odd := 0
	return step.Apply(ctx, run.ClubSite, waits, editPause, func(ctx context.Context, a diff.Action) error {
		w := &writeback{Members: m, step: step, snapshot: s, entry: s.Entries[a.Key], row: s.Row(a.Key)}
		err := w.write(ctx)
		switch {
		case errors.Is(err, federation.ErrShape): // some members have fewer cards
			if odd++; odd == maxOdd {
				return engine.Stop(err)
			}
		case err == nil:
			odd = 0
		}
		return err
	})
}

// waiting is who waits for the site.
func (m *Members) waiting(ctx context.Context, s *Snapshot) (plan diff.Plan, err error) {
	fields, err := m.Waiting(ctx)
	if err != nil {
		return plan, err
	}
	edited := slices.Clone(m.edited)
	for _, code := range slices.Sorted(maps.Keys(fields)) {
		if s.Row(code) != nil && s.Entries[code] != nil && !slices.Contains(m.edited, code) {
			edited = append(edited, code)
		}
	}
	for _, code := range edited {
		plan.Actions = append(plan.Actions, diff.Action{Kind: diff.Update, Key: code, Reason: "edited"})
	}
	return plan, nil
}

// Waiting are the fields of each member, by code, that wait for the site.
func (m *Members) Waiting(ctx context.Context) (map[string][]federation.Field, error) {
	entries, err := m.Stores.Ledger.Waiting(ctx, ledger.Seen)
	if err != nil {
		return nil, engine.Stopf("read the ledger: %w", err)
	}
	fields := map[string][]federation.Field{}
	for i := range entries {
		seen, err := seenIn(&entries[i])
		if err != nil {
			return nil, err
		}
		fields[seen.code] = slices.Collect(maps.Keys(seen.Pending))
	}
	return fields, nil
}

// writeback is one member on the way to the site.
type writeback struct {
	*Members
	step     *engine.Step
	snapshot *Snapshot
	entry    *ledger.Entry
	row      *federation.Member
	seen     *seen
	app      conflict.Values // how the fields stand in the application
}

// write brings the waiting fields to the site. It reads both sides just before, so that neither writes over what the other has
// become.
func (w *writeback) write(ctx context.Context) error {
	record, err := w.App.Person(ctx, w.entry.Number())
	if err != nil {
		return err
	}
	if !record.IsMember(w.entry.Key, w.row) { // nothing of somebody else's goes to the site
		w.NoteOnce(texts.NotMember(record.Administered), w.entry.Key, record.ID)
		if err := w.Detach(ctx, w.entry); err != nil {
			return err
		}
		return engine.ErrSkipped
	}
	if w.seen, err = w.seenOf(ctx, w.entry.Key); err != nil {
		return err
	}
	if err := w.readAgain(ctx); err != nil {
		return err
	}
	var older bool
	if w.app, _, older = w.detectEdits(w.seen, record); older {
		w.entry.Synced = ""
	}
	site := w.site()
	edits, err := w.edits(ctx, site)
	if err != nil {
		return err
	}
	if err := w.Remember(ctx, w.seen.entry(), *w.entry); err != nil {
		return err
	}
	if len(edits) == 0 {
		return engine.ErrSkipped
	}
	onSite := federation.Edits{}
	for field, value := range payload.WholeAddress(edits, w.app, w.row.Address.Street) {
		onSite[field] = w.onSite(field, value)
	}
	var saved []federation.Field
	err = w.Retry(ctx, federation.ErrAnswer, func() error {
		saved, err = w.Site.Edit(ctx, w.entry.Key, onSite)
		return err
	})
	if errors.Is(err, federation.ErrFormer) {
		return w.hold(ctx, edits, site)
	}
	return errors.Join(err, w.saved(ctx, onSite, saved))
}

// site is how the fields stand on the site.
func (w *writeback) site() conflict.Values {
	return w.Payload(w.snapshot, w.row).Fields(w.Phone)
}

// readAgain reads the pages whose fields wait, and brings the member's row up to date.
func (w *writeback) readAgain(ctx context.Context) error {
	code, tabs := w.entry.Key, federation.TabGeneral
	for _, field := range []federation.Field{federation.FieldHelpdesk, federation.FieldVOG} {
		if _, waits := w.seen.Pending[field]; waits {
			tabs |= federation.TabOther
		}
	}
	fresh, err := w.Site.Member(ctx, code, tabs)
	if err != nil {
		return err
	}
	if fresh.General == nil || tabs.Has(federation.TabOther) && fresh.Free == nil {
		return federation.ErrShape
	}
	w.PageRead(code)
	*w.row = payload.Row(*fresh.General, *w.row)
	if detail, read := w.snapshot.Details[code]; read {
		detail.Header.Block = fresh.Header.Block
		if fresh.Free != nil {
			detail.Free = fresh.Free
		}
		w.snapshot.Details[code] = detail
	}
	return nil
}

// edits returns the application's values that go to the site. Where the site's stay, they are sent to the application again.
func (w *writeback) edits(ctx context.Context, site conflict.Values) (federation.Edits, error) {
	all := federation.Edits{}
	_, read := w.snapshot.Details[w.entry.Key]
	for _, unit := range conflict.Units {
		verdict, err := w.resolve(ctx, w.seen, w.row, unit, site, w.app)
		if err != nil {
			return nil, err
		}
		if !verdict.Waits {
			continue
		}
		edits, resend := w.seen.WriteBack(unit, site, w.app, verdict.Keep, read)
		if resend {
			w.entry.Synced = ""
		}
		maps.Copy(all, edits)
	}
	return all, nil
}

// hold lets values stay in the application that cannot go to the site: nobody can change a former member of the federation there.
func (w *writeback) hold(ctx context.Context, edits federation.Edits, site conflict.Values) error {
	for field := range edits {
		w.seen.Hold(field, site[field], w.app[field])
	}
	w.step.Note(texts.FormerMember, w.entry.Key)
	if err := w.Remember(ctx, w.seen.entry()); err != nil {
		return err
	}
	return engine.ErrSkipped
}

// onSite is a value in the form in which the site keeps it.
func (m *Members) onSite(field federation.Field, value string) string {
	switch field {
	case federation.FieldMobile, federation.FieldMobile2, federation.FieldTelephone, federation.FieldTelephone2:
		return m.National(value)
	}
	return value
}

// saved remembers the fields that stand on the site now, so that the next download finds nothing new in them.
func (w *writeback) saved(ctx context.Context, edits federation.Edits, fields []federation.Field) error {
	if len(fields) == 0 {
		return nil
	}
	kept := federation.Edits{}
	for _, field := range fields {
		kept[field] = edits[field]
	}
	code := w.entry.Key
	inSync := w.entry.Synced == w.Payload(w.snapshot, w.row).Hash()
	detail, read := w.snapshot.Details[code]
	payload.Apply(w.row, &detail, kept)
	if read {
		w.snapshot.Details[code] = detail
	}
	if inSync {
		w.entry.Synced = w.Payload(w.snapshot, w.row).Hash()
	}
	site := w.site()
	for _, field := range fields {
		w.seen.Agree(field, site[field], w.app[field])
	}
	err := sets.Members.Put(ctx, w.Runner, code, *w.row)
	if err == nil && read {
		err = sets.Details.Put(ctx, w.Runner, code, detail)
	}
	if err != nil {
		return fmt.Errorf("keep what was saved on the site: %w", err)
	}
	return w.Remember(ctx, *w.entry, w.seen.entry())
}
