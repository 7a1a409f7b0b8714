package mail_test

import (
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/mail"
)

var now = time.Date(2026, 6, 15, 12, 30, 45, 0, time.UTC)

func TestATryEndsInAState(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, cause   string
		tries         int // before
		began         time.Duration
		refused, once bool
		want          mail.State
		again         time.Duration
	}{
		{"taken", "", 0, 0, false, false, mail.Sent, 0},
		{"refused", "mail_busy", 0, 0, true, false, mail.Retrying, job.Backoff(1)},
		{"refused again", "mail_busy", 4, time.Hour, true, true, mail.Retrying, job.Backoff(5)},
		{"refused too often", "mail_busy", job.Tries - 1, time.Hour, true, true, mail.Failed, 0},
		{"lost", "mail_lost", 0, 0, false, false, mail.Uncertain, 0},
		{"lost where keys are known", "mail_lost", 0, 0, false, true, mail.Sending, job.Backoff(1)},
		{"lost when the key may be forgotten", "mail_lost", 9, 24 * time.Hour, false, true, mail.Uncertain, 0},
		{"lost too often", "mail_lost", job.Tries - 1, time.Hour, false, true, mail.Uncertain, 0},
	} {
		m := mail.Mail{State: mail.Retrying, Tries: c.tries, Began: now.Add(-c.began), Sealed: "x"}
		if !m.Begin(c.once, now) || m.State != mail.Sending || m.Tries != c.tries+1 {
			t.Errorf("%s: begun as %+v", c.name, m)
		}
		again := m.End(c.cause, c.refused, c.once, now)
		if m.State != c.want || again != c.again || m.Cause != c.cause || (m.Sealed == "") != (c.want == mail.Sent) {
			t.Errorf("%s: again after %v, %+v", c.name, again, m)
		}
	}
}

func TestWhatIsFoundBeingSentIsSentAgainOnlyUnderAKnownKey(t *testing.T) {
	t.Parallel()
	for once, want := range map[bool]mail.State{true: mail.Sending, false: mail.Uncertain} {
		m := mail.Mail{State: mail.Sending, Tries: 1, Began: now}
		if m.Begin(once, now) != once || m.State != want {
			t.Errorf("with keys %v: %+v", once, m)
		}
	}
	for _, state := range []mail.State{mail.Sent, mail.Failed, mail.Uncertain} {
		m := mail.Mail{State: state}
		if m.Begin(true, now) || m.State != state || m.Tries != 0 {
			t.Errorf("%s begins anew: %+v", state, m)
		}
	}
}

func TestWhatCanBeSentAnew(t *testing.T) {
	t.Parallel()
	for _, state := range mail.States {
		m := mail.Mail{State: state, Text: "x", Tries: 3, Cause: "x", Key: "a", Began: now}
		m.Modified = now
		err := m.Resend("b", now)
		switch state {
		case mail.Sent:
			if !errors.Is(err, mail.ErrSent) || m.Key != "a" {
				t.Errorf("%s: %v", state, err)
			}
		case mail.Sending:
			if !errors.Is(err, mail.ErrBusy) || m.Key != "a" {
				t.Errorf("%s: %v", state, err)
			}
			if err := m.Resend("b", now.Add(time.Minute)); err != nil {
				t.Errorf("a minute later: %v", err)
			}
		default:
			if err != nil || m.State != mail.Waiting || m.Key != "b" || m.Tries != 0 || m.Cause != "" || !m.Began.IsZero() {
				t.Errorf("%s: %v, %+v", state, err, m)
			}
		}
	}
}

func TestAWithdrawnMailSaysNothingAndIsNotSentAnew(t *testing.T) {
	t.Parallel()
	for state, want := range map[mail.State]mail.State{
		mail.Waiting: mail.Withdrawn, mail.Retrying: mail.Withdrawn, mail.Sending: mail.Uncertain, mail.Withdrawn: mail.Withdrawn,
	} {
		m := mail.Mail{State: state, Sealed: "x"}
		if state != mail.Withdrawn {
			m.Text, m.HTML, m.Attachments = "x", "x", []mail.Attachment{{Name: "x"}}
			m.Withdraw()
		}
		if m.State != want || m.Text+m.HTML != "" || m.Attachments != nil {
			t.Errorf("%s became %+v", state, m)
		}
		if err := m.Resend("b", now.Add(time.Hour)); !errors.Is(err, mail.ErrWithdrawn) || m.State != want {
			t.Errorf("%s is sent anew: %v", want, err)
		}
	}
	for _, state := range []mail.State{mail.Sent, mail.Failed, mail.Uncertain, mail.Suppressed} {
		m := mail.Mail{State: state, Text: "x"}
		if m.Withdraw(); m.State != state || m.Text == "" {
			t.Errorf("%s is withdrawn: %+v", state, m)
		}
	}
}

func TestALineHoldsNoOther(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Jan\r\nBcc: kwaad@evil.example":   "Jan Bcc: kwaad@evil.example",
		" Joël \t\x00\u202e van\u2028Dam ": "Joël van Dam",
		"":                                 "",
	} {
		if got := mail.Line(text); got != want {
			t.Errorf("%q became %q", text, got)
		}
	}
}
