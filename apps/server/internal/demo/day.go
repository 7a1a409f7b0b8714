package demo

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/ports"
)

// shifts plans work of volunteers, and lets some of them come.
func (t *team) shifts(ctx context.Context, stores ports.Stores, everyone []person.Person) error {
	planner := t.users[string(access.Volunteers)]
	for _, s := range club.Shifts(everyone, t.Club.People.Today()) {
		s.Head = t.now(planner, 90)
		for i := range s.Assignments {
			s.Assignments[i].By, s.Assignments[i].At = planner.ID, s.Created
		}
		if _, err := stores.Shifts.Create(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// training makes the schedule of the teams.
func (t *team) training(ctx context.Context, stores ports.Stores) error {
	page := stores.Directory.View().Groups(record.Query{
		View:   record.View{Day: t.Club.People.Today(), Reader: access.Everything},
		Filter: record.Filter{}.With(group.OfKind(work.Team)), Window: record.Window{Limit: mostTraining},
	})
	var teams []int64
	for i := range page.Records {
		if page.Records[i].ID != group.ClubWide {
			teams = append(teams, page.Records[i].ID)
		}
	}
	slices.Sort(teams) // the order in which the club made them: the youngest first
	_, err := stores.Training.Change(ctx, func(s *training.Schedule) error {
		*s = club.Training(teams, t.Club.People.Today())
		return nil
	})
	return err
}

const mostTraining = 24 // teams

// certificates keeps the mails that people were sent about theirs: by what they say of themselves.
func (t *team) certificates(ctx context.Context, stores ports.Stores, everyone []person.Person) error {
	keeper, settings := t.users[string(access.Certificates)], screening.Settings{}
	for i := range everyone {
		p := &everyone[i]
		for _, step := range []struct {
			on       civil.Date
			reminder bool
		}{{p.Screening.MailedOn, false}, {p.Screening.RemindedOn, true}} {
			if step.on.IsZero() {
				continue
			}
			draft := settings.Letter(t.Club.Messages.House(), screening.TemplateFor(p, step.reminder), p)
			if draft.To = addressee.Mail(p, nil, step.on); len(draft.To) == 0 {
				continue
			}
			head := t.now(keeper, step.on.DaysUntil(t.Club.People.Today()))
			if _, err := stores.Mails.Create(ctx, mail.Mail{
				Head: head, Kind: draft.Kind, Person: p.ID, To: draft.To, ReplyTo: draft.ReplyTo, Subject: draft.Subject, Text: draft.Text,
				HTML: draft.HTML, State: mail.Sent, Tries: 1, Began: head.Created, Ended: head.Created,
			}); err != nil {
				return err
			}
		}
	}
	return nil
}
