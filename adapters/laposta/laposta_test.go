package laposta_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/laposta"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/mailing"
	"github.com/clubhuis/clubhuis/fixtures/control"
	"github.com/clubhuis/clubhuis/fixtures/maillist"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

var ctx = context.Background()

// provided is a provider and a client of it, with short waits.
func provided(t testing.TB) (*maillist.Provider, *laposta.Lists) {
	p, address := maillist.ForTest(t, maillist.Options{})
	return p, laposta.New(laposta.Options{URL: address + "/", Key: p.Key, FirstWait: time.Millisecond, Timeout: 5 * time.Second})
}

func TestContract(t *testing.T) {
	t.Parallel()
	porttest.MailLists(t, func(t testing.TB) porttest.MailProvider {
		p, lists := provided(t)
		return porttest.MailProvider{MailLists: lists, List: p.Lists[0], Other: p.Lists[1], SetState: func(list, email, state string) {
			if !p.SetState(list, email, state) {
				t.Errorf("%s is not on %s", email, list)
			}
		}}
	})
}

var jan = mailing.Entry{Email: "jan@club.example", Fields: map[string]string{"voornaam": "Jan", "geboortedatum": "2010-02-03"}}

// calls are what a client can do with a list on which Jan is.
func calls(l *laposta.Lists, list, id string) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"Fields":      func(ctx context.Context) error { _, err := l.Fields(ctx, list); return err },
		"Put":         func(ctx context.Context) error { _, err := l.Put(ctx, list, jan); return err },
		"Subscribers": func(ctx context.Context) error { _, err := l.Subscribers(ctx, list); return err },
		"Remove":      func(ctx context.Context) error { return l.Remove(ctx, list, id) },
	}
}

// setting is how a switch of the provider is set.
func setting(times int, seconds float64) control.Setting {
	return control.Setting{On: true, Times: &times, Seconds: &seconds}
}

func TestEachSwitchOfTheProvider(t *testing.T) {
	t.Parallel()
	tested := map[string]bool{"address-refused": true, "field-missing": true, "answer-lost": true,
		"unknown-invalid": true} // below
	for _, c := range []struct {
		name, turned string
		times        int
		seconds      float64
		want         fault.Kind // Internal for none
		requests     int
	}{
		{"a slow answer is waited for", "slow", 0, 0.05, fault.Internal, 1},
		{"a 429 is waited out", "rate-limited", 3, 0, fault.Internal, 4},
		{"until there are too many", "rate-limited", 4, 0, fault.Unavailable, 4},
		{"a wait that is too long is none", "rate-limited", 1, 121, fault.Unavailable, 1},
		{"a 500 is tried again", "server-error", 3, 0, fault.Internal, 4},
		{"until there are too many", "server-error", 4, 0, fault.Unavailable, 4},
		{"a connection that breaks off is tried again", "restart", 3, 0, fault.Internal, 4},
		{"until there are too many", "restart", 0, 0, fault.Unavailable, -1},
		{"a refused key is not", "unauthorized", 0, 0, fault.Unauthenticated, 1},
		{"nor is an account that is not paid", "payment-required", 0, 0, fault.Unavailable, 1},
		{"HTML is no answer", "not-json", 1, 0, fault.Unavailable, 1},
		{"nor is an error that passes for granted", "granted-error", 1, 0, fault.Unavailable, 1},
	} {
		tested[c.turned] = true
		for _, call := range []string{"Fields", "Put", "Subscribers", "Remove"} {
			p, lists := provided(t)
			written, err := lists.Put(ctx, p.Lists[0], jan)
			if err != nil {
				t.Fatal(err)
			}
			p.Control.Reset(false)
			if _, err := p.Control.Set(c.turned, setting(c.times, c.seconds)); err != nil {
				t.Fatal(err)
			}
			err = calls(lists, p.Lists[0], written.ID)[call](ctx)
			if c.want == fault.Internal && err != nil || c.want != fault.Internal && fault.KindOf(err) != c.want {
				t.Errorf("%s: %s: got %v", c.name, call, err)
			}
			if got := len(p.Control.Requests()); c.requests > 0 && got != c.requests {
				t.Errorf("%s: %s: %d requests, want %d", c.name, call, got, c.requests)
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

func TestAnAnswerThatIsLostDoublesNobody(t *testing.T) {
	t.Parallel()
	p, lists := provided(t)
	p.Control.Turn("answer-lost", true)
	written, err := lists.Put(ctx, p.Lists[0], jan)
	if members := p.Members(p.Lists[0]); err != nil || len(members) != 1 || members[0].ID != written.ID {
		t.Errorf("got %+v, %v, %+v", written, err, members)
	}
	p.Control.Turn("answer-lost", true)
	if err := lists.Remove(ctx, p.Lists[0], written.ID); err != nil || len(p.Members(p.Lists[0])) != 0 {
		t.Errorf("got %v", err)
	}
}

// A member whom the provider does not know is off the list, however it says so.
func TestWhoIsUnknownIsRemoved(t *testing.T) {
	t.Parallel()
	for _, invalid := range []bool{false, true} {
		p, lists := provided(t)
		p.Control.Turn("unknown-invalid", invalid)
		if err := lists.Remove(ctx, p.Lists[0], "onbekend"); err != nil {
			t.Errorf("with a 400, %v: got %v", invalid, err)
		}
		if err := lists.Remove(ctx, "geen-lijst", "onbekend"); err == nil {
			t.Errorf("with a 400, %v: an unknown list is no error", invalid)
		}
	}
}

func TestARefusalNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	p, lists := provided(t)
	p.Control.Turn("address-refused", true)
	_, address := lists.Put(ctx, p.Lists[0], jan)
	_, date := lists.Put(ctx, p.Lists[0], mailing.Entry{Email: "jan@club.example",
		Fields: map[string]string{"geboortedatum": "3 feb"}})
	for field, err := range map[string]error{"email": address, "custom_fields[geboortedatum]": date} {
		if f := fault.As(err); f.Kind != fault.Invalid || f.Params[field] == "" || len(f.Params) != 1 {
			t.Errorf("%s: got %v", field, err)
		}
	}
	if strings.Contains(address.Error(), "jan@") {
		t.Errorf("the error tells the address: %v", address)
	}
}

func TestAFieldThatIsMissing(t *testing.T) {
	t.Parallel()
	p, lists := provided(t)
	p.Control.Turn("field-missing", true)
	fields, err := lists.Fields(ctx, p.Lists[0])
	if err != nil || len(fields) != 24 || slices.Contains(fields, "oudervan") {
		t.Errorf("got %q, %v", fields, err)
	}
}

func TestWhatIsSent(t *testing.T) {
	t.Parallel()
	p, lists := provided(t)
	if _, err := lists.Put(ctx, p.Lists[0], jan); err != nil {
		t.Fatal(err)
	}
	m := p.Members(p.Lists[0])[0]
	want := map[string]string{"voornaam": "Jan", "geboortedatum": "2010-02-03"}
	if m.Email != "jan@club.example" || m.IP != "127.0.0.1" || !maps.Equal(m.Custom, want) {
		t.Errorf("got %+v", m)
	}
}

func TestWaitingCanBeStopped(t *testing.T) {
	t.Parallel()
	p, lists := provided(t)
	if _, err := p.Control.Set("rate-limited", setting(0, 60)); err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
	defer cancel()
	if _, err := lists.Fields(soon, p.Lists[0]); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestTheProviderSaysHowLongToWait(t *testing.T) {
	t.Parallel()
	p, lists := provided(t)
	if _, err := p.Control.Set("rate-limited", setting(1, 1)); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if _, err := lists.Fields(ctx, p.Lists[0]); err != nil || time.Since(start) < time.Second {
		t.Errorf("after %s: %v", time.Since(start), err)
	}
	if _, err := p.Control.Set("rate-limited", setting(1, 300)); err != nil {
		t.Fatal(err)
	}
	if _, err := lists.Fields(ctx, p.Lists[0]); fault.As(err).RetryAfter != 5*time.Minute {
		t.Errorf("got %v, to wait %s", err, fault.As(err).RetryAfter)
	}
}

// Foreign answers must never pass for empty lists: who takes them for that puts everybody on them again.
func TestAnAnswerOfSomethingElseIsAFault(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status int
		body   string
	}{
		{200, "{}"}, {200, "null"}, {200, `{"data":null}`}, {200, `{"data":{}}`}, {200, `{"data":[{"member":{}}],"member":{}}`},
		{200, `[]`}, {200, `{"da`},
		{404, "<html>"}, {400, `{"error":"x"}`}, {302, ""},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(c.status)
			fmt.Fprint(w, c.body)
		}))
		defer server.Close()
		all := calls(laposta.New(laposta.Options{URL: server.URL, FirstWait: time.Millisecond}), "lijst", "1")
		for _, name := range []string{"Fields", "Put", "Subscribers"} {
			if name == "Fields" && strings.Contains(c.body, "member") {
				continue
			}
			if err := all[name](ctx); fault.KindOf(err) != fault.Unavailable {
				t.Errorf("%s takes %d %s for an answer: %v", name, c.status, c.body, err)
			}
		}
	}
}

func TestFieldsOfEveryKindAreTexts(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w,
			`{"data":[{"member":{"member_id":"a","email":"x@club.example","state":"active","custom_fields":{"a":"1","b":1234567,"c":null,"d":["x"]}}},
			{"member":{"member_id":"b","email":"y@club.example","state":"cleaned","custom_fields":[]}}]}`)
	}))
	defer server.Close()
	all, err := laposta.New(laposta.Options{URL: server.URL}).Subscribers(ctx, "lijst")
	if err != nil || len(all) != 2 || len(all[1].Fields) != 0 ||
		!maps.Equal(all[0].Fields, map[string]string{"a": "1", "b": "1234567", "c": "", "d": `["x"]`}) {
		t.Errorf("got %+v, %v", all, err)
	}
}
