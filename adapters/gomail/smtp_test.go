package gomail_test

import (
	"context"
	"net"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gomail"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/fixtures/control"
	"github.com/clubhuis/clubhuis/fixtures/mailserver"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func clientOf(t testing.TB, s *mailserver.Server, change func(*gomail.Options)) *gomail.Server {
	t.Helper()
	host, text, err := net.SplitHostPort(s.Address)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	o := gomail.Options{Host: host, Port: port, Roots: s.Roots, From: mail.Address{Name: "Clubhuis", Email: "clubhuis@club.example"}}
	if change != nil {
		change(&o)
	}
	m, err := gomail.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func delivered(t testing.TB, s *mailserver.Server) (all []mail.Message) {
	t.Helper()
	for _, received := range s.Received() {
		m, err := mailserver.Read(received.Data)
		if err != nil {
			t.Fatalf("%v in %s", err, received.Data)
		}
		if len(received.To) != len(m.To) {
			t.Errorf("it went to %q, and says %v", received.To, m.To)
		}
		all = append(all, m)
	}
	return all
}

func TestServer(t *testing.T) {
	t.Parallel()
	porttest.Mailer(t, func(t testing.TB) porttest.Delivery {
		s := mailserver.ForTest(t, mailserver.Options{StartTLS: true})
		return porttest.Delivery{
			Mailer: clientOf(t, s, nil), Taken: func() []mail.Message { return delivered(t, s) },
			Refuse: func() { s.Control.Turn("recipient-refused", true) }, Break: s.Close,
			Lose: func() { s.Control.Turn("answer-lost", true) },
		}
	})
}

var welcome = mail.Message{
	To:      []mail.Address{{Name: "Jan", Email: "jan@club.example"}},
	Subject: "Welkom",
	Text:    "Hallo",
	Key:     "1",
}

func TestEachSwitchOfTheServer(t *testing.T) {
	t.Parallel()
	tested := map[string]bool{"slow": true, "recipient-absent": true} // below
	for _, c := range []struct {
		turned  string
		want    fault.Kind // Internal for none
		refused bool
		taken   int
	}{
		{"busy", fault.Unavailable, true, 0},
		{"recipient-refused", fault.Invalid, true, 0},
		{"recipient-later", fault.Unavailable, true, 0},
		{"content-refused", fault.Invalid, true, 0},
		{"content-cut", fault.Unavailable, false, 0}, // the client wrote it all: nobody tells how much arrived
		{"answer-lost", fault.Unavailable, false, 1},
		{"reset-lost", fault.Internal, false, 1},
	} {
		tested[c.turned] = true
		s := mailserver.ForTest(t, mailserver.Options{StartTLS: true})
		s.Control.Turn(c.turned, true)
		id, err := clientOf(t, s, nil).Send(t.Context(), welcome)
		if c.want == fault.Internal && (err != nil || id == "") ||
			c.want != fault.Internal && (err == nil || fault.KindOf(err) != c.want) {
			t.Errorf("%s: %q, %v", c.turned, id, err)
		}
		if mail.Refused(err) != c.refused || len(s.Received()) != c.taken {
			t.Errorf("%s: %d taken, %v", c.turned, len(s.Received()), err)
		}
		if err != nil && strings.Contains(err.Error(), "jan@") {
			t.Errorf("%s: the error holds an address: %v", c.turned, err)
		}
	}
	for _, name := range mailserver.ForTest(t, mailserver.Options{}).Control.Names() {
		if !tested[name] {
			t.Errorf("nobody tests the switch %s", name)
		}
	}
}

func TestAnAddressWithoutAMailboxIsTold(t *testing.T) {
	t.Parallel()
	s := mailserver.ForTest(t, mailserver.Options{StartTLS: true})
	both := welcome
	both.To = []mail.Address{
		{Name: "Jan", Email: "jan@club.example"},
		{Name: "Ria", Email: "weg@club.example"},
		{Email: "piet@club.example"},
	}
	for _, c := range []struct {
		turned string
		want   []string
	}{
		{"recipient-absent", []string{"weg@club.example"}},
		{"recipient-refused", nil}, // it may be us whom it does not want
		{"recipient-later", nil},
	} {
		s.Control.Turn(c.turned, true)
		_, err := clientOf(t, s, nil).Send(t.Context(), both)
		if !mail.Refused(err) || !slices.Equal(mail.NoMailbox(err), c.want) || strings.Contains(err.Error(), "weg@") {
			t.Errorf("%s: %q have no mailbox, %v", c.turned, mail.NoMailbox(err), err)
		}
		s.Control.Turn(c.turned, false)
	}
	if len(s.Received()) != 0 {
		t.Errorf("%d were taken", len(s.Received()))
	}
}

func TestAServerThatStandsStillIsLeft(t *testing.T) {
	t.Parallel()
	for after, refused := range map[int]bool{0: true, 6: false} { // at the greeting, and at the end of the content
		s := mailserver.ForTest(t, mailserver.Options{})
		hour := 3600.0
		if _, err := s.Control.Set("slow", control.Setting{On: true, After: &after, Seconds: &hour}); err != nil {
			t.Fatal(err)
		}
		m := clientOf(t, s, func(o *gomail.Options) { o.Security, o.Timeout = gomail.Plain, time.Hour })
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		_, err := m.Send(ctx, welcome)
		if fault.KindOf(err) != fault.Unavailable || mail.Refused(err) != refused {
			t.Errorf("after %d answers: refused %v, %v", after, mail.Refused(err), err)
		}
	}
}

func TestAPasswordGoesByTLSAlone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		server   mailserver.Options
		security gomail.Security
		password string
		want     fault.Kind
	}{
		{"STARTTLS", mailserver.Options{StartTLS: true}, gomail.StartTLS, "geheim", fault.Internal},
		{"TLS from the start", mailserver.Options{TLS: true}, gomail.TLS, "geheim", fault.Internal},
		{"a wrong password", mailserver.Options{StartTLS: true}, gomail.StartTLS, "mis", fault.Unauthenticated},
		{"no password", mailserver.Options{StartTLS: true}, gomail.StartTLS, "", fault.Invalid},
		{"a server without TLS", mailserver.Options{}, gomail.StartTLS, "geheim", fault.Unavailable},
	} {
		c.server.Username, c.server.Password = "club", "geheim"
		s := mailserver.ForTest(t, c.server)
		_, err := clientOf(t, s, func(o *gomail.Options) {
			if o.Security = c.security; c.password != "" {
				o.Username, o.Password = "club", c.password
			}
		}).Send(t.Context(), welcome)
		if c.want == fault.Internal {
			if got := s.Received(); err != nil || len(got) != 1 || !got[0].TLS {
				t.Errorf("%s: %v, %+v", c.name, err, got)
			}
		} else if fault.KindOf(err) != c.want || !mail.Refused(err) || len(s.Received()) != 0 {
			t.Errorf("%s: %v", c.name, err)
		}
		if err != nil && strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: the error holds the password", c.name)
		}
	}
}

func TestACertificateOfSomebodyElseIsNotBelieved(t *testing.T) {
	t.Parallel()
	for security, options := range map[gomail.Security]mailserver.Options{
		gomail.StartTLS: {StartTLS: true}, gomail.TLS: {TLS: true},
	} {
		s := mailserver.ForTest(t, options)
		other := mailserver.ForTest(t, options)
		m := clientOf(t, s, func(o *gomail.Options) { o.Security, o.Roots = security, other.Roots })
		if _, err := m.Send(t.Context(), welcome); err == nil || !mail.Refused(err) || len(s.Received()) != 0 {
			t.Errorf("%v: %v", security, err)
		}
	}
}
