// Package mails owns how mails are sent: they are kept in the step of what they belong to, handed over afterwards by a
// job, and what became of each can be looked at.
//
// It doesn't own what mails say, which is the use case's that writes them, nor what may happen to one when (core/mail).
package mails

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the mails of one club. Mailer may be nil in a program that sends none.
type Service struct {
	Mails   ports.Records[mail.Mail]
	Users   ports.Users
	Queue   ports.MailQueue
	Atomic  ports.Atomic // of the same stores
	Letters ports.Messages
	Club    ports.Directory
	Mailer  ports.Mailer
	Now     func() time.Time
	Random  func([]byte) (int, error) // fills with unpredictable bytes: crypto/rand.Read
	Key     []byte                    // secret of this installation, for the secrets of mails

	Sender      func() mail.Address // who the club's mail comes from, without an address for the Mailer's own sender
	NeedsSender bool                // the Mailer has none

	// Due reports whether something has to be paid by now on the payment page of a token; nil in a program without invoices.
	Due func(ctx context.Context, token string) (bool, error)

	// Unsent takes back, in the step that withdraws a mail that asks for money, that it is noted as sent on the invoice of a token;
	// nil in a program without invoices.
	Unsent func(ctx context.Context, stores ports.Stores, token string, basis mail.Basis) error

	// NoMailbox notes that addresses have no mailbox, as a Mailer tells that hears so at once; nil in a program that notes nothing.
	NoMailbox func(ctx context.Context, addresses []string) error

	// MayRead reports whether a user may read texts now, each of them; nil in a program that sends no mails about texts.
	MayRead func(ctx context.Context, user *account.User, texts []mail.Text) (bool, error)

	// MaySee reports whether a user may see people now and has tasks, each of them as it was told; nil in a program that sends no
	// digests.
	MaySee func(ctx context.Context, user *account.User, people []int64, tasks []mail.Task) (bool, error)

	// Lost takes back what a mail with a digest told that never goes out, in the step in which that turns out. again says that it
	// was withdrawn for what it says, and may be written anew. It is nil in a program that sends no digests.
	Lost func(ctx context.Context, stores ports.Stores, id int64, again bool) error
}

// Send is the job that hands a mail over. It carries the mail's number.
const Send job.Kind[int64] = "send-mail"

// Post keeps a mail of the program and the job that sends it in a step of what it belongs to. What no transport could
// take is a fault of kind Invalid.
func (s *Service) Post(ctx context.Context, stores ports.Stores, draft mail.Draft) error {
	_, err := s.PostOf(ctx, stores, record.NewHead(0, "", s.Now()), draft)
	return err
}

// PostOf is Post for a mail that somebody sends. It returns the number of the mail.
func (s *Service) PostOf(ctx context.Context, stores ports.Stores, head record.Head, draft mail.Draft) (int64, error) {
	kept := mail.Mail{
		Head:        head,
		Kind:        draft.Kind,
		Person:      draft.Person,
		Along:       draft.Along,
		Message:     draft.Message,
		To:          draft.To,
		ReplyTo:     draft.ReplyTo,
		Subject:     draft.Subject,
		Text:        draft.Text,
		HTML:        draft.HTML,
		Attachments: draft.Attachments,
		Unsubscribe: draft.Unsubscribe,
		State:       mail.Waiting,
	}
	message := messageOf(&kept, "")
	if err := message.Validate(); err != nil {
		return 0, err
	}
	var err error
	if kept.Key, err = s.newKey(); err != nil {
		return 0, err
	}
	if sealing := draft.Sealing(); sealing != "" {
		nonce, err := s.random(seal.NonceSize)
		if err != nil {
			return 0, err
		}
		if kept.Sealed, err = seal.Seal(s.Key, seal.Mails, nonce, sealing); err != nil {
			return 0, err
		}
	}
	id, err := stores.Mails.Create(ctx, kept)
	if err != nil {
		return 0, err
	}
	return id, stores.Outbox.Add(ctx, Send.New(kept.Key, id))
}

func (s *Service) newKey() (string, error) {
	raw, err := s.random(16)
	return base64.RawURLEncoding.EncodeToString(raw), err
}

func (s *Service) random(n int) ([]byte, error) {
	raw := make([]byte, n)
	if _, err := s.Random(raw); err != nil {
		return nil, fmt.Errorf("no random bytes: %w", err)
	}
	return raw, nil
}

// messageOf returns a mail as a transport takes it.
func messageOf(m *mail.Mail, secret string) mail.Message {
	fill := strings.NewReplacer(letter.Secret, secret)
	return mail.Message{
		To: m.To, ReplyTo: m.ReplyTo, Subject: m.Subject, Text: fill.Replace(m.Text), HTML: fill.Replace(m.HTML),
		Attachments: m.Attachments, Unsubscribe: fill.Replace(m.Unsubscribe), Key: m.Key,
	}
}

// settling is how long the end of a try gets to be noted, also when the program is about to end.
const settling = 5 * time.Second

// errNothingToDo ends a try at a mail that is not to be sent any more.
var errNothingToDo = errors.New("nothing to do")

// Deliver hands a mail over, if that is to be done: the job Send. It returns job.Again when it is to be tried again.
func (s *Service) Deliver(ctx context.Context, id int64) error {
	begun, err := s.begin(ctx, id)
	if errors.Is(err, errNothingToDo) || errors.Is(err, mail.ErrAbsent) {
		return nil
	}
	if err != nil {
		return err
	}
	cause, refused, unknown := s.handOver(ctx, &begun)
	settled, cancel := context.WithTimeout(context.WithoutCancel(ctx), settling)
	defer cancel()
	var again time.Duration
	err = s.change(settled, id, false, func(m *mail.Mail) error {
		again = 0
		if m.Key == begun.Key && m.Tries == begun.Tries && m.State == mail.Sending { // else somebody took it over
			again = m.End(cause, refused, s.Mailer.Once(), civil.Instant(s.Now()))
			m.Touch(m.Editor, s.Now())
		}
		return nil
	})
	if err == nil && len(unknown) > 0 && s.NoMailbox != nil {
		err = s.NoMailbox(settled, unknown)
	}
	if err == nil && again > 0 {
		return job.Again{After: again}
	}
	return err
}

// begin notes that a mail is being sent, before it is. One that its user does not get any more, or that
// reminds of what is paid, is withdrawn.
func (s *Service) begin(ctx context.Context, id int64) (begun mail.Mail, err error) {
	if err := s.Club.Refresh(ctx); err != nil { // another program may have heard of an address
		return begun, err
	}
	stands, err := s.standing(ctx, id)
	if err != nil {
		return begun, err
	}
	begins, club := false, s.Club.View()
	err = s.change(ctx, id, stands == outdated, func(m *mail.Mail) error {
		if stands != wanted {
			m.Withdraw()
		}
		reached := m.Reach(club.Suppressed(m.Addresses()))
		begins = (len(reached) > 0 || !m.Suppress()) && m.Begin(s.Mailer.Once(), civil.Instant(s.Now()))
		m.Touch(m.Editor, s.Now())
		begun = m.Clone()
		begun.To = reached
		return nil
	})
	if err == nil && !begins {
		err = errNothingToDo
	}
	return begun, err
}

// change edits a mail. When that never goes out now, what was noted of it is taken back in the same step: what a digest told, and
// that a member was asked for money. again says that the digest is to be written anew.
func (s *Service) change(ctx context.Context, id int64, again bool, edit func(*mail.Mail) error) error {
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var was, is mail.Mail
		err := stores.Mails.Update(ctx, id, func(m *mail.Mail) error {
			was = m.Clone()
			err := edit(m)
			is = m.Clone()
			return err
		})
		switch {
		case err != nil || was.State == is.State:
			return err
		case is.Kind == digest.Mail && was.State.Pending() && is.State.Lost() && s.Lost != nil:
			return s.Lost(ctx, stores, id, again)
		}
		return s.unsent(ctx, stores, &was, &is)
	})
}

// Withdraw withdraws a mail that was not handed over, as if nobody wanted it. One that is being handed over is mail.ErrBusy. It
// reports whether it did that: what was sent, or may have been, stays as it is.
func (s *Service) Withdraw(ctx context.Context, id int64) (withdrawn bool, err error) {
	err = s.change(ctx, id, false, func(m *mail.Mail) error {
		withdrawn = m.State == mail.Waiting || m.State == mail.Retrying
		switch {
		case withdrawn:
			m.Withdraw()
			m.Touch(m.Editor, s.Now())
		case m.Busy(s.Now()):
			return mail.ErrBusy
		}
		return nil
	})
	return withdrawn && err == nil, err
}

// handOver hands a mail over and returns the code of what went wrong, whether it was surely not taken, and which addresses have
// no mailbox.
func (s *Service) handOver(ctx context.Context, m *mail.Mail) (cause string, refused bool, unknown []string) {
	secret := ""
	if m.Sealed != "" {
		var err error
		if secret, _, err = s.open(m); err != nil {
			return mail.CauseSealed, true, nil
		}
	}
	message := messageOf(m, secret)
	if s.Sender != nil {
		message.From = s.Sender()
	}
	if message.From.Email == "" && s.NeedsSender {
		return mail.CauseSender, true, nil
	}
	if m.Message != 0 {
		files, err := s.Letters.Files(ctx, m.Message)
		if errors.Is(err, fault.ErrNotFound) {
			return mail.CauseFiles, true, nil
		}
		if err != nil {
			return fault.As(err).Code, true, nil
		}
		message.Attachments = append(message.Attachments, files...)
	}
	if _, err := s.Mailer.Send(ctx, message); err != nil {
		return fault.As(err).Code, mail.Refused(err), mail.NoMailbox(err)
	}
	return "", false, nil
}

// open returns what is sealed of a mail.
func (s *Service) open(m *mail.Mail) (secret string, basis mail.Basis, err error) {
	sealing, err := seal.Open(s.Key, seal.Mails, m.Sealed)
	if err != nil {
		return "", basis, err
	}
	return mail.Unsealed(sealing)
}

// List returns a part of the mails, newest first, without their texts: for administrators.
func (s *Service) List(ctx context.Context, viewer access.Viewer, q mail.Query) (mail.Page, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return mail.Page{}, err
	}
	return s.Queue.Page(ctx, q)
}

// Resend lets a mail be sent anew of which nobody knows whether it was, or that failed: for administrators. It returns
// the mail.
func (s *Service) Resend(ctx context.Context, viewer access.Viewer, id int64) (mail.Mail, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return mail.Mail{}, err
	}
	key, err := s.newKey()
	if err != nil {
		return mail.Mail{}, err
	}
	var resent mail.Mail
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		err := stores.Mails.Update(ctx, id, func(m *mail.Mail) error {
			if err := m.Resend(key, s.Now()); err != nil {
				return err
			}
			m.Touch(viewer.User, s.Now())
			resent = m.Clone()
			return nil
		})
		if err != nil {
			return err
		}
		if err := stores.Outbox.Add(ctx, Send.New(key, id)); err != nil {
			return err
		}
		return stores.Audit.Append(
			ctx,
			audit.New(audit.MailSentAnew, audit.By(viewer), s.Now(), audit.Object{Noun: audit.Mail, ID: id}),
		)
	})
	return resent, err
}

// Count returns how many mails there are in each state. It is for whoever watches the program, and asks for no viewer.
func (s *Service) Count(ctx context.Context) (map[mail.State]int, error) { return s.Queue.Count(ctx) }

// kept is for how long a mail is kept that stands on nobody's timeline. One that does goes with the person.
const kept = 365 * 24 * time.Hour

// Purge destroys old mails that stand on nobody's timeline, and returns how many.
func (s *Service) Purge(ctx context.Context) (int, error) {
	return s.Queue.Purge(ctx, s.Now().Add(-kept))
}
