package lettermint_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/lettermint"
	"github.com/clubhuis/clubhuis/core/fault"
	club "github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/fixtures/control"
	"github.com/clubhuis/clubhuis/fixtures/maildelivery"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

var ctx = context.Background()

func clientOf(t testing.TB, o lettermint.Options) *lettermint.Mailer {
	t.Helper()
	if o.From == "" {
		o.From = "sync@club.example"
	}
	o.FirstWait = time.Millisecond
	m, err := lettermint.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// provided returns a provider and a client of it, with short waits.
func provided(t testing.TB) (*maildelivery.Provider, *lettermint.Mailer) {
	t.Helper()
	p, address := maildelivery.ForTest(t, maildelivery.Options{})
	return p, clientOf(t, lettermint.Options{URL: address + "/", Token: p.Token})
}

func address(text string) club.Address {
	parsed, err := club.ParseAddress(text)
	if err != nil {
		panic(err)
	}
	return parsed
}

func taken(p *maildelivery.Provider) (all []club.Message) {
	for _, m := range p.Messages() {
		got := club.Message{From: address(m.From), Subject: m.Subject, Text: m.Text, HTML: m.HTML, Key: m.Key}
		if m.Headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click" {
			got.Unsubscribe = strings.Trim(m.Headers["List-Unsubscribe"], "<>")
		}
		for _, to := range m.To {
			got.To = append(got.To, address(to))
		}
		for _, to := range m.ReplyTo {
			got.ReplyTo = address(to)
		}
		for _, file := range m.Attachments {
			got.Attachments = append(got.Attachments, club.Attachment{Name: file.Filename, Type: file.ContentType, Data: file.Content})
		}
		all = append(all, got)
	}
	return all
}

func TestContract(t *testing.T) {
	t.Parallel()
	porttest.Mailer(t, func(t testing.TB) porttest.Delivery {
		p := maildelivery.New(maildelivery.Options{})
		server := httptest.NewServer(p)
		t.Cleanup(server.Close)
		return porttest.Delivery{
			Mailer: clientOf(t, lettermint.Options{URL: server.URL + "/", Token: p.Token}),
			Taken:  func() []club.Message { return taken(p) },
			Refuse: func() {
				if _, err := p.Control.Set("message-refused", setting(0, 0)); err != nil {
					t.Error(err)
				}
			},
			Break: server.Close,
			Lose:  func() { p.Control.Turn("answer-lost", true) },
		}
	})
}

// recipients get the report.
var recipients = []club.Address{{Email: "beheer@club.example"}, {Email: "b@club.example"}}

func report(key string) club.Message {
	return club.Message{To: recipients, Subject: "Verslag", Text: "Klaar & <goed>",
		HTML: "<p>Klaar</p>", Key: key}
}

// contract: club §6-4: mail goes out through the delivery provider
func TestWhatIsSent(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{"sync@club.example": `"Clubhuis" <sync@club.example>`,
		"Ons <sync@club.example>": `"Ons" <sync@club.example>`} {
		p, address := maildelivery.ForTest(t, maildelivery.Options{})
		id, err := clientOf(t, lettermint.Options{URL: address, Token: p.Token, From: from}).Send(ctx, report("run-7"))
		if err != nil || len(p.Messages()) != 1 {
			t.Fatalf("%d messages, %v", len(p.Messages()), err)
		}
		m := p.Messages()[0]
		if m.ID != id || m.Key != "run-7" || m.From != want || !slices.Equal(taken(p)[0].To, recipients) || m.Subject != "Verslag" ||
			m.Text != "Klaar & <goed>" || m.HTML != "<p>Klaar</p>" {
			t.Errorf("got %+v", m)
		}
	}
	if _, err := lettermint.New(lettermint.Options{From: "geen adres"}); err == nil {
		t.Error("a sender that is no address is taken")
	}
}

func setting(times int, seconds float64) control.Setting {
	return control.Setting{On: true, Times: &times, Seconds: &seconds}
}

func TestEachSwitchOfTheProvider(t *testing.T) {
	t.Parallel()
	tested := map[string]bool{"answer-lost": true} // below
	for _, c := range []struct {
		name, turned string
		times        int
		seconds      float64
		key          string
		want         fault.Kind // Internal for none
		requests     int
	}{
		{"a slow answer is waited for", "slow", 0, 0.05, "", fault.Internal, 1},
		{"a 429 is waited out", "rate-limited", 3, 0, "", fault.Internal, 4},
		{"until there are too many", "rate-limited", 4, 0, "", fault.Unavailable, 4},
		{"a wait that is too long is none", "rate-limited", 1, 121, "run-7", fault.Unavailable, 1},
		{"a 500 is tried again", "server-error", 3, 0, "run-7", fault.Internal, 4},
		{"until there are too many", "server-error", 4, 0, "run-7", fault.Unavailable, 4},
		{"not without a key", "server-error", 1, 0, "", fault.Unavailable, 1},
		{"a connection that breaks off is tried again", "restart", 2, 0, "run-7", fault.Internal, -1},
		{"not without a key", "restart", 1, 0, "", fault.Unavailable, 1},
		{"a refused token is not", "unauthorized", 0, 0, "run-7", fault.Unauthenticated, 1},
		{"HTML is no answer", "not-json", 1, 0, "run-7", fault.Unavailable, 1},
		{"a refused message is not", "message-refused", 1, 0, "run-7", fault.Invalid, 1},
	} {
		tested[c.turned] = true
		p, mail := provided(t)
		if _, err := p.Control.Set(c.turned, setting(c.times, c.seconds)); err != nil {
			t.Fatal(err)
		}
		_, err := mail.Send(ctx, report(c.key))
		sent := len(p.Messages())
		if c.want == fault.Internal && (err != nil || sent != 1) ||
			c.want != fault.Internal && (fault.KindOf(err) != c.want || sent != 0) {
			t.Errorf("%s: %s: %d messages, %v", c.name, c.turned, sent, err)
		}
		if got := len(p.Control.Requests()); c.requests > 0 && got != c.requests {
			t.Errorf("%s: %s: %d requests, want %d", c.name, c.turned, got, c.requests)
		}
	}
	p, _ := provided(t)
	for _, name := range p.Control.Names() {
		if !tested[name] {
			t.Errorf("nobody tests the switch %s", name)
		}
	}
}

func TestAnAnswerThatIsLostDoublesNoMessage(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]fault.Kind{"run-7": fault.Internal, "": fault.Unavailable} {
		p, mail := provided(t)
		p.Control.Turn("answer-lost", true)
		id, err := mail.Send(ctx, report(key))
		if len(p.Messages()) != 1 || want == fault.Internal && (err != nil || id != p.Messages()[0].ID) ||
			want != fault.Internal && fault.KindOf(err) != want {
			t.Errorf("with the key %q: %d messages, %v", key, len(p.Messages()), err)
		}
	}
}

func TestARefusalNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	p, mail := provided(t)
	p.Control.Turn("message-refused", true)
	_, err := mail.Send(ctx, report("run-7"))
	if f := fault.As(err); len(f.Params) != 1 || f.Params["from"] == "" {
		t.Errorf("got %v", err)
	}
}

func TestTheProviderSaysHowLongToWait(t *testing.T) {
	t.Parallel()
	p, mail := provided(t)
	if _, err := p.Control.Set("rate-limited", setting(1, 1)); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if _, err := mail.Send(ctx, report("")); err != nil || time.Since(start) < time.Second {
		t.Errorf("after %s: %v", time.Since(start), err)
	}
	if _, err := p.Control.Set("rate-limited", setting(0, 60)); err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	if _, err := mail.Send(soon, report("")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting can't be stopped: %v", err)
	}
}

func TestAnAnswerOfSomethingElseIsAFault(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		body   string
	}{{200, "{}"}, {200, "[]"}, {200, "null"}, {404, "<html>"}, {400, "{}"}, {302, ""}, {302, `{"message_id":"1"}`}} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(c.status)
			fmt.Fprint(w, c.body)
		}))
		defer server.Close()
		if id, err := clientOf(t, lettermint.Options{URL: server.URL}).Send(ctx, report("")); fault.KindOf(err) != fault.Unavailable ||
			id != "" {
			t.Errorf("%d %s is taken for an answer: %q, %v", c.status, c.body, id, err)
		}
	}
}
