package porttest

import (
	"context"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports"
)

// Delivery is a transport of mail as an adapter hands it to the suite: one that has taken nothing.
type Delivery struct {
	ports.Mailer
	Taken  func() []mail.Message // as whoever gets them has them, in order
	Refuse func()                // from now on messages are refused
	Break  func()                // from now on the transport can't be reached
	Lose   func()                // the next message is taken, and its end is not told; nil where that can't happen
}

// Mailer is the contract of ports.Mailer. open makes a transport for one part of it.
func Mailer(t *testing.T, open func(t testing.TB) Delivery) {
	ctx := context.Background()
	message := func(key, subject string) mail.Message {
		return mail.Message{To: []mail.Address{{Email: "beheer@suite.example"}}, Subject: subject, Text: "Klaar: 3 leden\n",
			HTML: "<p>Klaar: 3 leden</p>\n", Key: key}
	}
	subjects := func(d Delivery) string {
		var all []string
		for _, m := range d.Taken() {
			all = append(all, m.Subject)
		}
		return strings.Join(all, "|")
	}
	refused := func(t *testing.T, what string, err error, kind fault.Kind) {
		t.Helper()
		ofKind(t, what, err, kind)
		if !mail.Refused(err) {
			t.Errorf("%s: nobody knows whether it was taken", what)
		}
	}

	t.Run("a message is taken and gets a number", func(t *testing.T) {
		d := open(t)
		one := must(d.Send(ctx, message("een", "Een")))(t)
		two := must(d.Send(ctx, message("twee", "Twee — é")))(t)
		if one == "" || two == "" || one == two {
			t.Errorf("got %q and %q", one, two)
		}
		equal(t, "taken", subjects(d), "Een|Twee — é")
	})

	t.Run("everything of a message arrives", func(t *testing.T) {
		d := open(t)
		sent := message("alles", "Één onderwerp dat veel te lang is voor één regel van een brief, en daarom wordt gevouwen: €")
		sent.From = mail.Address{Name: "Club, «De Één»", Email: "club@suite.example"}
		sent.ReplyTo = mail.Address{Name: "Joël", Email: "joel@suite.example"}
		sent.To = append(sent.To, mail.Address{Name: "Ouder \"van\" Zoë", Email: "ouder+zoe@suite.example"})
		sent.Text, sent.HTML = "Regel één.\n.\nNa de punt.\n"+strings.Repeat("lang ", 300)+"\n", "<p>Één &amp; €</p>\n"
		sent.Unsubscribe = "https://club.example/afmelden/7-" + strings.Repeat("abcdefghij_", 8)
		sent.Attachments = []mail.Attachment{{Name: "één.pdf", Type: "application/pdf", Data: []byte("%PDF\x00\xff\r\n.\r\n")}}
		must(d.Send(ctx, sent))(t)
		all := d.Taken()
		if len(all) != 1 {
			t.Fatalf("%d messages", len(all))
		}
		got := all[0]
		got.Key = sent.Key
		got.Text, got.HTML = strings.ReplaceAll(got.Text, "\r\n", "\n"), strings.ReplaceAll(got.HTML, "\r\n", "\n")
		alike(t, "the message", got, sent)
	})

	t.Run("the same key is the same message, where keys are known", func(t *testing.T) {
		d := open(t)
		one := must(d.Send(ctx, message("drie", "Drie")))(t)
		again := must(d.Send(ctx, message("drie", "Drie")))(t)
		want := "Drie|Drie"
		if d.Once() {
			want = "Drie"
			equal(t, "the number", again, one)
		}
		equal(t, "taken", subjects(d), want)
	})

	t.Run("messages without a key are different ones", func(t *testing.T) {
		d := open(t)
		if one := must(d.Send(ctx, message("", "Vier")))(t); one == must(d.Send(ctx, message("", "Vier")))(t) {
			t.Errorf("both are %q", one)
		}
		equal(t, "taken", subjects(d), "Vier|Vier")
	})

	t.Run("what Validate refuses is surely not taken", func(t *testing.T) {
		d := open(t)
		for what, change := range map[string]func(*mail.Message){
			"nobody":                  func(m *mail.Message) { m.To = nil },
			"no address":              func(m *mail.Message) { m.To = []mail.Address{{Email: "geen adres"}} },
			"a header behind a name":  func(m *mail.Message) { m.To[0].Name = "Jan\r\nBcc: kwaad@evil.example" },
			"a header in an address":  func(m *mail.Message) { m.To[0].Email = "jan@suite.example\nBcc: kwaad@evil.example" },
			"a header in the subject": func(m *mail.Message) { m.Subject = "Klaar\nBcc: kwaad@evil.example" },
			"a header in a sender":    func(m *mail.Message) { m.From = mail.Address{Name: "x\r\nBcc: y@z.example", Email: "a@b.example"} },
			"a header in a reply":     func(m *mail.Message) { m.ReplyTo = mail.Address{Name: "x\ry", Email: "a@b.example"} },
			"a header in an end":      func(m *mail.Message) { m.Unsubscribe = "https://a.example/>\r\nX: y" },
			"no address of an end":    func(m *mail.Message) { m.Unsubscribe = "javascript:alert(1)" },
			"a header in a file": func(m *mail.Message) {
				m.Attachments = []mail.Attachment{{Name: "a\r\nX: y", Type: "text/plain"}}
			},
			"no subject": func(m *mail.Message) { m.Subject = " " },
			"no text":    func(m *mail.Message) { m.Text, m.HTML = "", "" },
		} {
			m := message(what, "Fout")
			change(&m)
			_, err := d.Send(ctx, m)
			refused(t, what, err, fault.Invalid)
		}
		equal(t, "taken", subjects(d), "")
	})

	t.Run("what the transport refuses is surely not taken", func(t *testing.T) {
		d := open(t)
		d.Refuse()
		_, err := d.Send(ctx, message("vijf", "Vijf"))
		if kind := fault.KindOf(err); kind != fault.Invalid && kind != fault.Unavailable {
			t.Errorf("got %v", err)
		}
		refused(t, "a refused message", err, fault.KindOf(err))
		equal(t, "taken", subjects(d), "")
	})

	t.Run("a transport that can't be reached is unavailable", func(t *testing.T) {
		d := open(t)
		d.Break()
		for _, key := range []string{"", "zes"} {
			_, err := d.Send(ctx, message(key, "Zes"))
			ofKind(t, "no transport", err, fault.Unavailable)
			if !mail.Refused(err) && (key == "" || !d.Once()) {
				t.Error("nobody knows whether it was taken")
			}
		}
	})

	t.Run("an end that is not told leaves a doubt, where no key takes it away", func(t *testing.T) {
		d := open(t)
		if d.Lose == nil {
			return // such a transport always knows
		}
		d.Lose()
		_, err := d.Send(ctx, message("", "Zeven"))
		if err == nil || mail.Refused(err) {
			t.Errorf("got %v", err)
		}
		equal(t, "taken", subjects(d), "Zeven")
		d.Lose()
		if _, err = d.Send(ctx, message("acht", "Acht")); err != nil && mail.Refused(err) {
			t.Errorf("got %v", err)
		}
		if d.Once() {
			must(d.Send(ctx, message("acht", "Acht")))(t)
		}
		equal(t, "taken", subjects(d), "Zeven|Acht")
	})

	t.Run("a cancelled context stops it", func(t *testing.T) {
		d := open(t)
		if _, err := d.Send(cancelled(), message("negen", "Negen")); err == nil {
			t.Error("it was sent")
		}
		equal(t, "taken", subjects(d), "")
	})
}
