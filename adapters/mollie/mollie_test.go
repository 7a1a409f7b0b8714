package mollie_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/mollie"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/payment"
	"github.com/clubhuis/clubhuis/fixtures/control"
	fake "github.com/clubhuis/clubhuis/fixtures/payments"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

var ctx = context.Background()

func key(text string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return text, nil }
}

// provided is a provider and a client of it, with short waits.
func provided(t testing.TB) (*fake.Provider, *mollie.Payments) {
	p, address := fake.ForTest(t, fake.Options{})
	return p, mollie.New(mollie.Options{URL: address, Key: key(p.Key), FirstWait: time.Millisecond})
}

func TestContract(t *testing.T) {
	t.Parallel()
	porttest.Payments(t, func(t testing.TB) porttest.PaymentProvider {
		p, client := provided(t)
		return porttest.PaymentProvider{
			Payments: client,
			Pay: func(link string, paid bool) string {
				status := fake.Failed
				if paid {
					status = fake.Paid
				}
				made, err := p.Pay(ctx, link, status)
				if err != nil {
					t.Fatal(err)
				}
				return made.ID
			},
			Refund: func(id string, amount money.Cents) {
				if err := p.Refund(ctx, id, int64(amount)); err != nil {
					t.Fatal(err)
				}
			},
			ChargeBack: func(id string) {
				if err := p.ChargeBack(ctx, id); err != nil {
					t.Fatal(err)
				}
			},
		}
	})
}

func TestTheVersionIsAppendedWhenItIsMissing(t *testing.T) {
	t.Parallel()
	p, address := fake.ForTest(t, fake.Options{})
	for _, root := range []string{address, address + "/", address + "/v2", address + "/v2/"} {
		client := mollie.New(mollie.Options{URL: root, Key: key(p.Key)})
		if _, err := client.Find(ctx, "x", time.Time{}); err != nil {
			t.Errorf("%s: %v", root, err)
		}
	}
}

var request = payment.Request{Key: "sleutel", Ref: "r", Amount: 12_34, Description: "Factuur C2026-001",
	Return: "https://club.example/betaling/x?betaald=1&ref=r", Callback: "http://127.0.0.1:9/hook?ref=r"}

// calls are what a client can do with a link.
func calls(c *mollie.Payments, link, transaction string) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"Ask":         func(ctx context.Context) error { _, err := c.Ask(ctx, request); return err },
		"Find":        func(ctx context.Context) error { _, err := c.Find(ctx, "r", time.Time{}); return err },
		"Link":        func(ctx context.Context) error { _, err := c.Link(ctx, link); return err },
		"Cancel":      func(ctx context.Context) error { return c.Cancel(ctx, link) },
		"Received":    func(ctx context.Context) error { _, err := c.Received(ctx, link); return err },
		"Transaction": func(ctx context.Context) error { _, err := c.Transaction(ctx, transaction); return err },
	}
}

func setting(times int, seconds float64) control.Setting {
	return control.Setting{On: true, Times: &times, Seconds: &seconds}
}

func TestEachSwitchOfTheProvider(t *testing.T) {
	t.Parallel()
	tested := map[string]bool{
		// below
		"answer-lost": true, "loopback-refused": true, "key-forgotten": true, "key-busy": true,
		// of core/usecase/payments
		"callback-late": true, "callback-reversed": true, "callback-twice": true, "callback-never": true, "wrong-amount": true,
		"paid-again": true,
	}
	for _, c := range []struct {
		name, turned string
		times        int
		seconds      float64
		want         fault.Kind // Internal for none
		requests     int
	}{
		{"a slow answer is waited for", "slow", 0, 0.05, fault.Internal, 1},
		{"a 429 is waited out", "rate-limited", 2, 0, fault.Internal, 3},
		{"until there are too many", "rate-limited", 3, 0, fault.Unavailable, 3},
		{"a wait that is too long is none", "rate-limited", 1, 3, fault.Unavailable, 1},
		{"a 503 is tried again", "server-error", 2, 0, fault.Internal, 3},
		{"until there are too many", "server-error", 3, 0, fault.Unavailable, 3},
		{"a connection that breaks off is tried again", "restart", 2, 0, fault.Internal, 3},
		{"until there are too many", "restart", 0, 0, fault.Unavailable, -1},
		{"a refused key is not", "unauthorized", 0, 0, fault.Unauthenticated, 1},
		{"HTML is no answer", "not-json", 1, 0, fault.Unavailable, 1},
	} {
		tested[c.turned] = true
		for _, call := range []string{"Ask", "Find", "Link", "Cancel", "Received", "Transaction"} {
			p, client := provided(t)
			link, err := client.Ask(ctx, request)
			if err != nil {
				t.Fatal(err)
			}
			made, err := p.Pay(ctx, link.ID, fake.Paid)
			if err != nil {
				t.Fatal(err)
			}
			p.Control.Reset(false)
			if _, err := p.Control.Set(c.turned, setting(c.times, c.seconds)); err != nil {
				t.Fatal(err)
			}
			err = calls(client, link.ID, made.ID)[call](ctx)
			if c.want == fault.Internal && err != nil || c.want != fault.Internal && fault.KindOf(err) != c.want {
				t.Errorf("%s: %s: got %v", c.name, call, err)
			}
			if got := len(p.Control.Requests()); c.requests > 0 && got != c.requests {
				t.Errorf("%s: %s: %d requests, want %d", c.name, call, got, c.requests)
			}
			if n := len(p.Links()); n != 1 {
				t.Errorf("%s: %s: %d links", c.name, call, n)
			}
		}
	}
	p, _ := provided(t)
	for _, name := range p.Control.Names() {
		if !tested[name] {
			t.Errorf("nobody tests the switch %s", name)
		}
	}
}

func TestAnAnswerThatIsLostMakesNoSecondLink(t *testing.T) {
	t.Parallel()
	p, client := provided(t)
	p.Control.Turn("answer-lost", true)
	made, err := client.Ask(ctx, request)
	if all := p.Links(); err != nil || len(all) != 1 || all[0].ID != made.ID {
		t.Errorf("got %+v, %v, %+v", made, err, all)
	}
}

func TestALinkWhoseAnswersAreAllLostIsFoundByItsRef(t *testing.T) {
	t.Parallel()
	p, client := provided(t)
	if _, err := p.Control.Set("answer-lost", setting(0, 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Ask(ctx, request); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("got %v", err)
	}
	found, err := client.Find(ctx, "r", time.Now().Add(-time.Minute))
	if err != nil || len(found) != 1 || found[0].ID != p.Links()[0].ID {
		t.Errorf("got %+v, %v", found, err)
	}
}

func TestTheKeyIsAskedForEachTime(t *testing.T) {
	t.Parallel()
	p, address := fake.ForTest(t, fake.Options{})
	now, broken := "", errors.New("broken")
	var err error
	client := mollie.New(mollie.Options{URL: address, Key: func(context.Context) (string, error) { return now, err }})
	if _, got := client.Ask(ctx, request); fault.KindOf(got) != fault.Unauthenticated || len(p.Control.Requests()) != 0 {
		t.Errorf("without a key: %v", got)
	}
	now = p.Key
	if _, got := client.Ask(ctx, request); got != nil {
		t.Error(got)
	}
	if err = broken; !errors.Is(client.Cancel(ctx, "pl_x"), broken) {
		t.Error("an error is swallowed")
	}
}

func TestALoopbackAddressForCallbacksIsRefused(t *testing.T) {
	t.Parallel()
	p, client := provided(t)
	p.Control.Turn("loopback-refused", true)
	_, err := client.Ask(ctx, request)
	if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "webhookUrl") {
		t.Errorf("got %v", err)
	}
	p.Control.Turn("key-forgotten", true)
	without := request
	without.Callback, without.Key = "", "anders"
	for range 2 {
		if _, err := client.Ask(ctx, without); err != nil {
			t.Error(err)
		}
	}
	if found, err := client.Find(ctx, "r", time.Time{}); err != nil || len(found) != 2 {
		t.Errorf("a forgotten key: %+v, %v", found, err)
	}
}

func TestAnswersThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for body, call := range map[string]string{
		`{}`:            "Ask",
		`{"id":"pl_x"}`: "Link",
		`{"id":"pl_x","amount":{"currency":"USD","value":"1.00"},"_links":{"paymentLink":{"href":"x"}}}`: "Link",
		`{"id":"pl_x","amount":{"currency":"EUR","value":"veel"},"_links":{"paymentLink":{"href":"x"}}}`: "Link",
		`{"id":"tr_x","status":"paid"}`:                                          "Transaction",
		`{"_embedded":{}, "_links":{"next":{"href":"https://elders.example/"}}}`: "Received",
		`{"_links":{}}`: "Received",
		`{"_embedded":{}, "_links":{"next":{"href":"https://elders.example/?from=a"}}}`: "Find",
		`{"id":"tr_x","status":"paid","amount":{"currency":"EUR","value":"1.00"},
			"amountRefunded":{"currency":"USD","value":"1.00"}}`: "Transaction",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }))
		client := mollie.New(mollie.Options{URL: server.URL, Key: key("k"), FirstWait: time.Millisecond})
		if err := calls(client, "pl_x", "tr_x")[call](ctx); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("%s %s: got %v", call, body, err)
		}
		server.Close()
	}
}

func TestTheKeyIsNotTakenElsewhere(t *testing.T) {
	t.Parallel()
	var elsewhere int
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere++ }))
	defer other.Close()
	server := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusFound))
	defer server.Close()
	client := mollie.New(mollie.Options{URL: server.URL, Key: key("k"), FirstWait: time.Millisecond})
	if err := client.Cancel(ctx, "pl_x"); err == nil || elsewhere != 0 || strings.Contains(err.Error(), other.URL) {
		t.Errorf("got %v, %d requests elsewhere", err, elsewhere)
	}
}

func TestNobodyAnswers(t *testing.T) {
	t.Parallel()
	client := mollie.New(mollie.Options{URL: "http://127.0.0.1:1", Key: key("geheim"), FirstWait: time.Millisecond})
	for call, do := range calls(client, "pl_x", "tr_x") {
		if err := do(ctx); fault.KindOf(err) != fault.Unavailable || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: got %v", call, err)
		}
	}
}
