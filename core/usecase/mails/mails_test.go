package mails_test

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/suppression"
	"github.com/clubhuis/clubhuis/core/usecase/mails"
	"github.com/clubhuis/clubhuis/ports"
)

// office is a club that sends mail.
type office struct {
	*mails.Service
	t     *testing.T
	store *inmem.Store
	mail  *inmem.Mailer
	now   time.Time
}

func newOffice(t *testing.T) *office {
	o := &office{t: t, store: inmem.Open(), mail: new(inmem.Mailer), now: time.Date(2026, 6, 15, 12, 30, 45, 0, time.UTC)}
	stores := o.store.Stores()
	o.Service = &mails.Service{
		Mails:   stores.Mails,
		Users:   stores.Users,
		Queue:   stores.MailQueue,
		Letters: stores.Messages,
		Club:    stores.Directory,
		Atomic:  o.store,
		Mailer:  o.mail,
		Now:     func() time.Time { return o.now },
		Random:  rand.Read,
		Key:     []byte(strings.Repeat("k", 32)),
	}
	return o
}

var admin = access.Viewer{User: 7, Roles: []access.Role{access.Administrator}}

func draft() mail.Draft {
	return mail.Draft{
		Kind:    "welcome",
		To:      []mail.Address{{Name: "Jan", Email: "jan@club.example"}},
		Subject: "Welkom",
		Text:    "Ga naar " + letter.Secret,
		HTML:    "<p>" + letter.Secret + "</p>",
		Secret:  "s3sam",
	}
}

func (o *office) post(d mail.Draft) {
	o.t.Helper()
	if err := o.store.Do(o.t.Context(), func(stores ports.Stores) error { return o.Post(o.t.Context(), stores, d) }); err != nil {
		o.t.Fatal(err)
	}
}

// work runs the jobs that are due, and returns how many.
func (o *office) work() int {
	return o.store.RunJobs(o.t.Context(), o.now, job.Backoff, func(ctx context.Context, j job.Job) error {
		id, err := mails.Send.Args(j)
		if err != nil {
			return err
		}
		return o.Deliver(ctx, id)
	})
}

func (o *office) kept() mail.Mail {
	o.t.Helper()
	all, err := o.Mails.ByID(o.t.Context(), 1)
	if err != nil || len(all) != 1 {
		o.t.Fatalf("%d mails, %v", len(all), err)
	}
	return all[0]
}

func TestAMailIsSentOnceWithItsSecret(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.post(draft())
	if kept := o.kept(); strings.Contains(kept.Text+kept.HTML+kept.Sealed, "s3sam") || kept.Sealed == "" {
		t.Errorf("the secret stands in the store: %+v", kept)
	}
	o.work()
	o.work()
	sent := o.mail.Sent()
	if len(sent) != 1 || sent[0].Text != "Ga naar s3sam" || sent[0].HTML != "<p>s3sam</p>" || sent[0].Key == "" {
		t.Fatalf("sent %+v", sent)
	}
	if kept := o.kept(); kept.State != mail.Sent || kept.Sealed != "" || kept.Tries != 1 || kept.Ended != o.now {
		t.Errorf("kept %+v", kept)
	}
	if counts, err := o.Count(t.Context()); err != nil || len(counts) != 1 || counts[mail.Sent] != 1 {
		t.Errorf("counted %v, %v", counts, err)
	}
}

func TestAMailGoesWithTheStepThatItBelongsTo(t *testing.T) {
	t.Parallel()
	o, no := newOffice(t), errors.New("no")
	err := o.store.Do(t.Context(), func(stores ports.Stores) error {
		return errors.Join(o.Post(t.Context(), stores, draft()), no)
	})
	if !errors.Is(err, no) || o.work() != 0 || len(o.mail.Sent()) != 0 {
		t.Errorf("sent %d, %v", len(o.mail.Sent()), err)
	}
}

func TestWhatNoTransportTakesIsNotKept(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	d := draft()
	d.Subject = "Welkom\r\nBcc: kwaad@evil.example"
	err := o.store.Do(t.Context(), func(stores ports.Stores) error { return o.Post(t.Context(), stores, d) })
	if fault.KindOf(err) != fault.Invalid {
		t.Errorf("got %v", err)
	}
}

var errBusy = fault.New(fault.Unavailable, "mail_busy", "Later.")

func TestARefusedMailIsTriedAgainUntilItIsGivenUp(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.mail.Forgetful = true
	o.mail.Fail = func(mail.Message) error { return mail.Refuse(errBusy) }
	o.post(draft())
	for tries := 1; tries < job.Tries; tries++ {
		o.work()
		if kept := o.kept(); kept.State != mail.Retrying || kept.Tries != tries || kept.Cause != "mail_busy" {
			t.Fatalf("after %d tries: %+v", tries, kept)
		}
		if o.now = o.now.Add(job.Backoff(tries) - time.Millisecond); o.work() != 0 {
			t.Fatalf("try %d comes too early", tries+1)
		}
		o.now = o.now.Add(time.Millisecond)
	}
	o.work()
	if kept := o.kept(); kept.State != mail.Failed || kept.Sealed == "" {
		t.Errorf("in the end: %+v", kept)
	}
	o.mail.Fail = nil
	if o.now = o.now.Add(24 * time.Hour); o.work() != 0 {
		t.Error("it is tried again")
	}
	if _, err := o.Resend(t.Context(), admin, 1); err != nil {
		t.Fatal(err)
	}
	o.work()
	if kept := o.kept(); kept.State != mail.Sent || kept.Editor != admin.User || len(o.mail.Sent()) != 1 {
		t.Errorf("sent anew: %+v", kept)
	}
}

func TestALostEndIsUncertainWhereKeysAreNotKnown(t *testing.T) {
	t.Parallel()
	for forgetful, want := range map[bool]mail.State{true: mail.Uncertain, false: mail.Sent} {
		o := newOffice(t)
		o.mail.Forgetful = forgetful
		o.mail.After = func(mail.Message) error { return errBusy }
		o.post(draft())
		o.work()
		o.mail.After = nil
		o.now = o.now.Add(time.Hour)
		o.work()
		if kept := o.kept(); kept.State != want || len(o.mail.Sent()) != 1 {
			t.Errorf("forgetful %v: %d sent, %+v", forgetful, len(o.mail.Sent()), kept)
		}
		if !forgetful {
			continue
		}
		first := o.mail.Sent()[0].Key
		if _, err := o.Resend(t.Context(), admin, 1); err != nil {
			t.Fatal(err)
		}
		o.work()
		if sent := o.mail.Sent(); len(sent) != 2 || sent[1].Key == first {
			t.Errorf("sent anew: %+v", sent)
		}
	}
}

// A program that dies while it sends leaves the mail as it began, and the job runs again.
func TestADeadProgramLeavesADoubtOrAKey(t *testing.T) {
	t.Parallel()
	for forgetful, want := range map[bool]mail.State{true: mail.Uncertain, false: mail.Sent} {
		o := newOffice(t)
		o.mail.Forgetful = forgetful
		o.post(draft())
		dead := errors.New("dead")
		o.mail.After = func(mail.Message) error { panic(dead) }
		func() {
			defer func() {
				if caught := recover(); caught != dead { //nolint:errorlint // the very value
					t.Errorf("caught %v", caught)
				}
			}()
			_ = o.Deliver(t.Context(), 1)
		}()
		if kept := o.kept(); kept.State != mail.Sending {
			t.Fatalf("left as %+v", kept)
		}
		o.mail.After = nil
		o.work()
		if kept := o.kept(); kept.State != want || len(o.mail.Sent()) != 1 {
			t.Errorf("forgetful %v: %d sent, %+v", forgetful, len(o.mail.Sent()), kept)
		}
	}
}

// A program that was paused goes on after another one took its mail over. The mail is not to wait for a job that nobody runs.
func TestWhoWasPausedLeavesAMailAlone(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.mail.Forgetful = true
	o.post(draft())
	o.mail.Fail = func(mail.Message) error {
		if err := o.Deliver(t.Context(), 1); err != nil { // the other one, which can't know
			t.Error(err)
		}
		return mail.Refuse(errBusy)
	}
	if err := o.Deliver(t.Context(), 1); err != nil {
		t.Errorf("the first one: %v", err)
	}
	if kept := o.kept(); kept.State != mail.Uncertain || len(o.mail.Sent()) != 0 {
		t.Errorf("kept %+v", kept)
	}
}

func TestASealOfAnotherInstallationFails(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.post(draft())
	o.Key = []byte(strings.Repeat("x", 32))
	o.work()
	if kept := o.kept(); kept.State != mail.Retrying || kept.Cause != mail.CauseSealed || len(o.mail.Sent()) != 0 {
		t.Errorf("kept %+v", kept)
	}
}

func TestMailsAreForAdministrators(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.post(draft())
	for _, viewer := range []access.Viewer{{}, {User: 8}, {User: 9, Roles: []access.Role{access.Board}}} {
		if _, err := o.List(t.Context(), viewer, mail.Query{Limit: 1}); err == nil {
			t.Errorf("%+v looks at them", viewer)
		}
		if _, err := o.Resend(t.Context(), viewer, 1); err == nil {
			t.Errorf("%+v sends", viewer)
		}
	}
	if _, err := o.Resend(t.Context(), admin, 2); !errors.Is(err, mail.ErrAbsent) {
		t.Errorf("got %v", err)
	}
	page, err := o.List(t.Context(), admin, mail.Query{Limit: 1})
	if err != nil || page.Total != 1 || page.Records[0].Text != "" {
		t.Errorf("%+v, %v", page, err)
	}
}

func TestAMailGoesToWhoHasAMailbox(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.NoMailbox = func(ctx context.Context, addresses []string) error {
		for _, address := range addresses {
			if _, err := o.store.Stores().Suppressions.Change(ctx, address, func(known *suppression.Suppression) error {
				known.Note(suppression.HardBounce, o.now)
				return nil
			}); err != nil {
				return err
			}
		}
		return nil
	}
	o.mail.Fail = func(m mail.Message) error {
		if slices.ContainsFunc(m.To, func(to mail.Address) bool { return to.Email == "weg@club.example" }) {
			return mail.RefuseNoMailbox(errors.New("550"), []string{"weg@club.example"})
		}
		return nil
	}
	both := draft()
	both.To = append(both.To, mail.Address{Name: "Ria", Email: "weg@club.example"})
	o.post(both)
	o.work()
	if kept := o.kept(); kept.State != mail.Retrying {
		t.Fatalf("after the first try it is %s", kept.State)
	}
	o.now = o.now.Add(time.Hour)
	o.work()
	if sent := o.mail.Sent(); len(sent) != 1 || len(sent[0].To) != 1 || sent[0].To[0].Email != "jan@club.example" {
		t.Errorf("sent %+v", sent)
	}
}
