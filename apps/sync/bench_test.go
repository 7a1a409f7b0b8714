package main_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/syncstore"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/fixtures/control"
)

// BenchmarkStartPage is the operators' start page of a running service with 10,000 runs kept. cpu-ms/page, the processor time
// that the service spends on one, is to stay under 5.
func BenchmarkStartPage(b *testing.B) {
	p := newPlace(b)
	p.run("migrate").exits(0)
	p.typed(operatorsPassword+"\n", "user", "add", "--username", "jan", "--display-name", "Jan de Boer", "--password-stdin").exits(0)
	p.keepRuns(10_000)
	s := p.serve()
	page := s.browser()
	page.shows("/", "Jan de Boer")(page.visit("/login", url.Values{"username": {"jan"}, "password": {operatorsPassword}}))
	before, pages := s.spent(), 0
	for b.Loop() {
		page.visit("/", nil)
		pages++
	}
	b.ReportMetric(float64((s.spent()-before).Microseconds())/1000/float64(pages), "cpu-ms/page")
}

// BenchmarkHelpdesk is the helpdesk with some 1,500 customers, each answer of which takes ten milliseconds. The first run is to
// take at most 1.2 times what the helpdesk takes for its answers; an unchanged one writes nothing and asks at most once for 50
// customers.
func BenchmarkHelpdesk(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		p := newProviders(b, 2200)
		p.site.Change(func(c *inmem.SiteClub) {
			for i := range c.Members {
				c.Members[i].Email = strings.ToLower(c.Members[i].Code) + "@club.example" // else families share one
			}
		})
		p.good(run.People)
		seconds := 0.01
		_, err := p.desk.Control.Set("slow", control.Setting{On: true, Seconds: &seconds})
		ok(b, err)
		before := len(p.desk.Customers())
		b.StartTimer()
		begun := time.Now()
		p.good(run.Helpdesk)
		took := time.Since(begun)
		b.StopTimer()
		customers := len(p.desk.Customers())
		b.ReportMetric(float64(customers), "customers")
		b.ReportMetric(float64(took)/float64(p.answered.Load()), "first/answering")
		if customers < before+1000 {
			b.Fatalf("%d customers", customers)
		}
		p.app.Forget()
		p.requests.Store(0)
		p.good(run.Helpdesk)
		b.ReportMetric(float64(p.requests.Load())/float64(customers)*50, "requests/50-unchanged")
		if writes := p.app.Writes(); len(writes) > 0 || p.requests.Load() > int64(customers/50) {
			b.Fatalf("an unchanged run writes %q and asks %d times", writes, p.requests.Load())
		}
		b.StartTimer()
	}
}

// BenchmarkDiscipline is a list of 500 cases, to an application each answer of which takes two milliseconds: likewise.
func BenchmarkDiscipline(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		p := newProviders(b, 300)
		p.good(run.People)
		p.site.Change(func(c *inmem.SiteClub) {
			for i := range 500 {
				c.Cases = append(c.Cases, inmem.SiteCase{Case: federation.Case{
					Dossier: fmt.Sprint("T-", i), Member: c.Members[i%len(c.Members)].Code, Match: "Heren 1 - Waterkant", Charge: "Praten",
					Played: civil.Date{Year: 2026, Month: time.February, Day: 28}, Codes: []string{"1.1", "2.4"}, Fee: new(money.Cents(1385)),
				}})
			}
		})
		asked, answering := 0, time.Duration(0)
		p.app.Fail = func(string, int64) error {
			begun := time.Now()
			time.Sleep(2 * time.Millisecond)
			asked++
			answering += time.Since(begun)
			return nil
		}
		b.StartTimer()
		begun := time.Now()
		p.good(run.Discipline)
		took := time.Since(begun)
		b.StopTimer()
		if n := len(p.app.Filed()); n != 500 {
			b.Fatalf("%d cases", n)
		}
		b.ReportMetric(float64(took)/float64(answering), "first/answering")
		p.app.Forget()
		asked = 0
		p.good(run.Discipline)
		b.ReportMetric(float64(asked)/10, "requests/50-unchanged")
		if writes := p.app.Writes(); len(writes) > 0 || asked > 500/50 {
			b.Fatalf("an unchanged run writes %q and asks %d times", writes, asked)
		}
		b.StartTimer()
	}
}

// keepRuns keeps so many runs of all pipelines, some of them with an error.
func (p *place) keepRuns(n int) {
	p.t.Helper()
	store, err := syncstore.Open(p.t.Context(), "sqlite:"+filepath.Join(p.env["DATA"], "clubsync.db"))
	ok(p.t, err)
	pipelines := append(run.Scheduled(), run.ByHand...)
	first := time.Now().Add(-time.Duration(n) * time.Minute)
	for i := range n {
		at := first.Add(time.Duration(i) * time.Minute)
		r := run.Run{Pipeline: pipelines[i%len(pipelines)], Started: at, Finished: at.Add(time.Second), Outcome: run.Success}
		for step := range 8 {
			r.Steps = append(r.Steps, run.Step{Name: fmt.Sprint("step-", step), Counts: run.Counts{Total: 1500}})
		}
		if i%50 == 0 {
			r.Outcome, r.Problems = run.Partial, []run.Problem{{Key: "AAAA11", Message: "Er ging iets mis.", At: at}}
		}
		_, err := store.Stores().Runs.Start(p.t.Context(), r)
		ok(p.t, err)
	}
	ok(p.t, store.Close())
}

// spent is the processor time that the server has spent (Linux).
func (s *server) spent() time.Duration {
	s.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.pid))
	ok(s.t, err)
	_, rest, _ := strings.Cut(string(text), ") ")
	var user, system time.Duration
	fields := strings.Fields(rest)
	_, err = fmt.Sscan(fields[11]+" "+fields[12], (*int64)(&user), (*int64)(&system))
	ok(s.t, err)
	const tick = 10 * time.Millisecond
	return (user + system) * tick
}
