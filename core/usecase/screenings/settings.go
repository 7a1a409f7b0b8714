package screenings

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Settings are the club's settings for certificates, with the committees whose work asks for none: those of the rules for
// volunteers.
type Settings struct {
	screening.Settings
	Exempt []int64
}

// Settings returns the settings, to who keeps certificates.
func (s *Service) Settings(_ context.Context, viewer access.Viewer) (Settings, error) {
	if err := viewer.Require(access.Certificates); err != nil {
		return Settings{}, err
	}
	return s.settings(), nil
}

func (s *Service) settings() Settings {
	view := s.Directory.View()
	return Settings{view.ScreeningSettings(), view.VolunteerRules().ExemptCommittees}
}

// Change edits the settings, and with exempt, which may be nil, which committees ask for no certificate: that is a rule of the
// club, so administrators decide it. It reports whether of everybody was worked out anew who needs one.
func (s *Service) Change(
	ctx context.Context, viewer access.Viewer, change func(*screening.Settings), exempt *[]int64,
) (after Settings, renewed bool, err error) {
	if err := viewer.Require(access.Certificates); err != nil {
		return after, false, err
	}
	if exempt != nil && !viewer.Can(access.Manage) {
		now := s.Directory.View().VolunteerRules().Clean().ExemptCommittees
		if !slices.Equal(now, work.Rules{ExemptCommittees: *exempt}.Clean().ExemptCommittees) {
			return after, false, ErrExempt
		}
		exempt = nil
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		renewed = false
		var before screening.Settings
		edited, err := stores.Screening.Change(ctx, func(settings *screening.Settings) error {
			before = settings.Clone()
			change(settings)
			return settings.Validate()
		})
		if err != nil {
			return err
		}
		was, is := values(&before), values(&edited)
		if exempt != nil {
			_, err := stores.VolunteerRules.Change(ctx, func(rules *work.Rules) error {
				was["exempt_commissies"] = rules.Clean().ExemptCommittees
				edited := *rules
				edited.ExemptCommittees = *exempt
				edited = edited.Clean()
				renewed = !slices.Equal(rules.Clean().ExemptCommittees, edited.ExemptCommittees)
				*rules, is["exempt_commissies"] = edited, edited.ExemptCommittees
				return nil
			})
			if err != nil {
				return err
			}
		}
		entry := audit.New(audit.SettingsChanged, audit.By(viewer), s.Now(), audit.Object{Noun: audit.Settings, Name: "vog"})
		return stores.Audit.Append(ctx, entry.Changed(was, is))
	})
	if err != nil {
		return Settings{}, false, err
	}
	return s.settings(), renewed, nil
}

// values is what the log tells of settings.
func values(s *screening.Settings) audit.Values {
	told := audit.Values{"from_email": s.Email, "from_name": s.Name}
	for _, t := range screening.Templates() {
		told[string(t)] = s.Texts[t]
	}
	return told
}

// Preview writes a mail as it would go to somebody whom the viewer may see; text is nil for what the mail says now. It sends
// nothing.
func (s *Service) Preview(
	_ context.Context, viewer access.Viewer, template screening.Template, text *string, id person.ID,
) (mail.Draft, error) {
	if err := viewer.Require(access.Certificates); err != nil {
		return mail.Draft{}, err
	}
	if !slices.Contains(screening.Templates(), template) {
		return mail.Draft{}, fault.Param("template", fault.NotAChoice)
	}
	view := s.Directory.View()
	if err := view.Readable(id, viewer.Reader(s.today())); err != nil {
		return mail.Draft{}, err
	}
	stored, _ := view.Stored(id)
	p, err := stored.Person()
	if err != nil {
		return mail.Draft{}, err
	}
	settings := view.ScreeningSettings()
	if text != nil {
		settings.SetText(template, *text)
		if err := settings.Validate(); err != nil {
			return mail.Draft{}, err
		}
	}
	return settings.Letter(s.House(), template, &p), nil
}

// Overview is how far those are who need a certificate, of those whom the viewer may see.
type Overview struct {
	screening.Counts
	Unasked  int // of those not requested: nobody wrote them yet
	Reminded int // of those not requested: they were written and reminded
}

// Overview counts.
func (s *Service) Overview(_ context.Context, viewer access.Viewer) (Overview, error) {
	if err := viewer.Require(access.Certificates); err != nil {
		return Overview{}, err
	}
	view, today := s.Directory.View(), s.today()
	as := record.View{Day: today, Reader: viewer.Reader(today)}
	count := func(f record.Filter) int { return view.People(record.Query{View: as, Filter: f}).Total }
	open := screening.Due(today, false)
	return Overview{
		Counts:   view.Screening(as),
		Unasked:  count(open.With(person.Criteria{Mailed: new(bool)}.Filter().Tests...)),
		Reminded: count(open.With(person.Criteria{Mailed: new(true), Reminded: new(true)}.Filter().Tests...)),
	}, nil
}

// mostMails is how many mails to somebody are looked through.
const mostMails = 500

// History returns the mails about certificates that somebody was sent, newest first.
func (s *Service) History(ctx context.Context, viewer access.Viewer, id person.ID) ([]mail.Mail, error) {
	if err := viewer.Require(access.Certificates); err != nil {
		return nil, err
	}
	if err := s.Directory.View().Readable(id, viewer.Reader(s.today())); err != nil {
		return nil, err
	}
	page, err := s.Timeline.Page(ctx, timeline.Query{
		Person: id, User: viewer.User, Kinds: []timeline.Kind{timeline.Email}, Limit: mostMails,
	})
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(page.Records))
	for i := range page.Records {
		ids[i] = page.Records[i].ID
	}
	mails, err := s.Mails.ByID(ctx, ids...)
	mails = slices.DeleteFunc(mails, func(m mail.Mail) bool {
		return m.Kind != screening.MailRequest && m.Kind != screening.MailReminder
	})
	slices.Reverse(mails)
	return mails, err
}
