package moving_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubapi"
	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/adapters/markup"
	"github.com/clubhuis/clubhuis/adapters/pictures"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/predecessor"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
	fake "github.com/clubhuis/clubhuis/fixtures/predecessor"
	"github.com/clubhuis/clubhuis/ports"
)

func TestMain(m *testing.M) { os.Exit(postgres.Main(m)) }

// now is when everything happens.
var now = time.Date(2026, time.March, 14, 12, 0, 0, 0, time.UTC)

func amsterdam(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// house is a new club in Clubhuis, with its administrator.
type house struct {
	ports.Stores
	club   *usecase.Club
	viewer access.Viewer
}

// database is a store with its steps.
type database struct {
	stores ports.Stores
	atomic ports.Atomic
}

var migratedPostgres = postgres.Copies(func(location string) error {
	store, err := gormstore.Open(context.Background(), location)
	if err != nil {
		return err
	}
	defer store.Close() //nolint:errcheck // the next one says so
	return store.Migrate(context.Background())
})

// stores open an empty database of each kind.
var stores = map[string]func(t testing.TB) database{
	"memory": func(testing.TB) database {
		store := inmem.Open()
		return database{store.Stores(), store}
	},
	"SQLite": func(t testing.TB) database {
		return gorm(t, "sqlite:"+filepath.Join(t.TempDir(), "club.db"), true)
	},
	"PostgreSQL": func(t testing.TB) database { return gorm(t, migratedPostgres(t), false) },
}

func gorm(t testing.TB, location string, migrate bool) database {
	t.Helper()
	store, err := gormstore.Open(t.Context(), location)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	if migrate {
		if err := store.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	store.SetOutbox(func(context.Context, *sql.Tx, []job.Job) error { return nil })
	return database{store.Stores(), store}
}

// build makes a club of a database. wrap, which may be nil, stands around its steps.
func build(t testing.TB, db database, wrap func(ports.Atomic) ports.Atomic) house {
	t.Helper()
	return buildNamed(t, db, "vv De Proef", wrap)
}

// buildNamed is build for a club whose name the operator gave, "" for one that has no name yet.
func buildNamed(t testing.TB, db database, name string, wrap func(ports.Atomic) ports.Atomic) house {
	t.Helper()
	ctx := t.Context()
	if err := db.stores.Directory.Load(ctx); err != nil {
		t.Fatal(err)
	}
	atomic := db.atomic
	if wrap != nil {
		atomic = wrap(atomic)
	}
	c := usecase.New(usecase.Adapters{
		Stores: db.stores, Atomic: atomic, Hasher: inmem.FastHasher{}, Strength: inmem.PasswordStrength{}, Codes: inmem.OneTimeCodes{},
		Files: new(inmem.Files), Pictures: pictures.New(), Markup: markup.New(), Mailer: new(inmem.Mailer),
		Now:  func() time.Time { return now },
		Zone: amsterdam(t), Random: rand.Read, ClubName: name, BaseURL: "https://club.example", Key: make([]byte, 32),
		PasswordChecks: 1,
	})
	t.Cleanup(func() { _ = c.Accounts.Close(context.WithoutCancel(ctx)) })
	admin, err := db.stores.Users.ByLogin(ctx, "admin")
	if err != nil {
		admin = account.User{
			Username: "admin", Email: "admin@club.example", DisplayName: "Bestuur", Roles: []access.Role{access.Administrator},
			Registered: now,
		}
		if admin.ID, err = db.stores.Users.Create(ctx, admin); err != nil {
			t.Fatal(err)
		}
	}
	return house{Stores: db.stores, club: c, viewer: c.Accounts.Viewer(&admin)}
}

// made is the club that moves. Its first team stands below the last one, its second below its first, and its last committee below
// the one before.
func made(people int) club.Club {
	c := club.Generate(people, 1, civil.Of(now))
	teams, committees := byKind(c.Groups)
	teams[0].Parent, teams[1].Parent = teams[len(teams)-1].ID, teams[0].ID
	committees[len(committees)-1].Parent = committees[len(committees)-2].ID
	return c
}

func byKind(groups []group.Group) (teams, committees []*group.Group) {
	for i := range groups {
		if groups[i].Kind == work.Team {
			teams = append(teams, &groups[i])
		} else {
			committees = append(committees, &groups[i])
		}
	}
	return teams, committees
}

// former is the application that it had before.
func former(t testing.TB, c club.Club) (*fake.Application, ports.Predecessor) {
	t.Helper()
	return served(t, fake.Options{Club: c, Now: func() time.Time { return now }})
}

func served(t testing.TB, o fake.Options) (*fake.Application, ports.Predecessor) {
	t.Helper()
	a, url := fake.ForTest(t, o)
	p, err := clubapi.NewPredecessor(clubapi.Options{
		URL: url, Username: a.Username, Password: a.Password, FirstWait: time.Millisecond, Timeout: 20 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return a, p
}

// move moves the club, and fails the test when that fails.
func (h house) move(t testing.TB, from ports.Predecessor, o predecessors.Options) predecessor.Report {
	t.Helper()
	report, err := h.club.Predecessors.Run(t.Context(), h.viewer, from, o)
	if err != nil {
		t.Fatalf("%v\n%s", err, report.Write())
	}
	return report
}

func must[T any](value T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// origins are the new numbers of a kind.
func (h house) origins(t testing.TB, kind origin.Kind) map[int64]int64 {
	t.Helper()
	return must(h.Origins.All(t.Context(), kind))(t)
}

func (h house) person(t testing.TB, id int64) person.Person {
	t.Helper()
	found, there := h.Directory.View().Stored(id)
	if !there {
		t.Fatalf("there is no person %d", id)
	}
	return must(found.Person())(t)
}

// describe tells everything that came, with old numbers in place of new ones, a line for each record: what two clubs of it have
// in common that came over.
func (h house) describe(t testing.TB) string {
	t.Helper()
	ctx := t.Context()
	old := map[origin.Kind]map[int64]int64{}
	ids := map[origin.Kind][]int64{}
	for _, kind := range predecessor.Counted {
		old[kind] = map[int64]int64{}
		for was, is := range h.origins(t, kind) {
			if _, twice := old[kind][is]; twice && kind != origin.Woven && kind != origin.Placed {
				t.Errorf("%s %d came of two", kind, is)
			}
			old[kind][is] = was
			ids[kind] = append(ids[kind], is)
		}
		slices.Sort(ids[kind])
	}
	var lines []string
	tell := func(kind origin.Kind, id int64, value any) {
		text, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%s %d %s", kind, old[kind][id], text))
	}
	head := func(h *record.Head) {
		h.ID, h.Revision, h.Author, h.Editor = 0, 0, old[origin.User][h.Author], old[origin.User][h.Editor]
	}
	people := func(list []int64) (were []int64) {
		for _, id := range list {
			were = append(were, old[origin.Person][id])
		}
		return were
	}
	for _, id := range ids[origin.Person] {
		p := h.person(t, id)
		p.ID, p.Revision, p.Author, p.Editor = 0, 0, old[origin.User][p.Author], old[origin.User][p.Editor]
		p.Photo = old[origin.Photo][p.Photo]
		for i := range p.Work {
			p.Work[i].Group = old[origin.Group][p.Work[i].Group]
		}
		for i := range p.Relations {
			p.Relations[i].To, p.Relations[i].Type = old[origin.Person][p.Relations[i].To], old[origin.RelationType][p.Relations[i].Type]
		}
		slices.SortFunc(p.Relations, byTo)
		for i := range p.Labels {
			p.Labels[i] = old[origin.Label][p.Labels[i]]
		}
		tell(origin.Person, id, p)
	}
	for _, id := range ids[origin.Group] {
		g := must(h.Directory.View().Group(id, record.View{}))(t)
		tell(origin.Group, id, []any{g.Title, g.Content, g.Kind, old[origin.Group][g.Parent], g.Document, g.Administered,
			g.Created, g.Modified})
	}
	for _, a := range must(h.Activities.ByID(ctx, ids[origin.Activity]...))(t) {
		id := a.ID
		head(&a.Head)
		a.Person, a.Participants = old[origin.Person][a.Person], people(a.Participants)
		tell(origin.Activity, id, a)
	}
	for _, n := range must(h.Notes.ByID(ctx, ids[origin.Note]...))(t) {
		id := n.ID
		head(&n.Head)
		n.Person = old[origin.Person][n.Person]
		tell(origin.Note, id, n)
	}
	for _, one := range must(h.Tasks.ByID(ctx, ids[origin.Task]...))(t) {
		id := one.ID
		head(&one.Head)
		one.People, one.Assignee = people(one.People), old[origin.User][one.Assignee]
		tell(origin.Task, id, one)
	}
	for _, one := range must(h.Cases.ByID(ctx, ids[origin.Case]...))(t) {
		id := one.ID
		head(&one.Head)
		one.Person, one.Home, one.Away = old[origin.Person][one.Person], old[origin.Group][one.Home], old[origin.Group][one.Away]
		tell(origin.Case, id, one)
	}
	for _, v := range must(h.Invoices.ByID(ctx, ids[origin.Invoice]...))(t) {
		id := v.ID
		head(&v.Head)
		v.Person, v.TokenSealed, v.TokenDigest = old[origin.Person][v.Person], "", v.TokenDigest[:min(1, len(v.TokenDigest))]
		if v.Kind == "discipline" {
			v.TokenDigest = "" // drawn anew
		}
		for i := range v.Lines {
			v.Lines[i].Case = old[origin.Case][v.Lines[i].Case]
		}
		tell(origin.Invoice, id, v)
	}
	for _, item := range must(h.Feedback.ByID(ctx, ids[origin.Feedback]...))(t) {
		id := item.ID
		head(&item.Head)
		tell(origin.Feedback, id, item)
		for _, comment := range must(h.Feedback.Comments(ctx, id))(t) {
			was := comment.ID
			comment.ID, comment.Item, comment.Author = 0, old[origin.Feedback][comment.Item], old[origin.User][comment.Author]
			tell(origin.Comment, was, comment)
		}
	}
	view := h.Directory.View()
	money := view.Finance()
	money.Logo = old[origin.InvoiceLogo][money.Logo]
	tell(origin.Set, 1, []any{money, view.ScreeningSettings(), view.Functions(), view.Welcome(),
		view.VolunteerRules().PlayerRoles, view.Identity().Name})
	return strings.Join(lines, "\n")
}

// totals counts all records that there are, brought or not.
func (h house) totals(t testing.TB) map[string]int {
	t.Helper()
	ctx := t.Context()
	view := h.Directory.View()
	everything := record.Query{View: record.View{Reader: h.viewer.Reader(civil.Of(now))}, Window: record.Window{Limit: 1}}
	return map[string]int{
		"people": view.People(everything).Total, "groups": view.Groups(everything).Total,
		"users":    len(must(h.Users.List(ctx, nil, 0))(t)),
		"invoices": len(h.origins(t, origin.Invoice)), "activities": len(h.origins(t, origin.Activity)),
		"feedback": must(h.Feedback.Page(ctx, feedback.Query{Limit: 1}))(t).Total, "labels": len(view.Labels()),
		"types": len(view.RelationTypes()),
	}
}
