package synchronizations_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	noun "github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/core/work"
)

// world is a service between a site, an application and lists in memory.
type world struct {
	*synchronizations.Service
	t     testing.TB
	site  *inmem.ClubSite
	app   *inmem.Application
	lists *inmem.MailLists
	dues  *inmem.Contributions
	desk  *inmem.Helpdesk
	mail  *inmem.Mailer
	files *inmem.Files
	at    time.Time
	waits []pause
}

// pause is how long the service asked to wait, at least and at most.
type pause struct{ least, most time.Duration }

func amsterdam(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// phones writes numbers as Dutch ones.
type phones struct{}

func (phones) International(text string) (string, bool) {
	digits := strings.NewReplacer("-", "", " ", "").Replace(text)
	if number, dutch := strings.CutPrefix(digits, "0"); dutch && len(number) == 9 {
		return "+31" + number, true
	}
	return digits, strings.HasPrefix(digits, "+31") && len(digits) == 12
}

func (phones) National(text string) string {
	if number, dutch := strings.CutPrefix(text, "+31"); dutch {
		return "0" + number
	}
	return text
}

// newWorld is a club of four: Anna and Bram are children of Carla, who is a member herself; Daan has a photo and a mother.
func newWorld(t testing.TB) *world {
	w := &world{t: t, site: &inmem.ClubSite{}, mail: &inmem.Mailer{}, files: &inmem.Files{}}
	w.dues, w.desk = &inmem.Contributions{}, &inmem.Helpdesk{}
	w.at = time.Date(2026, 3, 14, 8, 0, 0, 0, amsterdam(t))
	fields := []string{"voornaam", "tussenvoegsel", "achternaam", "team", "oudervan", "relatiecode"}
	w.lists = inmem.NewMailLists(fields, "een", "twee")
	w.Service = &synchronizations.Service{
		Site: w.site, Lists: w.lists, Mail: w.mail, Contributions: w.dues, Helpdesk: w.desk, Phones: phones{}, Files: w.files,
		Stores: inmem.NewSync(),
		Settings: synchronizations.Settings{Club: "SV Elzendam", Lists: []string{"een", "twee"}, Operator: "secretaris@club.example",
			CustomerFields: customer.Numbers{
				customer.UnionTeams: 1, customer.PublicPersonID: 4, customer.MemberSince: 5, customer.NikkiBalance: 7,
				customer.NikkiStatus: 8, customer.RelationEnd: 9,
			}},
		Zone: w.at.Location(),
		Pause: func(ctx context.Context, least, most time.Duration) error {
			w.waits = append(w.waits, pause{least, most})
			return ctx.Err()
		},
		Process: 1, Host: "here",
	}
	w.opens(inmem.NewApplication(w.at))
	w.site.Change(func(c *inmem.SiteClub) {
		carla := [2]federation.Parent{{Name: "Carla Bos", Email: "Carla@bos.example", Telephone: "0612345678"}}
		c.Members = []inmem.SiteMember{
			member("AAAA11", "Anna", "Bos", func(m *inmem.SiteMember) { m.Parents, m.Email = carla, "anna@bos.example" }),
			member("BBBB22", "Bram", "Bos", func(m *inmem.SiteMember) { m.Parents, m.Email = carla, "carla@bos.example" }),
			member("CCCC33", "Carla", "Bos", func(m *inmem.SiteMember) { m.Email, m.Mobile = "carla@bos.example", "06-12345678" }),
			member("DDDD44", "Daan", "Eik", func(m *inmem.SiteMember) {
				m.Parents[0] = federation.Parent{Name: "Els Eik", Email: "els@eik.example"}
				m.PhotoOn = civil.Date{Year: 2025, Month: 9, Day: 1}
				m.Photo = federation.Picture{Data: portrait(t), Ext: "jpg"}
			}),
		}
		c.Teams = []federation.Team{
			{ID: "100", Name: "JO11-1", Code: "JO11-1", Activity: "Veld", Gender: "Gemengd", Union: true},
			{ID: "200", Name: "Heren 1", Code: "1", Activity: "Veld", Gender: "Mannen", Union: true},
		}
		c.Rosters = map[string][]federation.Place{
			"100": {{Member: "AAAA11", Title: "Teamspeler"}, {Member: "BBBB22"}, {Member: "CCCC33", Title: "Trainer", Staff: true}},
			"200": {{Member: "DDDD44", Title: "Keeper"}},
		}
		c.Cases = []inmem.SiteCase{filed("T-1", "DDDD44"), filed("T-2", "AAAA11"), filed("T-3", "ZZ9999")}
	})
	return w
}

// opens lets an application be the club's.
func (w *world) opens(app *inmem.Application) {
	w.app, w.Now = app, app.Now
	w.People, w.Dues, w.Photos, w.Groups = app.People(), app.Dues(), app.Photos(), app.Groups()
	w.Activities, w.Roles, w.Cases, w.Tasks = app.Activities(), app.Roles(), app.Cases(), app.Tasks()
}

// filed is a case of discipline about a member.
func filed(dossier, code string) inmem.SiteCase {
	return inmem.SiteCase{Case: federation.Case{
		Dossier: dossier, Member: code, Played: civil.Date{Year: 2026, Month: 2, Day: 28}, Match: "Heren 1 - Waterkant",
		Team:  "Heren 1",
		Codes: []string{"1.1", "2.4"}, Charge: "Praten", Sanction: "Waarschuwing", Fee: new(money.Cents(1385)), Home: "200",
	}}
}

func member(code, first, last string, more func(*inmem.SiteMember)) inmem.SiteMember {
	m := inmem.SiteMember{Member: federation.Member{
		Code: code, First: first, Last: last, Gender: "Female", Type: "Bondslid", AgeClass: "Onder 11", Status: "ACTIVE",
		Birth: civil.Date{Year: 2014, Month: 5, Day: 1}, Since: civil.Date{Year: 2020, Month: 8, Day: 1}, Updated: "2026-01-10",
		Address: federation.Address{Street: "Dijk", Number: "3", Zip: "7097 AB", City: "Elzendam",
			CountryCode: "NL", Country: "Nederland"},
	}}
	m.Invoice.Default = true
	if more != nil {
		more(&m)
	}
	return m
}

// portrait is a picture.
func portrait(t testing.TB) []byte {
	t.Helper()
	var encoded bytes.Buffer
	if err := jpeg.Encode(&encoded, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	return encoded.Bytes()
}

// many adds members to the club.
func (w *world) many(n int) {
	w.site.Change(func(c *inmem.SiteClub) {
		for i := range n {
			c.Members = append(c.Members, member(fmt.Sprintf("ZZ%04d", i), fmt.Sprintf("Lid%d", i), "Groot", func(m *inmem.SiteMember) {
				m.Email = fmt.Sprintf("lid%d@club.example", i)
			}))
		}
	})
}

// edit changes one member of the site.
func (w *world) edit(code string, change func(*inmem.SiteMember)) {
	w.t.Helper()
	w.site.Change(func(c *inmem.SiteClub) {
		m := c.Member(code)
		if m == nil {
			w.t.Fatalf("no member %s", code)
		}
		change(m)
	})
}

func (w *world) run(pipeline run.Pipeline, o synchronizations.Options) run.Run {
	w.t.Helper()
	w.at = w.at.Add(3 * time.Hour)
	w.app.SetNow(w.at)
	r, err := w.Run(w.t.Context(), pipeline, o)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// good runs a pipeline that must end without an error.
func (w *world) good(pipeline run.Pipeline) run.Run {
	w.t.Helper()
	r := w.run(pipeline, synchronizations.Options{})
	if r.Outcome != run.Success {
		w.t.Fatalf("%s: %s %+v", pipeline, r.Outcome, r.Problems)
	}
	return r
}

// all runs every pipeline once.
func (w *world) all() {
	w.t.Helper()
	w.good(run.People)
	w.good(run.Teams)
	w.good(run.FunctionsFull)
	w.good(run.Discipline)
}

// quiet holds that nothing was written anywhere, and nobody read one by one, since the last forget.
func (w *world) quiet() {
	w.t.Helper()
	w.unwritten()
	for _, call := range w.app.Reads() {
		if strings.HasPrefix(call, "person ") || strings.HasPrefix(call, "by email") {
			w.t.Errorf("read: %s", call)
		}
	}
}

// unwritten holds that nothing was written anywhere.
func (w *world) unwritten() {
	w.t.Helper()
	for _, call := range slices.Concat(w.app.Writes(), w.lists.Writes(), w.desk.Writes()) {
		w.t.Errorf("written: %s", call)
	}
	if n := w.site.Count("Edit"); n != 0 {
		w.t.Errorf("%d edits on the site", n)
	}
}

func (w *world) forget() {
	w.app.Forget()
	w.lists.Forget()
	w.desk.Forget()
	w.site.Forget()
}

// person is the application's person of the member code.
func (w *world) person(code string) payload.Person {
	w.t.Helper()
	var found []payload.Person
	for _, p := range w.app.Everybody() {
		if p.Membership.Code == code {
			found = append(found, p)
		}
	}
	if len(found) != 1 {
		w.t.Fatalf("%d people have the code %s", len(found), code)
	}
	return found[0]
}

// named are the application's people of the full name.
func (w *world) named(name string) (found []payload.Person) {
	for _, p := range w.app.Everybody() {
		if p.FullName() == name {
			found = append(found, p)
		}
	}
	return found
}

// byHand changes fields of a person as a volunteer does.
func (w *world) byHand(id int64, fields map[string]any) {
	w.t.Helper()
	w.changed(id, told(fields))
}

func (w *world) changed(id int64, change payload.Person) {
	w.t.Helper()
	w.at = w.at.Add(time.Hour)
	w.app.SetNow(w.at)
	people, _ := w.app.ByHand()
	if _, err := people.Change(w.t.Context(), id, change); err != nil {
		w.t.Fatal(err)
	}
}

// groups are the application's teams or committees.
func (w *world) groups(kind string) []payload.Group { return w.app.Everygroup(work.Kind(kind)) }

// told is a person with fields as the page sends them.
func told(fields map[string]any) (p payload.Person) {
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	p.Read(text, nil)
	return p
}

func titled(kind work.Kind, title string) payload.Group {
	return payload.Group{Group: noun.Group{Kind: kind, Title: title}}
}

// fieldsOf are what is told of a person, as JSON.
func fieldsOf(p payload.Person) (fields map[string]json.RawMessage) {
	text, _ := p.Encode()
	if err := json.Unmarshal(text, &fields); err != nil {
		panic(err)
	}
	return fields
}

func text(p payload.Person, key string) string { return string(fieldsOf(p)[key]) }

func has(t testing.TB, what, got string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(got, part) {
			t.Errorf("%s: %q is not in %s", what, part, got)
		}
	}
}

func lacks(t testing.TB, what, got string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(got, part) {
			t.Errorf("%s: %q is in %s", what, part, got)
		}
	}
}
