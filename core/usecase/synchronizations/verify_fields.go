package synchronizations

import (
	"context"

	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/photo"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/members"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// fields compares the fields of a member's person with what the site tells: those that belong to the site, and of the others
// those that nobody edited. A member who changed since the last run is left to the next one.
func (v *verification) fields(p payload.Person) error {
	code := p.Membership.Code
	row, e := v.club.Row(code), v.club.Entries[code]
	if row == nil || e == nil || e.Number() != p.ID || ledger.Left(e) {
		return nil
	}
	if v.phones == nil {
		v.phones = &phones{write: v.service.Phones.International}
	}
	phone := v.phones.number
	m := &members.Members{Runner: v.Runner, Phone: phone}
	sent := m.Payload(&v.club, row)
	if sent.Hash() != e.Synced {
		return nil
	}
	for _, d := range sent.Differing(p) {
		v.differs(code, d.Field, d.Told, d.Stands)
	}
	seen := conflict.Seen{}
	if entry := v.seen[code]; entry != nil {
		var err error
		if seen, err = ledger.State[conflict.Seen](entry); err != nil {
			return err
		}
	}
	site, app := sent.Fields(phone), p.Fields(phone)
	seen.DetectEdits(app, p.OtherRows(phone), p.Modified, v.Now()) // the next run brings them to the site
	for _, unit := range conflict.Units {
		if unit.Differs(site, app) && !seen.Open(unit) {
			v.differs(code, unit.Name(), unit.Text(site), unit.Text(app))
		}
	}
	return nil
}

// differs notes a field of a member that belongs to the site.
func (v *verification) differs(code, field, site, app string) {
	v.found = append(v.found, difference.Finding{
		Area: v.area, System: run.Application, Key: code, Message: texts.FieldDiffers, Again: ledger.Member,
		Field: field, Site: conflict.Mask(site), App: conflict.Mask(app),
	})
}

// photos tells which photos are still on their way, of those who are members.
func (v *verification) photos(ctx context.Context) error {
	entries, err := v.Entries(ctx, ledger.Photo)
	if err != nil {
		return err
	}
	said := map[photo.State]string{
		photo.PendingDownload: texts.PhotoNotFetched, photo.Downloaded: texts.PhotoNotSent, photo.PendingUpload: texts.PhotoNotSent,
		photo.PendingDelete: texts.PhotoNotRemoved,
	}
	for _, code := range sorted(entries) {
		one, err := ledger.State[photo.Photo](entries[code])
		if err != nil {
			return err
		}
		if text, waits := said[one.State]; waits && v.club.Row(code) != nil {
			v.say(run.Application, code, "%s", text)
		}
	}
	return nil
}
