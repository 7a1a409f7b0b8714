// Package screenings owns who asks volunteers for a certificate of conduct (VOG), reminds them, and notes how far each is.
//
// It does not own of whom one is asked, nor what the mails say (core/screening).
package screenings

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the certificates of one club. All its fields are needed.
type Service struct {
	Directory ports.Directory
	Timeline  ports.Timeline
	Mails     ports.Records[mail.Mail]
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time
	Zone      *time.Location // the club's
	House     func() letter.House

	// Post keeps a mail that somebody sends, and the job that sends it, in a step.
	Post func(context.Context, ports.Stores, record.Head, mail.Draft) (int64, error)
}

func (s *Service) today() civil.Date { return civil.On(s.Now(), s.Zone) }

// Deed is what is done to many people at once.
type Deed string

// The deeds.
const (
	Ask    Deed = "ask"    // mails them that a certificate is needed
	Remind Deed = "remind" // mails them once more
	Submit Deed = "submit" // notes that the club submitted the request to the authority
)

var told = map[Deed]audit.Kind{
	Ask: audit.CertificatesAsked, Remind: audit.CertificatesReminded, Submit: audit.CertificatesSubmitted,
}

// Outcome is what became of one person.
type Outcome struct {
	Person   person.ID
	Template screening.Template // of the mail, "" without one
	Err      error              // why nothing was done, nil when it was, now or earlier this day
	changed  bool               // it was done now
}

// MostPeople is how many people a deed is about at most.
const MostPeople = 1000

// portion is how many people are changed in one step.
const portion = 50

// Do does a deed to people, each once, and tells of each in turn what became of it. A mail that is queued counts as sent: that it
// is and that the person was written stand in one step. Nobody gets the same mail twice on a day.
func (s *Service) Do(ctx context.Context, viewer access.Viewer, deed Deed, ids []person.ID) ([]Outcome, error) {
	if err := viewer.Require(access.Certificates); err != nil {
		return nil, err
	}
	if len(ids) > MostPeople {
		return nil, fault.Param("ids", fault.TooManyIDs)
	}
	var each []person.ID
	for _, id := range ids {
		if !slices.Contains(each, id) {
			each = append(each, id)
		}
	}
	outcomes := make([]Outcome, 0, len(each))
	for some := range slices.Chunk(each, portion) {
		done, err := s.portion(ctx, viewer, deed, some)
		if err != nil {
			return outcomes, err
		}
		outcomes = append(outcomes, done...)
	}
	return outcomes, nil
}

// portion does a deed to some people in one step. When one of them was removed meanwhile, it begins again with a newer view.
func (s *Service) portion(ctx context.Context, viewer access.Viewer, deed Deed, ids []person.ID) (done []Outcome, err error) {
	for {
		err = s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
			done, err = s.step(ctx, stores, viewer, deed, ids)
			return err
		})
		if !errors.Is(err, person.ErrAbsent) {
			return done, err
		}
		if err := s.Directory.Refresh(ctx); err != nil {
			return nil, err
		}
	}
}

func (s *Service) step(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, deed Deed, ids []person.ID,
) ([]Outcome, error) {
	view, today := stores.Directory.View(), s.today()
	outcomes := make([]Outcome, len(ids))
	var open []person.ID
	for i, id := range ids {
		outcomes[i].Person = id
		if outcomes[i].Err = s.permit(view, viewer, id); outcomes[i].Err == nil {
			open = append(open, id)
		}
	}
	if len(open) == 0 {
		return outcomes, nil
	}
	settings := view.ScreeningSettings()
	var drafts []mail.Draft
	err := stores.People.Update(ctx, open, func(people map[person.ID]*person.Person) error {
		drafts = nil
		for i := range outcomes {
			outcomes[i].changed = false
			p := people[outcomes[i].Person]
			if p == nil {
				continue
			}
			was := p.Screening
			draft, template, err := s.apply(view, deed, p, &settings, today)
			if outcomes[i].Template, outcomes[i].Err = template, err; err != nil || p.Screening == was {
				continue
			}
			outcomes[i].changed = true
			p.Touch(viewer.User, civil.Instant(s.Now()))
			if template != "" {
				drafts = append(drafts, draft)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, draft := range drafts {
		if _, err := s.Post(ctx, stores, record.NewHead(viewer.User, viewer.Name, s.Now()), draft); err != nil {
			return nil, err
		}
	}
	return outcomes, s.tell(ctx, stores, viewer, deed, outcomes)
}

func (s *Service) tell(ctx context.Context, stores ports.Stores, viewer access.Viewer, deed Deed, outcomes []Outcome) error {
	people := []person.ID{}
	for i := range outcomes {
		if outcomes[i].changed {
			people = append(people, outcomes[i].Person)
		}
	}
	if len(people) == 0 {
		return nil
	}
	return stores.Audit.Append(ctx, audit.New(told[deed], audit.By(viewer), s.Now(), audit.Object{}).
		With(audit.Values{"people": people}))
}

// apply notes in a person that a deed was done, and returns the mail that belongs to it.
func (s *Service) apply(
	view *directory.View, deed Deed, p *person.Person, settings *screening.Settings, today civil.Date,
) (draft mail.Draft, template screening.Template, err error) {
	if !screening.Required(today, p, view.VolunteerRules().Folded()) {
		return draft, "", screening.ErrNotRequired
	}
	if !screening.MayAsk(today, p.Membership.CertificateOn) {
		return draft, "", screening.ErrNotDue
	}
	if deed == Submit {
		on := &p.Screening.SubmittedOn
		if !on.IsZero() && *on != today { // once more on the day itself is a click that came twice
			return draft, "", screening.AlreadySubmitted(*on)
		}
		*on = today
		return draft, "", nil
	}
	step := &p.Screening.MailedOn
	if deed == Remind {
		if step.IsZero() {
			return draft, "", screening.ErrUnasked
		}
		step = &p.Screening.RemindedOn
	}
	if *step == today {
		return draft, "", screening.ErrToday
	}
	template = screening.TemplateFor(p, deed == Remind)
	draft = settings.Letter(s.House(), template, p)
	draft.To = addressee.Mail(p, view.ParentsOf(p), today)
	if written := (mail.Mail{To: draft.To}); len(written.Reach(view.Suppressed(written.Addresses()))) == 0 {
		return draft, "", screening.ErrNoEmail
	}
	*step = today
	return draft, template, nil
}

// permit refuses people whom the viewer may not see, and the viewer's own person: nobody keeps their own certificate.
func (s *Service) permit(view *directory.View, viewer access.Viewer, id person.ID) error {
	if _, there := view.Stored(id); !there {
		return person.ErrAbsent
	}
	today := s.today()
	reads, own := view.Permits(viewer.May(access.Read, access.People, today), id), view.PersonOf(viewer.User) == id
	changes := view.Permits(viewer.May(access.Change, access.People, today), id)
	switch {
	case person.ExtentOf(viewer, changes, reads, own) != person.Nothing:
		return nil
	case own && reads:
		return person.ErrOwn
	}
	return person.ErrHidden
}
