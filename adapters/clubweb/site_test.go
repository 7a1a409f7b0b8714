package clubweb

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/go-rod/rod"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/clubsite"
	"github.com/clubhuis/clubhuis/fixtures/clubsite/register"
	"github.com/clubhuis/clubhuis/fixtures/control"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// chromium is the one browser of the tests, but of those that are about browsers.
var chromium = sync.OnceValues(func() (*own, error) {
	path, err := FindBrowser(os.Getenv("CHROMIUM"))
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "clubweb")
	if err != nil {
		return nil, err
	}
	started, err := (&Site{o: Options{Folder: folder}}).run(context.Background(), context.Background(), path, os.Geteuid() == 0)
	if err == nil {
		stopBrowser = func() {
			started.kill()
			_ = os.RemoveAll(folder)
		}
	}
	return started, err
})

var stopBrowser = func() {}

func TestMain(m *testing.M) {
	if url := os.Getenv("CLUBWEB_HOLDS"); url != "" {
		holder(url, os.Getenv("CLUBWEB_FOLDER"))
	}
	code := m.Run()
	stopBrowser()
	os.Exit(code)
}

func sharedBrowser(t testing.TB) *rod.Browser {
	t.Helper()
	shared, err := chromium()
	if err != nil {
		t.Fatalf("this test needs Chromium: %v", err)
	}
	return shared.Browser
}

var today = civil.Date{Year: 2026, Month: time.March, Day: 14}

// people is the club of all tests.
var people = sync.OnceValue(func() club.Club { return club.Generate(150, 7, today) })

// clock is the clock of a site and of its visitor. Who waits lets it go on.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

func (c *clock) pass(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
	return ctx.Err()
}

// world is a fake site with somebody who visits it.
type world struct {
	t     testing.TB
	clock *clock
	fake  *clubsite.Site
	site  *Site
	o     Options
}

// short are limits that a fake site on a busy machine keeps.
var short = Limits{
	Lock: 5 * time.Second, Page: 10 * time.Second, SignIn: 10 * time.Second, Control: 5 * time.Second, Search: 5 * time.Second,
	Teams: 5 * time.Second, Member: 5 * time.Second, Roster: 5 * time.Second, Card: 3 * time.Second, Save: 5 * time.Second,
	Photo: 5 * time.Second, Evidence: 5 * time.Second, Tries: 2, Cases: 5 * time.Second,
	Quiet: 50 * time.Millisecond,
}

// newWorld opens a club; with changes to the options.
func newWorld(t testing.TB, change ...func(*Options)) *world {
	t.Helper()
	return around(t, func(fake http.Handler) http.Handler { return fake }, change...)
}

func newFake(now func() time.Time) *clubsite.Site {
	return clubsite.New(clubsite.Options{Club: people(), Seed: 7, Now: now})
}

// around is newWorld with something between the site and its visitors.
func around(t testing.TB, wrap func(http.Handler) http.Handler, change ...func(*Options)) *world {
	t.Helper()
	w := &world{t: t, clock: &clock{at: time.Date(2026, time.March, 14, 9, 0, 0, 0, time.UTC)}}
	w.fake = newFake(w.clock.now)
	server := httptest.NewServer(wrap(w.fake))
	t.Cleanup(func() {
		server.CloseClientConnections() // some requests are held open on purpose
		server.Close()
	})
	w.o = Options{
		URL: server.URL, Username: clubsite.Username, Password: clubsite.Password, OTPSecret: clubsite.Secret, Folder: t.TempDir(),
		Limits: short, Now: w.clock.now, pause: w.clock.pass, browser: sharedBrowser(t),
	}
	for _, change := range change {
		change(&w.o)
	}
	w.site = w.another()
	return w
}

// another is one more visitor with the same options, as another process is.
func (w *world) another() *Site {
	w.t.Helper()
	site, err := Open(w.o)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		if err := site.Close(); err != nil {
			w.t.Error(err)
		}
	})
	return site
}

func (w *world) set(name string, setting control.Setting) {
	w.t.Helper()
	setting.On = true
	if _, err := w.fake.Control.Set(name, setting); err != nil {
		w.t.Fatal(err)
	}
}

// impatient lets the site wait no longer than it takes to be sure that nothing comes.
func (w *world) impatient(limit time.Duration) {
	l := &w.site.limits
	l.Search, l.Teams, l.Member, l.Roster, l.Card, l.Cases = limit, limit, limit, limit, limit, limit
}

// member is an active member who suits.
func (w *world) member(suits func(register.Member) bool) register.Member {
	w.t.Helper()
	members := w.fake.Register.Members(register.Active)
	at := slices.IndexFunc(members, suits)
	if at < 0 {
		w.t.Fatal("the club has nobody like that")
	}
	return members[at]
}

// TestClubSite gives the parts of the suite sites whose visitors have signed in already, one after the other: a part leaves
// its site as it was at the start.
func TestClubSite(t *testing.T) {
	t.Parallel()
	free := make(chan *world, 32)
	porttest.ClubSite(t, func(part testing.TB) porttest.Federation {
		var w *world
		select {
		case w = <-free:
		default:
			w = newWorld(t)
		}
		w.t = part
		part.Cleanup(func() {
			w.fake.Control.Reset(true)
			w.site.limits = short.orDefault()
			if err := w.site.refused.forget(); err != nil {
				part.Error(err)
			}
			free <- w
		})
		return w.federation()
	})
}

// federation tells the suite what stands on the fake site.
func (w *world) federation() porttest.Federation {
	f := porttest.Federation{
		Site: w.site, Rosters: map[string][]federation.Place{}, Details: map[string]federation.Detail{},
		Photos: map[string]federation.Picture{},
		Break:  w.breakage, SignIns: func() int { return len(w.fake.SignIns()) / 2 },
	}
	for _, m := range w.fake.Register.Members(register.Active, register.EligibleForRemoval) {
		f.Members = append(f.Members, w.row(&m))
	}
	f.Cases = w.cases()
	for _, union := range []bool{true, false} {
		for _, t := range w.fake.Register.Teams(union) {
			if !t.Connected {
				f.Teams = append(f.Teams, w.team(t, union))
			}
		}
	}
	for _, team := range []federation.Team{f.Teams[0], f.Teams[len(f.Teams)-1]} {
		f.Rosters[team.ID] = w.roster(team.ID)
	}
	rich := w.member(func(m register.Member) bool {
		return !m.PhotoOn.IsZero() && len(m.Posts) > 1 && len(m.Addresses) > 0 && m.Posts[0].End.IsZero() && m.Email != ""
	})
	poor := w.member(func(m register.Member) bool { return m.PhotoOn.IsZero() && m.Email != "" })
	f.Member = rich.Code
	f.Photos[rich.Code] = federation.Picture{Data: clubsite.Photo(rich.Code, rich.PhotoOn.String()), Ext: "jpg", On: rich.PhotoOn}
	for _, m := range []register.Member{rich, poor} {
		f.Details[m.Code] = w.detail(&m)
	}
	for _, m := range w.fake.Register.Members(register.Inactive) {
		if f.Left = m.Code; m.Type == register.FormerType {
			f.Closed = m.Code
		}
		row := w.row(&m)
		row.UnionTeams, row.ClubTeams = "", ""
		f.Former = append(f.Former, row)
	}
	return f
}

// troubles are what the suite lets go wrong, in the words of the fake site.
var troubles = map[porttest.Trouble]string{
	porttest.NoAnswer: "response-never", porttest.ForeignAnswer: "foreign-answer", porttest.OtherAnswer: "html-instead-of-json",
	porttest.EmptyAnswer: "empty-body", porttest.LessInAnswer: "missing-field", porttest.SignInRefused: "code-refused",
	porttest.UntidyTexts: "untidy-values", porttest.PhotoGone: "photo-missing", porttest.PhotoBroken: "photo-tiny",
	porttest.NothingKept: "save-ignored", porttest.SecondNotKept: "save-ignored", porttest.NothingToPress: "no-edit-button",
}

func (w *world) breakage(trouble porttest.Trouble) {
	w.fake.Control.Reset(false)
	w.site.limits = short.orDefault()
	if trouble == porttest.NoAnswer || trouble == porttest.NothingToPress {
		w.impatient(time.Second)
	}
	if trouble == porttest.SessionOver || trouble == porttest.SignInRefused {
		w.fake.EndSessions()
	}
	if name, found := troubles[trouble]; found {
		always, first := 0, 0
		if trouble == porttest.SecondNotKept {
			first = 1
		}
		w.set(name, control.Setting{Times: &always, After: &first})
	}
}
