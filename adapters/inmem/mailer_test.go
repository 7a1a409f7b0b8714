package inmem_test

import (
	"errors"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

var errDown = fault.New(fault.Unavailable, "down", "Even niet.")

func TestMailer(t *testing.T) {
	t.Parallel()
	for _, forgetful := range []bool{false, true} {
		porttest.Mailer(t, func(testing.TB) porttest.Delivery {
			m := &inmem.Mailer{Forgetful: forgetful}
			return porttest.Delivery{
				Mailer: m, Taken: m.Sent,
				Refuse: func() { m.Fail = func(mail.Message) error { return mail.Refuse(fault.Param("to", fault.NotAChoice)) } },
				Break:  func() { m.Fail = func(mail.Message) error { return mail.Refuse(errDown) } },
				Lose: func() {
					m.After = func(mail.Message) error {
						m.After = nil
						return errDown
					}
				},
			}
		})
	}
}

func TestTheMailerFailsWhereItIsTold(t *testing.T) {
	t.Parallel()
	m, message := new(inmem.Mailer), mail.Message{To: []mail.Address{{Email: "a@club.example"}}, Subject: "Klaar", Text: "Klaar"}
	fail := func(mail.Message) error { return errDown }
	m.Fail = fail
	if _, err := m.Send(ctx, message); !errors.Is(err, errDown) || len(m.Sent()) != 0 {
		t.Errorf("before: %v", err)
	}
	m.Fail, m.After = nil, fail
	if _, err := m.Send(ctx, message); !errors.Is(err, errDown) || len(m.Sent()) != 1 {
		t.Errorf("afterwards: %v", err)
	}
}
