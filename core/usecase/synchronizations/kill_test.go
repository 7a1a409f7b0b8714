package synchronizations_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/ports"
)

// death kills a process at its n-th event: a write on another side, just before it or just after it, or a write of what is
// remembered. From then on nothing succeeds any more.
type death struct {
	mu         sync.Mutex // a run looks at what was edited while it reads the site
	at, events int
	dead       bool
}

var errDead = errors.New("the process is dead")

func (d *death) event() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead {
		return errDead
	}
	if d.events++; d.events == d.at {
		d.dead = true
		return errDead
	}
	return nil
}

// over reports whether it is dead.
func (d *death) over() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.dead
}

func (d *death) write(call string) error {
	switch {
	case d.over():
		return errDead
	case strings.HasPrefix(call, "create"), strings.HasPrefix(call, "change"), strings.HasPrefix(call, "remove"),
		strings.HasPrefix(call, "put"), strings.HasPrefix(call, "take"), strings.HasPrefix(call, "Edit"):
		return d.event()
	}
	return nil
}

type mortalLedger struct {
	ports.Ledger
	death *death
}

func (m mortalLedger) Put(ctx context.Context, entries ...ledger.Entry) error {
	return errors.Join(m.death.event(), m.unlessDead(func() error { return m.Ledger.Put(ctx, entries...) }))
}

func (m mortalLedger) Remove(ctx context.Context, kind ledger.Kind, keys ...string) error {
	return errors.Join(m.death.event(), m.unlessDead(func() error { return m.Ledger.Remove(ctx, kind, keys...) }))
}

func (m mortalLedger) unlessDead(do func() error) error {
	if m.death.over() {
		return errDead
	}
	return do()
}

type mortalDownloads struct {
	ports.Downloads
	death *death
}

func (m mortalDownloads) Begin(ctx context.Context, set string) error {
	if err := m.death.event(); err != nil {
		return err
	}
	return m.Downloads.Begin(ctx, set)
}

func (m mortalDownloads) Stage(ctx context.Context, set string, records map[string][]byte) error {
	if err := m.death.event(); err != nil {
		return err
	}
	return m.Downloads.Stage(ctx, set, records)
}

func (m mortalDownloads) Commit(ctx context.Context, set string, taken time.Time) error {
	if err := m.death.event(); err != nil {
		return err
	}
	return m.Downloads.Commit(ctx, set, taken)
}

func (m mortalDownloads) Put(ctx context.Context, set string, records map[string][]byte) error {
	if err := m.death.event(); err != nil {
		return err
	}
	return m.Downloads.Put(ctx, set, records)
}

func (m mortalDownloads) Drop(ctx context.Context, set string, keys ...string) error {
	if err := m.death.event(); err != nil {
		return err
	}
	return m.Downloads.Drop(ctx, set, keys...)
}

type mortalRuns struct {
	ports.SyncRuns
	death *death
}

func (m mortalRuns) Update(ctx context.Context, id run.ID, change func(*run.Run) error) error {
	if err := m.death.event(); err != nil {
		return err
	}
	return m.SyncRuns.Update(ctx, id, change)
}

// mortal lets the world's service die at the event; revive brings it back.
func (w *world) mortal(at int) (*death, func()) {
	d := &death{at: at}
	stores := w.Stores
	w.Stores.Ledger = mortalLedger{stores.Ledger, d}
	w.Stores.Downloads = mortalDownloads{stores.Downloads, d}
	w.Stores.Runs = mortalRuns{stores.Runs, d}
	w.app.Fail = func(call string, _ int64) error { return d.write(call) }
	w.app.After = w.app.Fail
	w.lists.Fail = func(call, _, _ string) error { return d.write(call) }
	w.lists.After = w.lists.Fail
	w.site.Fail = func(call, _ string) error { return d.write(call) }
	w.desk.Fail = func(call string, _ int64) error { return d.write(call) }
	w.desk.After = w.desk.Fail
	return d, func() {
		w.Stores = stores
		w.app.Fail, w.app.After, w.lists.Fail, w.lists.After, w.site.Fail = nil, nil, nil, nil, nil
		w.desk.Fail, w.desk.After = nil, nil
	}
}

var numbers = regexp.MustCompile(`"(related_person|team|relationship_type)":\d+|"person_thumbnail":"[^"]*"`)

// picture is all that stands in the application and on the lists and the site, without numbers.
func (w *world) picture() string {
	var lines []string
	for _, p := range w.app.Everybody() {
		var fields []string
		for key, value := range fieldsOf(p) {
			text := numbers.ReplaceAllString(string(value), "")
			if key == "work_history" || key == "relationships" || key == "photo_gallery" { // their order is nobody's promise
				rows := strings.Split(text, "},{")
				for i := range rows {
					rows[i] = strings.Trim(rows[i], "[]{}")
				}
				slices.Sort(rows)
				text = strings.Join(rows, " | ")
			}
			if key != "photo_gallery" {
				fields = append(fields, key+"="+text)
			}
		}
		slices.Sort(fields)
		for _, logged := range w.app.Logged(p.ID) {
			fields = append(fields, "logged "+logged.Content)
		}
		photo, there := w.app.Photo(p.ID)
		lines = append(lines, fmt.Sprintf("%s %s photo %v %s", p.FullName(), strings.Join(fields, " "), there, photo.Data))
	}
	slices.Sort(lines)
	for _, filed := range w.app.Filed() {
		who := "nobody"
		for _, p := range w.app.Everybody() {
			if p.ID == filed.Person {
				who = p.FullName()
			}
		}
		filed.Person, filed.Home, filed.Away = 0, filed.Home*0, filed.Away*0
		lines = append(lines, fmt.Sprintf("case %s of %s: %s", filed.Title, who, filed.Encode()))
	}
	for _, task := range w.app.Given() {
		lines = append(lines, "task "+task.Content)
	}
	slices.Sort(lines)
	for _, kind := range []string{"team", "commissie"} {
		var titles []string
		for _, g := range w.groups(kind) {
			titles = append(titles, kind+" "+g.Title)
		}
		slices.Sort(titles)
		lines = append(lines, titles...)
	}
	for _, list := range []string{"een", "twee"} {
		var on []string
		for _, s := range w.lists.On(list) {
			on = append(on, fmt.Sprint(list, " ", s.Email, " ", s.Fields))
		}
		slices.Sort(on)
		lines = append(lines, on...)
	}
	members, err := w.site.Members(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return strings.Join(append(lines, fmt.Sprint(members)), "\n")
}

// eventful is a world in which everything happens: who joins and leaves, moves, changes team, role, photo and contact data,
// and volunteers edit.
func (w *world) eventful() {
	w.site.Change(func(c *inmem.SiteClub) {
		c.Member("AAAA11").Left = true
		c.Member("BBBB22").Mobile = "06-11111111"
		c.Member("DDDD44").PhotoOn.Year = 2026
		c.Member("DDDD44").Parents[0].Email = "els@nieuw.example"
		c.Member("CCCC33").Roles.Seats = c.Member("CCCC33").Roles.Seats[1:]
		c.Members = append(c.Members, member("EEEE55", "Eva", "Els", func(m *inmem.SiteMember) {
			m.Roles.Seats = []federation.Seat{{Committee: "C3", Name: "Feestcommissie", Title: "Lid", Active: true}}
		}))
		c.Rosters["100"] = []federation.Place{{Member: "EEEE55", Title: "Teamspeler"}}
		c.Teams = append(c.Teams[:1], federation.Team{ID: "300", Name: "JO13-1", Activity: "Zaal", Gender: "Vrouwen", Union: true})
		c.Rosters["300"] = []federation.Place{{Member: "DDDD44", Title: "Keeper"}}
		c.Cases[0].Member, c.Cases[1].Sanction = "EEEE55", "Uitsluiting"
		c.Cases = append(c.Cases[1:], c.Cases[0], filed("T-4", "EEEE55"))
	})
	w.byHand(w.person("BBBB22").ID, map[string]any{"addresses": []map[string]any{
		{"address_label": "", "street": "Kade 9", "postal_code": "7097 ZZ", "city": "Elzendam", "country": "Nederland"},
	}})
}

func (w *world) seats() {
	w.edit("CCCC33", func(m *inmem.SiteMember) {
		m.Roles = federation.Roles{
			Functions: []federation.Function{{Title: "Voorzitter", Active: true}},
			Seats: []federation.Seat{
				{Committee: "C1", Name: "Kantinecommissie", Title: "Lid", Active: true},
				{Committee: "C2", Name: "Jeugdcommissie", Title: "Lid", Active: true},
				{Committee: "C2", Name: "Jeugdcommissie", Title: "Secretaris", Active: true},
			},
		}
	})
}

// stride is by how many events a test moves the death of a process on: by one, or by five with -short.
func stride() int {
	if testing.Short() {
		return 5
	}
	return 1
}

// killed runs the pipelines in a process that dies at the event, and reports whether it came to that.
func (w *world) killed(at int, pipelines ...run.Pipeline) bool {
	d, revive := w.mortal(at)
	for _, pipeline := range pipelines {
		w.at = w.at.Add(3 * time.Hour)
		w.app.SetNow(w.at)
		if _, err := w.Run(w.t.Context(), pipeline, synchronizations.Options{}); d.over() {
			_ = err // a dead process tells nobody
			break
		}
	}
	revive()
	return d.dead
}

func TestAKilledRunOfAnyPipelineConverges(t *testing.T) {
	t.Parallel()
	pipelines := []run.Pipeline{run.People, run.Teams, run.FunctionsFull, run.Discipline}
	clean := newWorld(t)
	clean.seats()
	clean.all()
	clean.eventful()
	clean.all()
	clean.all()
	want := clean.picture()

	for _, first := range []bool{true, false} { // killed in the first run of all, or in a later one
		for at := 1; ; at += stride() {
			w := newWorld(t)
			w.seats()
			if !first {
				w.all()
				w.eventful()
			}
			if died := w.killed(at, pipelines...); !died {
				t.Logf("first %v: %d events", first, at-1)
				break
			}
			w.all()
			if first {
				w.eventful()
				w.all()
			}
			w.all()
			if got := w.picture(); got != want {
				t.Fatalf("killed at event %d (first run: %v):\n%s", at, first, difference(want, got))
			}
			w.forget()
			w.all()
			w.quiet()
			if t.Failed() {
				t.Fatalf("killed at event %d (first run: %v): not quiet", at, first)
			}
		}
	}
}

// difference is the lines that only one of the two has.
func difference(want, got string) string {
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

// What is read of a few members, by their recent changes or on demand, converges as well.
func TestAKilledRunOfAFewMembersConverges(t *testing.T) {
	t.Parallel()
	for name, once := range map[string]func(*world) error{
		"recent functions": func(w *world) error {
			_, err := w.Run(t.Context(), run.Functions, synchronizations.Options{WithInvoice: true})
			return err
		},
		"individual": func(w *world) error {
			_, err := w.Individual(t.Context(), "CCCC33")
			return err
		},
	} {
		begin := func() *world {
			w := newWorld(t)
			w.seats()
			w.all()
			updated := w.later(time.Hour)
			w.edit("CCCC33", func(m *inmem.SiteMember) {
				m.Updated, m.Mobile, m.Free[8] = updated, "06-77777777", "2026-02-03"
				m.Roles.Seats = append(m.Roles.Seats[1:],
					federation.Seat{Committee: "C3", Name: "Feestcommissie", Title: "Lid", Active: true})
				m.Block = true
				m.PhotoOn, m.Photo = civil.Date{Year: 2026, Month: 2, Day: 1}, federation.Picture{Data: portrait(t), Ext: "jpg"}
			})
			w.byHand(w.person("CCCC33").ID, map[string]any{"helpdesk-id": "42"})
			return w
		}
		check := func(w *world) error {
			if err := once(w); err != nil {
				return err
			}
			w.all()
			w.all()
			w.forget()
			w.all()
			w.quiet()
			return nil
		}
		clean := begin()
		if err := check(clean); err != nil {
			t.Fatal(err)
		}
		want, at := clean.picture(), 1
		for ; ; at += stride() {
			w := begin()
			d, revive := w.mortal(at)
			_ = once(w) // a dead process tells nobody
			revive()
			if !d.over() {
				break
			}
			if err := check(w); err != nil {
				t.Fatal(err)
			}
			if got := w.picture(); got != want || t.Failed() {
				t.Fatalf("%s killed at event %d:\n%s", name, at, difference(want, got))
			}
		}
		if at < 10 {
			t.Errorf("%s has only %d events", name, at-1)
		}
	}
}
