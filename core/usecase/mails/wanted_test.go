package mails_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

func TestAMailIsWithdrawnFromWhoDoesNotGetItAnyMore(t *testing.T) {
	t.Parallel()
	chosen := func(choose func(*account.Notifications)) func(*account.User) {
		return func(u *account.User) { choose(&u.Preferences.Notifications) }
	}
	const chooses = digest.Mail + " " + mention.Mail + " " + feedback.Mail
	const all = chooses + " " + leaver.MailProposal
	for name, c := range map[string]struct {
		change    func(*account.User) // nil removes the user
		withdrawn string
	}{
		"same":        {func(*account.User) {}, ""},
		"gone":        {nil, all},
		"kept out":    {func(u *account.User) { u.Blocked = time.Unix(1, 0) }, all},
		"no mail":     {chosen(func(n *account.Notifications) { n.NoMail = true }), chooses},
		"no mentions": {chosen(func(n *account.Notifications) { n.Mentions = account.MentionsNever }), mention.Mail},
		"no feedback": {chosen(func(n *account.Notifications) { n.NoFeedback = true }), feedback.Mail},
		"elsewhere":   {func(u *account.User) { u.Email = "jan@elders.example" }, all},
		"only a name": {func(u *account.User) { u.Username, u.Email = "jan@club.example", "jan@elders.example" }, all},
	} {
		for _, kind := range append(strings.Fields(all), account.MailFactor) {
			o := newOffice(t)
			user, err := o.Users.Create(t.Context(), account.User{Username: "jan", Email: "Jan@club.example", DisplayName: "Jan"})
			if err != nil {
				t.Fatal(err)
			}
			sent := draft()
			sent.Kind, sent.To[0].Email = kind, "Jan@club.example"
			o.post(sent)
			o.mail.Fail = func(mail.Message) error { return mail.Refuse(errBusy) }
			o.work()
			if kept := o.kept(); kept.State != mail.Retrying {
				t.Fatalf("%s, %s: %+v", name, kind, kept)
			}
			if c.change == nil {
				err = o.Users.Remove(t.Context(), user, func(*account.User) error { return nil })
			} else {
				err = o.Users.Update(t.Context(), user, func(u *account.User) error { c.change(u); return nil })
			}
			if err != nil {
				t.Fatal(err)
			}
			o.mail.Fail = nil
			o.now = o.now.Add(job.Backoff(1))
			o.work()
			withdrawn := slices.Contains(strings.Fields(c.withdrawn), kind)
			kept := o.kept()
			if told := len(o.mail.Sent()) == 1; told == withdrawn || told != (kept.State == mail.Sent) {
				t.Errorf("%s: a mail of kind %s was sent: %v, %+v", name, kind, told, kept)
			}
			if withdrawn && (kept.State != mail.Withdrawn || kept.Text+kept.HTML+kept.Sealed != "") {
				t.Errorf("%s: a mail of kind %s stays as %+v", name, kind, kept)
			}
		}
	}
}

// Mails of a message to many wait in turn: its author may be kept out meanwhile.
func TestAMailOfAMessageIsWithdrawnOnceItsAuthorIsKeptOut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		message int64
		change  func(context.Context, *office, account.UserID) error
		want    mail.State
	}{
		"nothing happened": {1, func(context.Context, *office, account.UserID) error { return nil }, mail.Sent},
		"blocked":          {1, block, mail.Withdrawn},
		"no message":       {0, block, mail.Sent},
		"removed": {1, func(ctx context.Context, o *office, id account.UserID) error {
			return o.Users.Remove(ctx, id, func(*account.User) error { return nil })
		}, mail.Withdrawn},
	} {
		o := newOffice(t)
		author, err := o.Users.Create(t.Context(), account.User{Username: "jan", Email: "jan@club.example"})
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = o.Letters.Keep(t.Context(), message.Message{Author: author, Created: o.now, Subject: "x", Content: "x"}, o.now, 9)
		if err != nil {
			t.Fatal(err)
		}
		sent := draft()
		sent.Kind, sent.Message = message.Mail, c.message
		err = o.store.Do(t.Context(), func(stores ports.Stores) error {
			_, err := o.PostOf(t.Context(), stores, record.NewHead(author, "Jan", o.now), sent)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.change(t.Context(), o, author); err != nil {
			t.Fatal(err)
		}
		o.work()
		if kept := o.kept(); kept.State != c.want || len(o.mail.Sent()) != map[mail.State]int{mail.Sent: 1}[c.want] {
			t.Errorf("%s: %d sent, %+v", name, len(o.mail.Sent()), kept)
		}
	}
}

func block(ctx context.Context, o *office, id account.UserID) error {
	return o.Users.Update(ctx, id, func(u *account.User) error { u.Blocked = o.now; return nil })
}

// A reminder may wait for a day and a half, and the money come in meanwhile.
func TestAReminderOfWhatIsPaidIsWithdrawn(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{finance.MailDue, finance.MailReminder, finance.MailInvoice} {
		for _, paid := range []bool{false, true} {
			o := newOffice(t)
			due := true
			o.Due = func(_ context.Context, token string) (bool, error) {
				if token != "s3sam" {
					t.Errorf("asked about %q", token)
				}
				return due, nil
			}
			sent := draft()
			sent.Kind = kind
			o.post(sent)
			o.mail.Fail = func(mail.Message) error { return mail.Refuse(errBusy) }
			o.work()
			due, o.mail.Fail = !paid, nil
			o.now = o.now.Add(job.Backoff(1))
			o.work()
			want := mail.Sent
			if paid && kind != finance.MailInvoice {
				want = mail.Withdrawn
			}
			if kept := o.kept(); kept.State != want || (len(o.mail.Sent()) == 1) != (want == mail.Sent) {
				t.Errorf("%s, paid %v: %+v", kind, paid, kept)
			}
		}
	}
	o := newOffice(t)
	down := errors.New("no database")
	o.Due = func(context.Context, string) (bool, error) { return false, down }
	sent := draft()
	sent.Kind = finance.MailReminder
	o.post(sent)
	if err := o.Deliver(t.Context(), 1); !errors.Is(err, down) || o.kept().State != mail.Waiting {
		t.Errorf("nobody knows: %v, %+v", err, o.kept())
	}
}
