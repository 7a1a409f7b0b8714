package contributions_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	adapter "github.com/clubhuis/clubhuis/adapters/contributions"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/dues"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/contributions"
	"github.com/clubhuis/clubhuis/fixtures/control"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func client(url, key string) *adapter.Provider {
	return adapter.New(adapter.Options{URL: url + "/", Key: key, FirstWait: time.Millisecond, Timeout: 5 * time.Second})
}

func TestContract(t *testing.T) {
	t.Parallel()
	porttest.Contributions(t, func(t testing.TB) porttest.Collector {
		p, address := contributions.ForTest(t, contributions.Options{Year: 2026})
		return porttest.Collector{Contributions: client(address, p.Key), Put: func(year int, items ...dues.Item) {
			byMember := map[string][]contributions.Contribution{}
			var order []string
			for _, item := range items {
				if byMember[item.Member] == nil {
					order = append(order, item.Member)
				}
				byMember[item.Member] = append(byMember[item.Member], contributions.Contribution{
					Total: int64(item.Total), Balance: int64(item.Balance), Status: item.Status,
				})
			}
			for _, code := range order {
				p.Put(code, year, byMember[code]...)
			}
		}}
	})
}

func TestEachSwitchOfTheProvider(t *testing.T) {
	t.Parallel()
	tested := map[string]bool{}
	for _, c := range []struct {
		turned   string
		times    int
		seconds  float64
		want     fault.Kind // Internal for none
		requests int        // -1: any number
	}{
		{"slow", 0, 0.05, fault.Internal, 3},
		{"rate-limited", 3, 0, fault.Internal, 6},
		{"rate-limited", 4, 0, fault.Unavailable, 4},
		{"rate-limited", 1, 121, fault.Unavailable, 1},
		{"server-error", 3, 0, fault.Internal, 6},
		{"server-error", 4, 0, fault.Unavailable, 4},
		{"restart", 3, 0, fault.Internal, 6},
		{"restart", 0, 0, fault.Unavailable, -1},
		{"unauthorized", 0, 0, fault.Unauthenticated, 1},
		{"not-json", 1, 0, fault.Unavailable, 1},
		{"page-missing", 1, 0, fault.Unavailable, 2},
		{"next-repeats", 0, 0, fault.Unavailable, 2},
	} {
		tested[c.turned] = true
		made := club.Generate(400, 1, civil.Date{Year: 2026, Month: 3, Day: 14})
		p, address := contributions.ForTest(t, contributions.Options{Club: made, Seed: 1, Year: 2026})
		if _, err := p.Control.Set(c.turned, control.Setting{On: true, Times: &c.times, Seconds: &c.seconds}); err != nil {
			t.Fatal(err)
		}
		items, err := client(address, p.Key).Year(t.Context(), 2026)
		switch {
		case c.want == fault.Internal && (err != nil || len(items) != len(p.Contributions(2026))):
			t.Errorf("%s: %d items, %v", c.turned, len(items), err)
		case c.want != fault.Internal && (fault.KindOf(err) != c.want || items != nil):
			t.Errorf("%s: %d items, %v", c.turned, len(items), err)
		}
		if n := len(p.Control.Requests()); c.requests >= 0 && n != c.requests {
			t.Errorf("%s: %d requests, not %d", c.turned, n, c.requests)
		}
	}
	tested["amount-unreadable"] = true // below
	for _, name := range contributions.New(contributions.Options{}).Control.Names() {
		if !tested[name] {
			t.Errorf("%s is not tested", name)
		}
	}
}

func TestAnAmountThatCannotBeReadIsThatOfOneMember(t *testing.T) {
	t.Parallel()
	p, address := contributions.ForTest(t, contributions.Options{Year: 2026})
	p.Put("AAAA11", 2026, contributions.Contribution{Total: 100, Balance: 100, Status: "Open"})
	p.Put("BBBB22", 2026, contributions.Contribution{Total: 200, Balance: 0, Status: "Betaald"})
	p.Control.Turn("amount-unreadable", true)
	items, err := client(address, p.Key).Year(t.Context(), 2026)
	var unread *dues.Unreadable
	if !errors.As(err, &unread) || len(unread.Items) != 1 || unread.Items[0].Member != "AAAA11" {
		t.Errorf("%v", err)
	}
	if len(items) != 1 || items[0] != (dues.Item{Member: "BBBB22", Total: 200, Status: "Betaald"}) {
		t.Errorf("%+v", items)
	}
}

func TestAnswersOfAnotherForm(t *testing.T) {
	t.Parallel()
	many := strings.TrimSuffix(strings.Repeat(`{"member_code":"A","year":2025},`, 6), ",")
	for name, answer := range map[string]string{
		"no items":          `{"next":null}`,
		"a list":            `[]`,
		"a year beside":     `{"items":[],"next":"https://elders.example/contributions?year=2025&page=2"}`,
		"a wrong next":      `{"items":[],"next":"http://[::"}`,
		"too many unread":   `{"items":[` + many + `],"next":null}`,
		"a number as items": `{"items":3}`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(answer)) }))
		t.Cleanup(server.Close)
		if items, err := client(server.URL, "x").Year(t.Context(), 2026); fault.KindOf(err) != fault.Unavailable || items != nil {
			t.Errorf("%s: %v, %v", name, items, err)
		}
	}
}

// The key goes to nobody else: of the address of the next page only the query counts.
func TestTheKeyGoesNowhereElse(t *testing.T) {
	t.Parallel()
	asked := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("somebody else was asked") }))
	t.Cleanup(other.Close)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if asked++; asked == 1 {
			_, _ = w.Write([]byte(`{"items":[],"next":"` + other.URL + `/contributions?page=2&year=2026"}`))
			return
		}
		_, _ = w.Write([]byte(`{"items":[{"member_code":" A1 ","year":2026,"total":1e1,"balance":0.5,"status":"Open"}],"next":null}`))
	}))
	t.Cleanup(server.Close)
	items, err := client(server.URL, "x").Year(t.Context(), 2026)
	if err != nil || len(items) != 1 || items[0] != (dues.Item{Member: "A1", Total: 1000, Balance: 50, Status: "Open"}) {
		t.Errorf("%+v %v", items, err)
	}
}
