package main_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubweb"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/adapters/phones"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/clubsite"
	"github.com/clubhuis/clubhuis/fixtures/clubsite/register"
	"github.com/clubhuis/clubhuis/fixtures/control"
)

// catalogue is the pipelines between a real browser on a fake site and an application in memory, with a clock that the test
// moves on, so that no one-time code has to be waited for.
type catalogue struct {
	*synchronizations.Service
	t     *testing.T
	site  *clubsite.Site
	app   *inmem.Application
	lists *inmem.MailLists

	mu    sync.Mutex
	later time.Duration
}

func (c *catalogue) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.later)
}

// pass lets a minute pass.
func (c *catalogue) pass() {
	c.mu.Lock()
	c.later += time.Minute
	c.mu.Unlock()
	c.app.SetNow(c.now())
}

// brief are waits that a fake site on the loopback needs, on a busy machine.
var brief = clubweb.Limits{
	Page: 10 * time.Second, SignIn: 10 * time.Second, Control: 5 * time.Second, Search: 6 * time.Second, Teams: 6 * time.Second,
	Member: 4 * time.Second, Roster: 4 * time.Second, Card: 2 * time.Second, Save: 4 * time.Second, Photo: 4 * time.Second,
	Retry: 10 * time.Millisecond, Tries: 2,
}

// newCatalogue is a club at six in the morning, so that no day ends meanwhile, and with it what somebody does.
func newCatalogue(t *testing.T) *catalogue {
	zone := amsterdam(t)
	today := civil.On(time.Now(), zone)
	return newCatalogueAt(t, time.Date(today.Year, today.Month, today.Day, 6, 0, 0, 0, zone))
}

func amsterdam(t testing.TB) *time.Location {
	zone, err := time.LoadLocation("Europe/Amsterdam")
	ok(t, err)
	return zone
}

func newCatalogueAt(t *testing.T, start time.Time) *catalogue {
	zone := start.Location()
	c := &catalogue{t: t, lists: inmem.NewMailLists([]string{"voornaam", "achternaam", "team"}, "een"), later: time.Until(start)}
	site, url := clubsite.ForTest(t, clubsite.Options{Club: club.Generate(24, 5, civil.On(start, zone)), Seed: 5, Now: c.now})
	c.site = site
	c.app = inmem.NewApplication(c.now().In(zone))
	web, err := clubweb.Open(clubweb.Options{
		URL: url, Username: site.Account.Username, Password: site.Account.Password, OTPSecret: site.Account.Secret,
		Browser: os.Getenv("CHROMIUM"), Folder: t.TempDir(), Limits: brief, Now: c.now, Evidence: true,
	})
	ok(t, err)
	t.Cleanup(func() { ok(t, web.Close()) })
	c.Service = &synchronizations.Service{
		Site: web, People: c.app.People(), Dues: c.app.Dues(), Photos: c.app.Photos(), Groups: c.app.Groups(),
		Lists: c.lists, Phones: phones.Numbers{},
		Activities: c.app.Activities(), Roles: c.app.Roles(), Cases: c.app.Cases(), Tasks: c.app.Tasks(),
		Files: &inmem.Files{}, Stores: inmem.NewSync(), Settings: synchronizations.Settings{Lists: []string{"een"}},
		Now: c.now, Zone: zone, Pause: func(ctx context.Context, _, _ time.Duration) error { return ctx.Err() },
	}
	return c
}

// run runs a pipeline after a minute. Of the functions, which a full run has read before, it reads those of the members whom edit
// changed: a page in the browser is what takes time here.
func (c *catalogue) run(pipeline run.Pipeline) run.Run {
	c.t.Helper()
	c.pass()
	r, err := c.Run(c.t.Context(), pipeline, synchronizations.Options{})
	ok(c.t, err)
	return r
}

// good runs a pipeline that must end well.
func (c *catalogue) good(pipeline run.Pipeline) {
	c.t.Helper()
	if r := c.run(pipeline); r.Outcome != run.Success {
		c.t.Errorf("without a fault %s ends as %s: %+v", pipeline, r.Outcome, r.Problems)
	}
}

// concerns are the pipelines that a switch has to do with.
func concerns(name string) []run.Pipeline {
	if strings.HasPrefix(name, "discipline-") {
		return []run.Pipeline{run.Discipline}
	}
	for _, part := range []string{"team", "roster"} {
		if strings.Contains(name, part) {
			return []run.Pipeline{run.People, run.Teams}
		}
	}
	for _, part := range []string{"decoy", "committee", "single", "foreign", "member-", "former", "html", "empty", "missing",
		"never", "untidy"} {
		if strings.Contains(name, part) {
			return []run.Pipeline{run.People, run.Functions}
		}
	}
	return []run.Pipeline{run.People}
}

// seconds are how long what is slow takes here.
var seconds = map[string]float64{"slow-dashboard": 0.3, "slow-sign-in": 0.2, "slow": 0.05, "search-slow": 30}

// others are faults that are other values: what the site tells stands until it tells the old again.
var others = map[string]bool{"untidy-values": true, "team-prefix": true}

// held are faults after which an edit stays on one side: the site changed the same number meanwhile, or lets nobody edit the
// member.
var held = map[string]bool{"untidy-values": true, "former-type": true}

// Two clubs share the switches, each with a browser of its own, so that one works while the other waits for an answer.
func TestEverySwitchOfTheFailureCatalogueLosesAndDoublesNothing(t *testing.T) {
	t.Parallel()
	for half := range 2 {
		t.Run(fmt.Sprint("club ", half+1), func(t *testing.T) {
			t.Parallel()
			c := newCatalogue(t)
			for _, pipeline := range []run.Pipeline{run.People, run.Teams, run.FunctionsFull, run.Discipline} {
				c.good(pipeline)
			}
			want := c.standing()
			names := c.site.Control.Names()
			for i, name := range names {
				if i*2/len(names) == half {
					t.Run(name, func(t *testing.T) { c.t = t; c.suffers(name, want) })
				}
			}
		})
	}
}

// suffers holds that everything stands as it did while a switch is on, and that what was edited meanwhile arrives afterwards.
func (c *catalogue) suffers(name, want string) {
	c.t.Helper()
	edited, number := c.edit() // of what a pipeline of cases does not touch the next people run tells
	setting := control.Setting{On: true}
	if length, given := seconds[name]; given {
		setting.Seconds = &length
	}
	_, err := c.site.Control.Set(name, setting)
	ok(c.t, err)
	for _, pipeline := range concerns(name) {
		r := c.run(pipeline)
		if r.Outcome != run.Success && len(r.Problems) == 0 {
			c.t.Errorf("%s ends as %s and says nothing", pipeline, r.Outcome)
		}
		c.understood(r)
	}
	if got := c.standing(); got != want && !others[name] {
		c.t.Errorf("with the fault:\n%s", differs(want, got))
	}
	c.site.Control.Turn(name, false)
	for _, pipeline := range concerns(name) {
		c.good(pipeline)
	}
	if got := c.standing(); got != want {
		c.t.Errorf("after the fault:\n%s", differs(want, got))
	}
	if !held[name] && concerns(name)[0] == run.People {
		c.reached(edited, number)
	}
}

// edit changes a mobile number in the application, as a volunteer does, and one on the site. It returns whose, and what they are.
func (c *catalogue) edit() (codes [2]string, numbers [2]string) {
	c.t.Helper()
	members := c.site.Register.Members(register.Active)
	// Of members with a function: whose page the functions' run then reads.
	slices.SortStableFunc(members, func(a, b register.Member) int { return len(b.Posts) - len(a.Posts) })
	numbers[0], numbers[1] = "+316"+c.digits(1), "+316"+c.digits(2)
	codes[0], codes[1] = members[0].Code, members[1].Code
	c.pass()
	people, _ := c.app.ByHand()
	_, err := people.Change(c.t.Context(), c.person(codes[0]).ID, payload.Person{
		Person: person.Person{Contacts: []person.Contact{
			{Type: person.Email, Value: "beheer." + strings.ToLower(codes[0]) + "@elzendam.example"},
			{Type: "mobile", Value: numbers[0]},
		}},
		Told: []string{"contact_info"},
	})
	ok(c.t, err)
	c.pass()
	c.site.Register.Edit(codes[1], func(m *register.Member) bool {
		m.Mobile = "06-" + numbers[1][4:]
		return true
	})
	return codes, numbers
}

// digits are eight digits that differ each time.
func (c *catalogue) digits(first int) string {
	return fmt.Sprintf("%d%07d", first, c.now().Unix()%10_000_000)
}

// reached holds that both edits stand on both sides.
func (c *catalogue) reached(codes, numbers [2]string) {
	c.t.Helper()
	for i, code := range codes {
		rows := c.person(code).Contacts
		if !slices.ContainsFunc(rows, func(row person.Contact) bool { return strings.Contains(row.Value, numbers[i]) }) {
			c.t.Errorf("%s in the application: %v, want %s", code, rows, numbers[i])
		}
		m, _ := c.site.Register.Member(code)
		if got := strings.ReplaceAll(m.Mobile, "-", ""); got != "0"+numbers[i][3:] {
			c.t.Errorf("%s on the site: %s, want %s", code, m.Mobile, numbers[i])
		}
	}
}

// forPeople is how what a volunteer reads begins: with a sentence, of which the cause stands behind.
var forPeople = regexp.MustCompile(`^(De|Het|Een|Van|Inloggen|Geen) [^:]*\w(\.$|: )`)

// understood holds that a report says what happened in words for a volunteer.
func (c *catalogue) understood(r run.Run) {
	c.t.Helper()
	for _, p := range r.Problems {
		if !forPeople.MatchString(p.Message) {
			c.t.Errorf("nobody understands %q", p.Message)
		}
	}
}

func (c *catalogue) person(code string) payload.Person {
	c.t.Helper()
	var found []payload.Person
	for _, p := range c.app.Everybody() {
		if p.Membership.Code == code {
			found = append(found, p)
		}
	}
	if len(found) != 1 {
		c.t.Fatalf("%d people have the code %s", len(found), code)
	}
	return found[0]
}

// standing is who stands in the application, with what no fault may change, a line each.
func (c *catalogue) standing() string {
	var lines []string
	for _, p := range c.app.Everybody() {
		_, photo := c.app.Photo(p.ID)
		current := 0
		for _, row := range p.Work {
			if row.Current {
				current++
			}
		}
		lines = append(lines, strings.Join([]string{
			p.Membership.Code, p.FullName(), p.Birthdate.String(), strconv.FormatBool(p.Membership.Former),
			p.Membership.CertificateOn.String(), strconv.FormatBool(p.Membership.FinancialBlock),
			string(rune('0' + len(p.Relations))), string(rune('0' + current)), map[bool]string{true: "photo"}[photo],
		}, " | "))
	}
	for _, filed := range c.app.Filed() {
		lines = append(lines, fmt.Sprint("case ", filed.Dossier, " ", filed.Person != 0, " ", filed.Fee))
	}
	for _, kind := range []string{"team", "commissie"} {
		for _, g := range c.app.Everygroup(work.Kind(kind)) {
			lines = append(lines, kind+" "+g.Title)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// differs are the lines that only one of two texts has.
func differs(want, got string) string {
	var said []string
	wanted, there := strings.Split(want, "\n"), strings.Split(got, "\n")
	for _, line := range wanted {
		if !slices.Contains(there, line) {
			said = append(said, "- "+line)
		}
	}
	for _, line := range there {
		if !slices.Contains(wanted, line) {
			said = append(said, "+ "+line)
		}
	}
	return strings.Join(said, "\n")
}
