package mail_test

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/timeline"
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

// What comes every day says nothing after its end, and does not go anew.
func TestWhatIsOfOneDayEndsWithoutItsText(t *testing.T) {
	t.Parallel()
	for want, end := range map[mail.State]func(*mail.Mail){
		mail.Sent:       func(m *mail.Mail) { m.End("", false, false, now) },
		mail.Failed:     func(m *mail.Mail) { m.Tries = job.Tries; m.End("mail_busy", true, false, now) },
		mail.Uncertain:  func(m *mail.Mail) { m.End("mail_lost", false, false, now) },
		mail.Suppressed: func(m *mail.Mail) { m.State = mail.Waiting; m.Suppress() },
		mail.Withdrawn:  func(m *mail.Mail) { m.State = mail.Waiting; m.Withdraw() },
		mail.Retrying:   func(m *mail.Mail) { m.End("mail_busy", true, false, now) },
	} {
		for _, unsubscribe := range []string{"", "https://club.example/afmelden/x"} {
			m := mail.Mail{State: mail.Sending, Tries: 1, Began: now, Text: "x", HTML: "x", Sealed: "x", Unsubscribe: unsubscribe}
			end(&m)
			wiped := m.Text+m.HTML+m.Sealed == ""
			if m.State != want || wiped != (want == mail.Withdrawn || unsubscribe != "" && want != mail.Retrying) {
				t.Errorf("%s, %q: %+v", want, unsubscribe, m)
			}
			refused := map[mail.State]error{mail.Sent: mail.ErrSent, mail.Withdrawn: mail.ErrWithdrawn}[want]
			if refused == nil && unsubscribe != "" && want != mail.Retrying {
				refused = mail.ErrPassed
			}
			if err := m.Resend("b", now.Add(time.Hour)); !errors.Is(err, refused) {
				t.Errorf("%s, %q is sent anew: %v, want %v", want, unsubscribe, err, refused)
			}
		}
	}
	lost := mail.Mail{State: mail.Sending, Tries: 1, Began: now, Text: "x", Unsubscribe: "https://club.example/afmelden/x"}
	if lost.Begin(false, now) || lost.State != mail.Uncertain || lost.Text != "" {
		t.Errorf("found being sent: %+v", lost)
	}
	before := mail.Mail{State: mail.Failed, Text: "x", Unsubscribe: lost.Unsubscribe} // as it was kept until now
	if err := before.Resend("b", now); !errors.Is(err, mail.ErrPassed) {
		t.Errorf("one with its text: %v", err)
	}
}

func TestABasisIsSealedBehindTheSecret(t *testing.T) {
	t.Parallel()
	basis := mail.Basis{Rights: "abc", Texts: []mail.Text{{Kind: timeline.Note, Record: 7}}, Until: now,
		People: []int64{3}, Tasks: []mail.Task{{ID: 5, Told: "x"}}}
	for _, d := range []mail.Draft{{}, {Secret: "s"}, {Basis: basis}, {Secret: "s", Basis: basis}} {
		secret, read, err := mail.Unsealed(d.Sealing())
		if err != nil || secret != d.Secret || !reflect.DeepEqual(read, d.Basis) {
			t.Errorf("%+v: %q, %+v, %v", d, secret, read, err)
		}
	}
	if d := (mail.Draft{Secret: "s"}); d.Sealing() != "s" {
		t.Errorf("a secret alone is sealed as %q", d.Sealing())
	}
	if _, _, err := mail.Unsealed("s\n{"); err == nil {
		t.Error("a damaged basis is none")
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
