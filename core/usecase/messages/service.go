// Package messages owns that a user writes to many people at once: who may read people may write to them, at the addresses that
// their records hold and at no others.
//
// It does not own who is reached about somebody (core/usecase/people finds them), nor what becomes of each mail
// (core/usecase/mails).
package messages

import (
	"context"
	"errors"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the messages of one club. All its fields are needed, but for Daily.
type Service struct {
	Directory ports.Directory
	Messages  ports.Messages
	Queue     ports.MailQueue
	Users     ports.Users
	Atomic    ports.Atomic // of the same stores
	Markup    ports.Markup
	Now       func() time.Time
	Zone      *time.Location      // the club's
	House     func() letter.House // whose mails these are
	Daily     int                 // to how many addresses a user may write in a day of the club; 0 is no limit

	// Audience returns who is reached about people whom the viewer may read.
	Audience func(context.Context, access.Viewer, person.Selection, addressee.To) (addressee.Audience, error)

	// Post keeps a mail that somebody sends in a step of the stores, and sends it afterwards.
	Post func(ctx context.Context, stores ports.Stores, head record.Head, draft mail.Draft) (int64, error)
}

// SendMails is the job that posts the mails of a message. It carries the message's number.
const SendMails job.Kind[int64] = "send-message"

// unlimited is a limit that nobody reaches.
const unlimited = 1 << 40

// Draft is a message as a user writes it.
type Draft struct {
	Who         person.Selection
	To          addressee.To
	Subject     string
	Content     string // HTML or plain text
	Attachments []mail.Attachment
	Request     string // names the deed: sent twice, it is done once; "" for none
}

// Progress is a message with how far it has come.
type Progress struct {
	message.Message
	Sent, Failed, Uncertain int              // mails
	Unreached               []person.Summary // of those without an address, whom the viewer may see
	Left                    int              // to how many addresses the viewer may still write today, -1 without a limit
}

// Open returns how many mails still wait or are on their way.
func (p *Progress) Open() int { return p.Addresses - p.Sent - p.Failed - p.Uncertain }

// Look returns what a message would be: to how many addresses it would go, and whom nobody reaches. Nothing is sent.
func (s *Service) Look(
	ctx context.Context, viewer access.Viewer, who person.Selection, to addressee.To,
) (progress Progress, err error) {
	if err := viewer.RequireInteractive(); err != nil {
		return progress, err
	}
	audience, err := s.Audience(ctx, viewer, who, to)
	if err != nil {
		return progress, err
	}
	progress.fill(&audience)
	return progress, s.complete(ctx, viewer, &progress)
}

func (p *Progress) fill(audience *addressee.Audience) {
	p.People, p.Addresses, p.Parents = audience.People, len(audience.Reached), audience.Parents
	p.Without = audience.Without
}

// Send keeps a message and sends its mails afterwards. A deed that was done already returns what it did; under
// the name of another message it is message.ErrReused.
func (s *Service) Send(ctx context.Context, viewer access.Viewer, draft Draft) (progress Progress, err error) {
	if err := viewer.RequireInteractive(); err != nil {
		return progress, err
	}
	audience, err := s.Audience(ctx, viewer, draft.Who, draft.To)
	if err != nil {
		return progress, err
	}
	user, err := s.Users.ByID(ctx, viewer.User)
	if err != nil {
		return progress, err
	}
	progress.Message = message.Message{
		Author: user.ID, AuthorName: user.DisplayName, ReplyTo: user.Address(), Created: civil.Instant(s.Now()),
		Request: draft.Request, Subject: draft.Subject, Content: draft.Content, Attachments: draft.Attachments,
		Waiting: audience.Reached,
	}
	progress.fill(&audience)
	m := &progress.Message
	var problems fault.Problems
	m.Validate(&problems)
	if err := problems.Fault(); err != nil {
		return progress, err
	}
	m.Subject = mail.Line(m.Subject)
	if m.Content = richtext.Render(s.Markup.Sanitize, m.Content); m.Content == "" {
		return progress, message.ErrNoWords
	}
	if m.Addresses == 0 {
		return progress, message.ErrNobody
	}
	most := s.Daily
	if most == 0 {
		most = unlimited
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		stands, kept, err := stores.Messages.Keep(ctx, *m, s.today(), most)
		if err != nil {
			return err
		}
		if !kept && (stands.Subject != m.Subject || stands.Content != m.Content) {
			return message.ErrReused
		}
		progress.Message = stands
		if !kept {
			return nil
		}
		told := audit.New(audit.MessageSent, audit.By(viewer), s.Now(), audit.PersonNumbered(0)).
			With(audit.Values{"message": stands.ID, "people_count": stands.People, "addresses": stands.Addresses})
		if err := stores.Audit.Append(ctx, told); err != nil {
			return err
		}
		return stores.Outbox.Add(ctx, SendMails.New("", stands.ID))
	})
	if errors.Is(err, message.ErrQuota) {
		return progress, message.ErrQuota.After(s.tomorrow().Sub(s.Now()))
	}
	if err != nil {
		return progress, err
	}
	return progress, s.complete(ctx, viewer, &progress)
}

// today is when the day of the club began.
func (s *Service) today() time.Time {
	today := civil.On(s.Now(), s.Zone)
	return time.Date(today.Year, today.Month, today.Day, 0, 0, 0, 0, s.Zone)
}

func (s *Service) tomorrow() time.Time { return s.today().AddDate(0, 0, 1) }

// atOnce is how many mails are posted in one step, steps how many of these a try of the job takes.
const (
	atOnce = 25
	steps  = 20
)

// PostMails posts the mails of a message that wait: the job SendMails. It goes on where it was cut off. It goes no further when
// the author may not sign in any more.
func (s *Service) PostMails(ctx context.Context, id int64) error {
	for range steps {
		left := 0
		err := s.Atomic.Do(ctx, func(stores ports.Stores) error {
			keptOut, err := s.keptOut(ctx, stores, id)
			if err != nil {
				return err
			}
			var m message.Message
			var next []addressee.Reached
			stopped := 0
			err = stores.Messages.Update(ctx, id, func(stands *message.Message) error {
				m = *stands
				if next = nil; keptOut {
					stopped = stands.Stop()
				} else {
					next = stands.Next(atOnce)
				}
				left = len(stands.Waiting)
				return nil
			})
			if err != nil {
				return err
			}
			if stopped > 0 {
				told := audit.New(audit.MessageStopped, audit.Job(string(SendMails)), s.Now(), audit.PersonNumbered(0)).
					With(audit.Values{"message": id, "addresses": stopped})
				return stores.Audit.Append(ctx, told)
			}
			words := richtext.Text(m.Content)
			for _, to := range next {
				head := record.NewHead(m.Author, m.AuthorName, s.Now())
				if _, err := s.Post(ctx, stores, head, m.Letter(s.House(), to, words)); err != nil {
					return err
				}
			}
			return nil
		})
		switch {
		case errors.Is(err, message.ErrAbsent):
			return nil
		case err != nil || left == 0:
			return err
		}
	}
	return job.Again{}
}

// keptOut reports whether the author of a message may not sign in any more.
func (s *Service) keptOut(ctx context.Context, stores ports.Stores, id int64) (bool, error) {
	m, err := stores.Messages.ByID(ctx, id)
	if err != nil {
		return false, err
	}
	user, err := stores.Users.ByID(ctx, m.Author)
	if errors.Is(err, account.ErrAbsent) {
		return true, nil
	}
	return !user.MaySignIn(), err
}

// Show returns a message with what became of it: to its author and to administrators.
func (s *Service) Show(ctx context.Context, viewer access.Viewer, id int64) (progress Progress, err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return progress, err
	}
	if progress.Message, err = s.Messages.ByID(ctx, id); err != nil {
		return progress, err
	}
	if progress.Author != viewer.User && !viewer.Can(access.Manage) {
		return Progress{}, message.ErrHidden
	}
	return progress, s.complete(ctx, viewer, &progress)
}

// complete adds what became of the mails, and what the viewer sees of whom they are about.
func (s *Service) complete(ctx context.Context, viewer access.Viewer, p *Progress) error {
	for state, count := range map[mail.State]*int{
		mail.Sent: &p.Sent, mail.Failed: &p.Failed, mail.Suppressed: &p.Failed, mail.Withdrawn: &p.Failed,
		mail.Uncertain: &p.Uncertain,
	} {
		if p.ID == 0 {
			continue
		}
		page, err := s.Queue.Page(ctx, mail.Query{State: state, Message: p.ID})
		if err != nil {
			return err
		}
		*count += page.Total
	}
	p.Unreached = s.Directory.View().Names(p.Without, viewer.Reader(civil.On(s.Now(), s.Zone)))
	if p.Left = -1; s.Daily == 0 {
		return nil
	}
	used, err := s.Messages.Addressed(ctx, viewer.User, s.today())
	p.Left = max(0, s.Daily-used)
	return err
}

// Purge destroys old messages, and the attachments of those that were sent a while ago. It returns how many messages.
func (s *Service) Purge(ctx context.Context) (int, error) {
	return s.Messages.Purge(ctx, s.Now().Add(-message.Kept), s.Now().Add(-message.FilesKept))
}
