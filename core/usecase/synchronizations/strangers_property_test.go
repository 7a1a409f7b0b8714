package synchronizations_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/core/work"
)

// mark stands in every value that a stranger made up.
const mark = "mallory"

// garden is a world with what strangers planted in it, and how it stood when they last touched it.
type garden struct {
	*world
	rapid  *rapid.T
	people map[int64]string
	groups map[work.Kind]map[int64]string
	next   int
}

func (g *garden) pick(choices int) int { return rapid.IntRange(0, choices-1).Draw(g.rapid, "pick") }

var targets = []inmem.Known{
	{
		Code: "DDDD44", First: "Daan", Last: "Eik", Email: "daan@eik.example", ParentName: "Els Eik", ParentEmail: "els@eik.example",
		Team: "Heren 1", TeamID: "200", Committee: "Kantine", CommitteeID: "C1",
	},
	{
		Code: "AAAA11", First: "Anna", Last: "Bos", Email: "anna@bos.example",
		ParentName: "Carla Bos", ParentEmail: "carla@bos.example",
		Team: "JO11-1", TeamID: "100", Committee: "Feest", CommitteeID: "C9",
	},
	{ // who joins later
		Code: "EEEE55", First: "Eva", Last: "Els", Email: "eva@els.example", ParentName: "Ida Els", ParentEmail: "ida@els.example",
		Team: "JO13-1", TeamID: "300", Committee: "Feest", CommitteeID: "C9",
	},
}

// plant lets a stranger make a record.
func (g *garden) plant() {
	planted := inmem.PlantAbout(targets[g.pick(len(targets))], g.pick, mark)
	kind := planted.Group.Kind
	if kind == "" {
		id := g.world.plant(planted.Person)
		g.people[id] = g.standing(id)
		return
	}
	id := g.plantGroup(planted.Group)
	if g.groups[kind] == nil {
		g.groups[kind] = map[int64]string{}
	}
	g.groups[kind][id] = g.groupNow(kind, id)
}

func (g *garden) groupNow(kind work.Kind, id int64) string {
	for _, record := range g.app.Everygroup(kind) {
		if record.ID == id {
			return fmt.Sprintf("%s %s", record.Title, record.Encode())
		}
	}
	return "gone"
}

// typeAway lets a stranger write into what they planted.
func (g *garden) typeAway() {
	ids := slices.Sorted(maps.Keys(g.people))
	if len(ids) == 0 {
		return
	}
	id := ids[g.pick(len(ids))]
	g.typed(id, inmem.PlantedValues(mark, g.pick))
	g.people[id] = g.standing(id)
}

// life lets something happen in the club.
func (g *garden) life() {
	g.next++
	g.site.Change(func(c *inmem.SiteClub) {
		switch g.pick(5) {
		case 0:
			c.Member("DDDD44").Mobile = fmt.Sprintf("06100000%02d", g.next)
		case 1:
			c.Member("DDDD44").Parents[0].Telephone = fmt.Sprintf("06200000%02d", g.next)
		case 2:
			c.Member("AAAA11").Left = !c.Member("AAAA11").Left
		case 3:
			if c.Member("EEEE55") == nil {
				eva := member("EEEE55", "Eva", "Els", nil)
				eva.Parents[0] = federation.Parent{Name: "Ida Els", Email: "ida@els.example"}
				eva.Roles.Seats = []federation.Seat{{Committee: "C9", Name: "Feest", Title: "Lid", Active: true}}
				c.Members = append(c.Members, eva)
			}
		case 4:
			c.Member("DDDD44").PhotoOn = c.Member("DDDD44").PhotoOn.AddDays(1)
		}
	})
}

// sync runs something, or loses what is remembered.
func (g *garden) sync() {
	pipelines := []run.Pipeline{run.People, run.Teams, run.Functions, run.FunctionsFull}
	switch n := g.pick(len(pipelines) + 2); {
	case n < len(pipelines):
		g.run(pipelines[n], synchronizations.Options{})
	case n == len(pipelines):
		g.Stores = inmem.NewSync()
	default:
		code := targets[g.pick(2)].Code
		if !g.member(code).Left {
			g.individual(code)
		}
	}
}

// check holds that nothing went from the club to a stranger, or from a stranger to the club.
func (g *garden) check() {
	for id, want := range g.people {
		if now := g.standing(id); now != want {
			g.rapid.Fatalf("the stranger %d has\n%s\nand had\n%s", id, now, want)
		}
	}
	for kind, groups := range g.groups {
		for id, want := range groups {
			if now := g.groupNow(kind, id); now != want {
				g.rapid.Fatalf("the stranger's %s %d is %s and was %s", kind, id, now, want)
			}
		}
	}
	for _, p := range g.app.Everybody() {
		if !p.Administered {
			continue
		}
		g.own(p)
	}
	if n := g.site.Count("Edit"); n != 0 {
		g.rapid.Fatalf("the site was edited %d times", n)
	}
}

// own holds that a record of the synchronization knows no stranger.
func (g *garden) own(p payload.Person) {
	rows, relations := text(p, "work_history"), text(p, "relationships")
	for _, groups := range g.groups {
		for id := range groups {
			if strings.Contains(rows, fmt.Sprintf(`"team":%d,`, id)) {
				g.rapid.Fatalf("%s works in the stranger's group %d: %s", p.FullName(), id, rows)
			}
		}
	}
	for id := range g.people {
		if strings.Contains(relations, fmt.Sprintf(`"related_person":%d,`, id)) {
			g.rapid.Fatalf("%s is related to the stranger %d: %s", p.FullName(), id, relations)
		}
	}
	if all := fmt.Sprintf("%s", fieldsOf(p)); strings.Contains(all, mark) || strings.Contains(all, "2033-03-03") {
		g.rapid.Fatalf("what a stranger typed stands with %s: %s", p.FullName(), all)
	}
}

// Whatever strangers plant, before and between runs, and whatever runs when: they get nothing of a member, and nothing of them
// reaches a member or the site.
func TestStrangersGetNothingAndGiveNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		w := newWorld(t)
		w.seats()
		g := &garden{world: w, rapid: r, people: map[int64]string{}, groups: map[work.Kind]map[int64]string{}}
		for range rapid.IntRange(3, 10).Draw(r, "events") {
			switch g.pick(6) {
			case 0, 1:
				g.plant()
			case 2:
				g.typeAway()
			case 3:
				g.life()
			default:
				g.sync()
				g.check()
			}
		}
		g.run(run.People, synchronizations.Options{})
		g.run(run.Teams, synchronizations.Options{})
		last := g.run(run.FunctionsFull, synchronizations.Options{})
		g.check()
		if last.Outcome != run.Success {
			r.Fatalf("%+v", last.Problems)
		}
		g.everyMember()
	})
}

// everyMember holds that each member of the site is in the application once, beside strangers.
func (g *garden) everyMember() {
	times := map[string]int{}
	for _, p := range g.app.Everybody() {
		if p.Administered {
			times[p.Membership.Code]++
		}
	}
	rows, err := g.site.Members(g.t.Context())
	if err != nil {
		g.rapid.Fatal(err)
	}
	for _, m := range rows {
		if times[m.Code] != 1 {
			g.rapid.Fatalf("%s is there %d times", m.Code, times[m.Code])
		}
	}
}
