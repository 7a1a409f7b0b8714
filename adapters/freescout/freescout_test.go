package freescout_test

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/freescout"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/fixtures/control"
	"github.com/clubhuis/clubhuis/fixtures/helpdesk"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func client(url, key string) *freescout.Desk {
	return freescout.New(freescout.Options{URL: url + "/", Key: key, FirstWait: time.Millisecond, Timeout: 5 * time.Second})
}

func TestContract(t *testing.T) {
	t.Parallel()
	porttest.Helpdesk(t, func(t testing.TB) porttest.Desk {
		now := time.Now()
		p, address := helpdesk.ForTest(t, helpdesk.Options{Now: func() time.Time { return now }})
		return porttest.Desk{
			Helpdesk: client(address, p.Key),
			Ask: func(of int64, _, subject string, at time.Time) {
				now = at
				if _, there := p.Ask(int(of), subject); !there {
					t.Errorf("there is no customer %d", of)
				}
			},
			At: func(id int64) (customer.Customer, map[int]string) {
				for _, c := range p.Customers() {
					if int64(c.ID) == id {
						return customerOf(c)
					}
				}
				t.Errorf("there is no customer %d", id)
				return customer.Customer{}, nil
			},
		}
	})
}

func customerOf(c helpdesk.Customer) (customer.Customer, map[int]string) {
	values := func(list []helpdesk.Entry) (all []string) {
		for _, e := range list {
			all = append(all, e.Value)
		}
		return all
	}
	fields := map[int]string{}
	for _, f := range c.Fields {
		fields[f.ID], _ = f.Value.(string)
	}
	return customer.Customer{
		First: c.FirstName, Last: c.LastName, Photo: c.PhotoURL, Emails: values(c.Emails), Phones: values(c.Phones),
		Websites: values(c.Websites),
	}, fields
}

// contract: sync §2.5, 5xx responses are retried: three times.
func TestEachSwitchOfTheHelpdesk(t *testing.T) {
	t.Parallel()
	tested := map[string]bool{"deleted-customer": true, "shifting-pages": true, "answer-lost": true} // below
	jan := customer.Customer{First: "Jan", Emails: []string{"jan@club.example"}}
	for _, c := range []struct {
		turned   string
		times    int
		seconds  float64
		want     fault.Kind // Internal for none
		requests int        // -1: any number
	}{
		{"slow", 0, 0.05, fault.Internal, 1},
		{"rate-limited", 3, 0, fault.Internal, 4},
		{"rate-limited", 4, 0, fault.Unavailable, 4},
		{"rate-limited", 1, 121, fault.Unavailable, 1},
		{"server-error", 3, 0, fault.Internal, 4},
		{"server-error", 4, 0, fault.Unavailable, 4},
		{"restart", 3, 0, fault.Internal, 4},
		{"restart", 0, 0, fault.Unavailable, -1},
		{"unauthorized", 0, 0, fault.Unauthenticated, 1},
		{"forbidden", 0, 0, fault.Forbidden, 1},
		{"not-json", 1, 0, fault.Unavailable, 1},
		{"granted-error", 1, 0, fault.Unavailable, 1},
		{"email-exists", 0, 0, fault.Conflict, 1},
		{"conflict", 1, 0, fault.Conflict, 1},
	} {
		tested[c.turned] = true
		p, address := helpdesk.ForTest(t, helpdesk.Options{})
		if _, err := p.Control.Set(c.turned, control.Setting{On: true, Times: &c.times, Seconds: &c.seconds}); err != nil {
			t.Fatal(err)
		}
		id, err := client(address, p.Key).Create(t.Context(), jan)
		if c.want == fault.Internal && (err != nil || id == 0) || c.want != fault.Internal && fault.KindOf(err) != c.want {
			t.Errorf("%s: customer %d, %v", c.turned, id, err)
		}
		if n := len(p.Control.Requests()); c.requests >= 0 && n != c.requests {
			t.Errorf("%s: %d requests, not %d", c.turned, n, c.requests)
		}
	}
	for _, name := range helpdesk.New(helpdesk.Options{}).Control.Names() {
		if !tested[name] {
			t.Errorf("%s is not tested", name)
		}
	}
}

func TestAnAnswerThatIsLostMakesNobodyTwice(t *testing.T) {
	t.Parallel()
	p, address := helpdesk.ForTest(t, helpdesk.Options{})
	p.Control.Turn("answer-lost", true)
	_, err := client(address, p.Key).Create(t.Context(), customer.Customer{First: "Jan", Emails: []string{"jan@club.example"}})
	if fault.KindOf(err) != fault.Conflict || len(p.Customers()) != 1 {
		t.Errorf("%v, %+v", err, p.Customers())
	}
}

func TestACustomerWhoWasDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	p, address := helpdesk.ForTest(t, helpdesk.Options{})
	desk := client(address, p.Key)
	id, err := desk.Create(t.Context(), customer.Customer{First: "Jan", Emails: []string{"jan@club.example"}})
	if err != nil {
		t.Fatal(err)
	}
	p.Control.Turn("deleted-customer", true)
	if err := desk.Fill(t.Context(), id, map[int]string{1: "x"}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("%v", err)
	}
}

// contract: facts §10, "conversation watermark": nothing is missed while pages shift.
func TestConversationsWhilePagesShift(t *testing.T) {
	t.Parallel()
	p, address := helpdesk.ForTest(t, helpdesk.Options{})
	desk := client(address, p.Key)
	id, err := desk.Create(t.Context(), customer.Customer{First: "Jan", Emails: []string{"jan@club.example"}})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 1001 {
		p.Ask(int(id), "Vraag "+strconv.Itoa(n))
	}
	p.Control.Turn("shifting-pages", true)
	all, err := desk.Conversations(t.Context(), time.Time{})
	if err != nil || len(all) != 1002 {
		t.Errorf("%d conversations, %v", len(all), err)
	}
	always := 0
	if _, err := p.Control.Set("shifting-pages", control.Setting{On: true, Times: &always}); err != nil {
		t.Fatal(err)
	}
	if all, err := desk.Conversations(t.Context(), time.Time{}); fault.KindOf(err) != fault.Unavailable || all != nil {
		t.Errorf("of a list that never stands still %d, %v", len(all), err)
	}
}

func TestAnswersOfAnotherForm(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"a list": `[]`, "nothing": `{}`, "no length": `{"_embedded":{"conversations":[]}}`,
		"no number": `{"_embedded":{"conversations":[{"createdAt":"2026-01-01T00:00:00Z"}]},"page":{"totalPages":1}}`,
		"no time":   `{"_embedded":{"conversations":[{"id":3}]},"page":{"totalPages":1}}`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(answer))
		}))
		t.Cleanup(server.Close)
		desk := client(server.URL, "x")
		if _, err := desk.Conversations(t.Context(), time.Time{}); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("%s: conversations: %v", name, err)
		}
		if name == "no number" || name == "no time" || name == "no length" {
			continue
		}
		if _, err := desk.Create(t.Context(), customer.Customer{First: "x"}); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("%s: a new customer: %v", name, err)
		}
		if _, err := desk.ByEmail(t.Context(), "x@y.nl"); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("%s: by address: %v", name, err)
		}
	}
}

// An error that passes for granted has changed nobody.
func TestAnErrorThatPassesForGrantedIsNoChange(t *testing.T) {
	t.Parallel()
	p, address := helpdesk.ForTest(t, helpdesk.Options{})
	desk, jan := client(address, p.Key), customer.Customer{First: "Jan", Emails: []string{"jan@club.example"}}
	id, err := desk.Create(t.Context(), jan)
	if err != nil {
		t.Fatal(err)
	}
	for name, call := range map[string]func() error{
		"Change": func() error { return desk.Change(t.Context(), id, jan) },
		"Fill":   func() error { return desk.Fill(t.Context(), id, map[int]string{1: "x"}) },
	} {
		p.Control.Turn("granted-error", true)
		if err := call(); fault.KindOf(err) != fault.Unavailable {
			t.Errorf("%s: %v", name, err)
		}
		if err := call(); err != nil { // the switch acts once
			t.Errorf("%s, granted: %v", name, err)
		}
	}
}
