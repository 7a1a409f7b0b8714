package messages_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/messages"
	"github.com/clubhuis/clubhuis/ports"
)

// desk is a club in which Jan writes to as many addresses as a test says.
type desk struct {
	*messages.Service
	t         *testing.T
	store     *inmem.Store
	stores    ports.Stores
	now       time.Time
	jan, piet access.Viewer
	reached   int
	refused   error
	posted    []string
	failing   int // the post that fails, from 1; 0 for none
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, store: inmem.Open(), now: time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC), reached: 3}
	d.stores = d.store.Stores()
	for name, viewer := range map[string]*access.Viewer{"jan": &d.jan, "piet": &d.piet} {
		id, err := d.stores.Users.Create(t.Context(), account.User{
			Username: name, DisplayName: "Heet " + name, Email: name + "@club.example", Roles: []access.Role{access.Member},
		})
		d.ok(err)
		*viewer = access.Viewer{User: id, Roles: []access.Role{access.Member}}
	}
	d.Service = &messages.Service{
		Directory: d.stores.Directory,
		Messages:  d.stores.Messages,
		Queue:     d.stores.MailQueue,
		Users:     d.stores.Users,
		Atomic:    d.store,
		Markup:    inmem.Markup{},
		Now:       func() time.Time { return d.now },
		Zone:      time.UTC,
		House:     func() letter.House { return letter.House{Club: "vv De Proef"} },
		Daily:     10,
		Audience: func(context.Context, access.Viewer, person.Selection, addressee.To) (addressee.Audience, error) {
			audience := addressee.Audience{People: d.reached}
			for i := range d.reached {
				audience.Reached = append(audience.Reached, addressee.Reached{Value: fmt.Sprintf("lid%d@club.example", i)})
			}
			return audience, d.refused
		},
		Post: func(_ context.Context, _ ports.Stores, head record.Head, draft mail.Draft) (int64, error) {
			if len(d.posted)+1 == d.failing {
				return 0, errStopped
			}
			d.posted = append(d.posted, fmt.Sprint(head.AuthorName, " ", draft.To[0].Email, " ", draft.ReplyTo.Email))
			return int64(len(d.posted)), nil
		},
	}
	return d
}

var errStopped = errors.New("stopped")

func (d *desk) ok(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func written(request string) messages.Draft {
	return messages.Draft{Subject: "Training", Content: "<p>Morgen <b>niet</b></p><script>x</script>", Request: request}
}

// run does the jobs that wait.
func (d *desk) run() {
	d.store.RunJobs(d.t.Context(), d.now, job.Backoff, func(ctx context.Context, j job.Job) error {
		id, err := messages.SendMails.Args(j)
		if err != nil {
			return err
		}
		return d.PostMails(ctx, id)
	})
}

func TestOnlyAPersonWritesToWhomTheyMayRead(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.refused = person.ErrHidden
	deeds := map[string]func(access.Viewer) error{
		"look": func(v access.Viewer) error {
			_, err := d.Look(t.Context(), v, person.Selection{}, addressee.Self)
			return err
		},
		"send": func(v access.Viewer) error {
			_, err := d.Send(t.Context(), v, written(""))
			return err
		},
	}
	for what, do := range deeds {
		for viewer, want := range map[*access.Viewer]error{
			{}: fault.ErrNotSignedIn, &d.jan: person.ErrHidden,
			{User: d.jan.User, Roles: []access.Role{access.Synchronizer}}: fault.ErrForbidden,
		} {
			if err := do(*viewer); !errors.Is(err, want) {
				t.Errorf("%s by %+v: %v", what, viewer, err)
			}
		}
	}
	if d.run(); len(d.posted) != 0 {
		t.Errorf("posted %v", d.posted)
	}
}

func TestAMessageIsPostedByAJobOnceForEachAddress(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Daily, d.reached = 0, 1100
	sent, err := d.Send(t.Context(), d.jan, written("deed"))
	d.ok(err)
	if sent.Content != "<p>Morgen <b>niet</b></p>" || sent.Left != -1 || len(d.posted) != 0 {
		t.Errorf("%q, %d left, %d posted within the step", sent.Content, sent.Left, len(d.posted))
	}
	d.failing = 30 // in the second step: the first stays
	d.run()
	d.failing = 0
	if len(d.posted) != 29 {
		t.Errorf("%d posted before it stopped", len(d.posted))
	}
	d.posted = d.posted[:25] // what a step that failed posted was undone
	for range 5 {
		d.now = d.now.Add(time.Hour)
		d.run()
	}
	once := map[string]int{}
	for _, line := range d.posted {
		once[line]++
	}
	if len(d.posted) != 1100 || len(once) != 1100 || once["Heet jan lid7@club.example jan@club.example"] != 1 {
		t.Errorf("%d posted, %d different", len(d.posted), len(once))
	}
}

func TestAMessageGoesNoFurtherOnceItsAuthorIsKeptOut(t *testing.T) {
	t.Parallel()
	for name, keepOut := range map[string]func(*desk) error{
		"blocked": func(d *desk) error {
			return d.stores.Users.Update(t.Context(), d.jan.User, func(u *account.User) error { u.Blocked = d.now; return nil })
		},
		"removed": func(d *desk) error {
			return d.stores.Users.Remove(t.Context(), d.jan.User, func(*account.User) error { return nil })
		},
	} {
		d := newDesk(t)
		d.Daily, d.reached = 0, 60
		sent, err := d.Send(t.Context(), d.jan, written(""))
		d.ok(err)
		d.failing = 26 // the second step
		d.run()
		d.failing = 0
		d.ok(keepOut(d))
		d.now = d.now.Add(time.Hour)
		d.run()
		if len(d.posted) != 25 {
			t.Errorf("%s: %d posted", name, len(d.posted))
		}
		boss := access.Viewer{User: d.piet.User, Roles: []access.Role{access.Administrator}}
		shown, err := d.Show(t.Context(), boss, sent.ID)
		if err != nil || shown.Addresses != 25 || len(shown.Waiting) != 0 {
			t.Errorf("%s: %d addresses, %d wait, %v", name, shown.Addresses, len(shown.Waiting), err)
		}
		log, err := d.stores.Audit.Page(t.Context(), audit.Query{Kind: audit.MessageStopped, Limit: 9})
		if err != nil || len(log.Records) != 1 || fmt.Sprint(log.Records[0].After["addresses"]) != "35" {
			t.Errorf("%s: the log says %+v, %v", name, log.Records, err)
		}
	}
}

func TestOneDeedIsOneMessage(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first, err := d.Send(t.Context(), d.jan, written("deed"))
	d.ok(err)
	again, err := d.Send(t.Context(), d.jan, written("deed"))
	if err != nil || again.ID != first.ID || again.Left != 7 {
		t.Errorf("again: %d, %d left, %v", again.ID, again.Left, err)
	}
	for _, change := range []func(*messages.Draft){
		func(m *messages.Draft) { m.Subject = "Anders" }, func(m *messages.Draft) { m.Content = "<p>Anders</p>" },
	} {
		other := written("deed")
		change(&other)
		if _, err := d.Send(t.Context(), d.jan, other); !errors.Is(err, message.ErrReused) {
			t.Errorf("another message under the name: %v", err)
		}
	}
	others, err := d.Send(t.Context(), d.piet, written("deed"))
	if err != nil || others.ID == first.ID {
		t.Errorf("another's: %d, %v", others.ID, err)
	}
	if d.run(); len(d.posted) != 6 {
		t.Errorf("%d posted", len(d.posted))
	}
}

func TestADayHasABound(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for i, left := range []int{7, 4, 1} {
		sent, err := d.Send(t.Context(), d.jan, written(""))
		if err != nil || sent.Left != left {
			t.Errorf("message %d: %d left, %v", i, sent.Left, err)
		}
	}
	_, err := d.Send(t.Context(), d.jan, written(""))
	if tooMany := new(fault.Fault); !errors.As(err, &tooMany) || tooMany.Code != message.ErrQuota.Code ||
		tooMany.RetryAfter != 12*time.Hour {
		t.Errorf("too many: %+v", err)
	}
	if _, err := d.Send(t.Context(), d.piet, written("")); err != nil {
		t.Errorf("another's day: %v", err)
	}
	d.now = d.now.Add(12 * time.Hour)
	if _, err := d.Send(t.Context(), d.jan, written("")); err != nil {
		t.Errorf("the next day: %v", err)
	}
}

func TestWhatIsNoMessage(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for what, change := range map[string]func(*messages.Draft){
		"no subject": func(m *messages.Draft) { m.Subject = " " },
		"no words":   func(m *messages.Draft) { m.Content = "<script>x</script>" },
		"a header":   func(m *messages.Draft) { m.Subject = "a\r\nBcc: x@evil.example" },
		"a program":  func(m *messages.Draft) { m.Attachments = []mail.Attachment{{Name: "a.exe", Data: []byte("MZ")}} },
	} {
		draft := written("")
		change(&draft)
		if _, err := d.Send(t.Context(), d.jan, draft); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", what, err)
		}
	}
	d.reached = 0
	if _, err := d.Send(t.Context(), d.jan, written("")); !errors.Is(err, message.ErrNobody) {
		t.Errorf("to nobody: %v", err)
	}
	if d.run(); len(d.posted) != 0 {
		t.Errorf("posted %s", strings.Join(d.posted, ", "))
	}
}

func TestWhatBecameOfAMessageIsForItsAuthor(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	sent, err := d.Send(t.Context(), d.jan, written(""))
	d.ok(err)
	boss := access.Viewer{User: d.piet.User, Roles: []access.Role{access.Administrator}}
	for name, c := range map[string]struct {
		viewer access.Viewer
		want   error
	}{
		"its author": {d.jan, nil}, "somebody else": {d.piet, message.ErrHidden}, "an administrator": {boss, nil},
		"nobody": {access.Viewer{}, fault.ErrNotSignedIn},
	} {
		shown, err := d.Show(t.Context(), c.viewer, sent.ID)
		if !errors.Is(err, c.want) || (err == nil) != (shown.Subject == "Training") {
			t.Errorf("%s: %+v, %v", name, shown.Subject, err)
		}
	}
	if _, err := d.Show(t.Context(), d.jan, sent.ID+1); !errors.Is(err, message.ErrAbsent) {
		t.Errorf("another: %v", err)
	}
	d.now = d.now.Add(message.Kept + time.Hour)
	if gone, err := d.Purge(t.Context()); err != nil || gone != 1 {
		t.Errorf("%d forgotten, %v", gone, err)
	}
}
