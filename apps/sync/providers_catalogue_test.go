package main_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/contributions"
	"github.com/clubhuis/clubhuis/adapters/freescout"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/adapters/phones"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/fixtures/club"
	fakecontributions "github.com/clubhuis/clubhuis/fixtures/contributions"
	"github.com/clubhuis/clubhuis/fixtures/control"
	"github.com/clubhuis/clubhuis/fixtures/helpdesk"
)

// providers are the pipelines between a site and an application in memory, and a helpdesk and a provider of contributions that
// talk as the real ones do.
type providers struct {
	*synchronizations.Service
	t         testing.TB
	site      *inmem.ClubSite
	app       *inmem.Application
	desk      *helpdesk.Provider
	collector *fakecontributions.Provider
	joined    int
	answered  atomic.Int64 // how long the helpdesk took for its answers
	requests  atomic.Int64 // to the helpdesk

	mu sync.Mutex
	at time.Time
}

func (p *providers) now() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.at
}

// newProviders is a club of so many people, parents among them.
func newProviders(t testing.TB, people int) *providers {
	zone, err := time.LoadLocation("Europe/Amsterdam")
	ok(t, err)
	p := &providers{t: t, site: &inmem.ClubSite{}, at: time.Date(2026, time.March, 14, 8, 0, 0, 0, zone)}
	p.app = inmem.NewApplication(p.at)
	made := club.Generate(people, 5, civil.On(p.at, zone))
	p.desk = helpdesk.New(helpdesk.Options{People: made.People, Now: p.now})
	answering := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		defer func() { p.answered.Add(int64(time.Since(begun))); p.requests.Add(1) }()
		p.desk.ServeHTTP(w, r)
	}))
	t.Cleanup(answering.Close)
	var collectorURL string
	p.collector, collectorURL = fakecontributions.ForTest(t, fakecontributions.Options{Club: made, Seed: 5, Now: p.now})
	p.site.Change(func(c *inmem.SiteClub) {
		for i := range made.People {
			if who := &made.People[i]; who.Membership.Code != "" && !who.Membership.Former {
				c.Members = append(c.Members, inmem.SiteMember{Member: federation.Member{
					Code: who.Membership.Code, First: who.Name.First, Infix: who.Name.Infix, Last: who.Name.Last, Birth: who.Birthdate,
					Status: "ACTIVE", Since: who.Membership.Since, Email: who.Reach("email", "email2"),
				}})
			}
		}
	})
	p.Service = &synchronizations.Service{
		Site: p.site, People: p.app.People(), Dues: p.app.Dues(), Photos: p.app.Photos(), Groups: p.app.Groups(),
		Activities: p.app.Activities(), Roles: p.app.Roles(), Cases: p.app.Cases(), Tasks: p.app.Tasks(),
		Helpdesk: freescout.New(freescout.Options{URL: answering.URL, Key: p.desk.Key, FirstWait: time.Millisecond}),
		Contributions: contributions.New(contributions.Options{
			URL: collectorURL, Key: p.collector.Key, FirstWait: time.Millisecond,
		}),
		Phones: phones.Numbers{}, Files: &inmem.Files{}, Stores: inmem.NewSync(), Now: p.now, Zone: zone,
		Settings: synchronizations.Settings{CustomerFields: customer.Numbers{customer.PublicPersonID: 4, customer.NikkiBalance: 7}},
		Pause:    func(ctx context.Context, _, _ time.Duration) error { return ctx.Err() },
	}
	return p
}

func (p *providers) run(pipeline run.Pipeline) run.Run {
	p.t.Helper()
	p.mu.Lock()
	p.at = p.at.Add(time.Hour)
	p.mu.Unlock()
	p.app.SetNow(p.now())
	r, err := p.Run(p.t.Context(), pipeline, synchronizations.Options{})
	ok(p.t, err)
	return r
}

func (p *providers) good(pipelines ...run.Pipeline) {
	p.t.Helper()
	for _, pipeline := range pipelines {
		if r := p.run(pipeline); r.Outcome != run.Success {
			p.t.Errorf("without a fault %s ends as %s: %+v", pipeline, r.Outcome, r.Problems)
		}
	}
}

// join lets somebody join, who becomes a customer, and returns the code.
func (p *providers) join() string {
	p.joined++
	code := fmt.Sprintf("NW%04d", p.joined)
	p.site.Change(func(c *inmem.SiteClub) {
		c.Members = append(c.Members, inmem.SiteMember{Member: federation.Member{
			Code: code, First: "Nieuw", Last: fmt.Sprint("Lid", p.joined), Status: "ACTIVE",
			Email: strings.ToLower(code) + "@nieuw.example",
		}})
		c.Members[0].Mobile = fmt.Sprintf("06-1000%04d", p.joined) // who is a customer already changes
	})
	return code
}

// logged is how often a subject stands on the timelines.
func (p *providers) logged(subject string) (n int) {
	for _, who := range p.app.Everybody() {
		for _, a := range p.app.Logged(who.ID) {
			if strings.Contains(a.Content, subject) {
				n++
			}
		}
	}
	return n
}

// fault turns a switch of a provider on, without its waits.
func (p *providers) fault(panel *control.Panel, name string) {
	p.t.Helper()
	none := 0.0
	_, err := panel.Set(name, control.Setting{On: true, Seconds: &none})
	ok(p.t, err)
}

// same holds that nothing differs on any side.
func (p *providers) same() {
	p.t.Helper()
	p.good(run.Helpdesk, run.FunctionsFull, run.People) // the numbers of customers go to the site
	found, err := p.Verify(p.t.Context())
	if ok(p.t, err); len(found) > 0 {
		p.t.Errorf("it differs: %+v", found)
	}
}

// spoken holds that a run with a fault tells of it, in words for a volunteer.
func (p *providers) spoken(r *run.Run) {
	p.t.Helper()
	if r.Outcome != run.Success && len(r.Problems) == 0 {
		p.t.Errorf("%s ends as %s and says nothing", r.Pipeline, r.Outcome)
	}
	for _, problem := range r.Problems {
		if !forPeople.MatchString(problem.Message) {
			p.t.Errorf("nobody understands %q", problem.Message)
		}
	}
}

func TestEverySwitchOfTheProvidersLosesAndDoublesNothing(t *testing.T) {
	t.Parallel()
	p := newProviders(t, 24)
	p.good(run.People, run.Contributions, run.Helpdesk, run.People)
	p.same()
	for _, name := range p.desk.Control.Names() {
		t.Run("helpdesk "+name, func(t *testing.T) {
			p.t = t
			code, subject := p.join(), "Vraag tijdens "+name
			customers := p.desk.Customers()
			p.desk.Ask(customers[len(customers)-1].ID, subject)
			p.good(run.People)
			p.fault(p.desk.Control, name)
			r := p.run(run.Helpdesk)
			p.spoken(&r)
			p.desk.Control.Turn(name, false)
			p.good(run.Helpdesk, run.Helpdesk)
			if n := p.logged(subject); n != 1 && name != "deleted-customer" { // what a deleted customer asked is deleted with them
				t.Errorf("%q was logged %d times", subject, n)
			}
			found := 0
			for _, c := range p.desk.Customers() {
				for _, f := range c.Fields {
					if f.Value == code {
						found++
					}
				}
			}
			if found != 1 {
				t.Errorf("%s is %d customers", code, found)
			}
			p.same()
		})
	}
	for _, name := range p.collector.Control.Names() {
		t.Run("contributions "+name, func(t *testing.T) {
			p.t = t
			code := p.join()
			p.good(run.People)
			p.collector.Put(code, p.collector.Year, fakecontributions.Contribution{
				Total: 25_500, Balance: int64(p.joined), Status: fakecontributions.Partly,
			})
			p.fault(p.collector.Control, name)
			r := p.run(run.Contributions)
			p.spoken(&r)
			p.collector.Control.Turn(name, false)
			p.good(run.Contributions)
			at := slices.IndexFunc(p.app.Everybody(), func(who payload.Person) bool { return who.Membership.Code == code })
			key := fmt.Sprintf("_nikki_%d_saldo", p.collector.Year)
			if got := string(p.app.Everybody()[at].Extra[key]); got != fmt.Sprintf("0.%02d", p.joined) {
				t.Errorf("%s of %s is %s", key, code, got)
			}
			p.same()
		})
	}
}
