package main_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

var stories = flag.Int("plants", 1, "how many stories of planted records run through both programs")

// stranger is a user of the application who administers neither members nor teams.
type stranger struct {
	role         access.Role
	id           int64
	name, secret string
}

// plot is a world in which strangers plant records.
type plot struct {
	*world
	dice      *rand.Rand
	strangers []stranger
	store     *gormstore.Store
	stands    map[string]string // what a planted record holds, by its path
	next      int
}

// mark stands in every value that a stranger made up.
const mark = "mallory"

// Whatever users of any role plant, before and between runs, and whatever runs when: nobody sees a member afterwards whom the
// access rule does not give them, nothing of a member stands in a planted record, and the site receives nothing that they typed.
func TestNobodyPlantsAMember(t *testing.T) {
	t.Parallel()
	for seed := range *stories {
		t.Run(fmt.Sprint("story ", seed), func(t *testing.T) {
			p := &plot{
				world: newWorld(t, 14, uint64(seed)+5), dice: rand.New(rand.NewPCG(uint64(seed), 7)), stands: map[string]string{},
			}
			p.recruit()
			for range 8 {
				p.plant()
			}
			p.plantedByAnEarlierBuild()
			for _, pipeline := range []string{"people", "teams", p.drawn("people", "functions"), "people"} {
				p.world.run("run", pipeline)
				p.check("after " + pipeline)
				p.plant()
				p.retype()
				p.turn()
				if _, err := p.site.Register.Change(p.drawn("join", "contact", "move", "leave")); err != nil {
					t.Fatal(err)
				}
			}
			p.world.run("run", "people")
			p.check("in the end")
			if got, want := p.codes(), p.members(); !slices.Equal(got, want) {
				t.Errorf("the members of the site are %q, those of the application %q", want, got)
			}
		})
	}
}

// drawn is one of several.
func (p *plot) drawn(choices ...string) string { return choices[p.dice.IntN(len(choices))] }

// recruit makes a user of each role that administers neither members nor teams.
func (p *plot) recruit() {
	p.t.Helper()
	database := []string{"--database", "sqlite:" + filepath.Join(p.folder, "club.db"), "--files",
		filepath.Join(p.folder, "club-files")}
	command := func(words ...string) string {
		cmd := exec.CommandContext(p.t.Context(), clubhuis, append(words, database...)...)
		cmd.Stdin = strings.NewReader("een lang wachtwoord")
		out, err := cmd.Output()
		ok(p.t, err)
		return strings.TrimSpace(string(out))
	}
	for _, role := range access.Roles() {
		if viewer := (access.Viewer{User: 1, Roles: []access.Role{role}}); viewer.AdministersMembers() || viewer.AdministersGroups() {
			continue
		}
		name := string(role)
		command("user", "add", "--username", name, "--email", name+"@club.example", "--display-name", name, "--role", name,
			"--password-stdin")
		p.strangers = append(p.strangers, stranger{role: role, name: name,
			secret: command("app-password", "add", "--username", name, "--name", "x")})
	}
	for i := range p.strangers {
		p.strangers[i].id = int64(p.ask(p.strangers[i], http.MethodGet, "/club/v1/user/me", nil)["id"].(float64))
	}
	store, err := gormstore.Open(p.t.Context(), "sqlite:"+filepath.Join(p.folder, "club.db"))
	ok(p.t, err)
	p.t.Cleanup(func() { ok(p.t, store.Close()) })
	p.store = store
}

// ask sends a request of a stranger, around the gate; nil when it is refused.
func (p *plot) ask(by stranger, method, path string, body any) map[string]any {
	p.t.Helper()
	var answer map[string]any
	if status, text := p.send(by, method, path, body); status < 300 {
		ok(p.t, json.Unmarshal(text, &answer))
	} else if status >= 500 {
		p.t.Fatalf("%s %s by %s: %d %s", method, path, by.name, status, text)
	}
	return answer
}

func (p *plot) send(by stranger, method, path string, body any) (int, []byte) {
	p.t.Helper()
	text, err := json.Marshal(body)
	ok(p.t, err)
	request, err := http.NewRequestWithContext(p.t.Context(), method, p.gate.behind+"/api"+path, bytes.NewReader(text))
	ok(p.t, err)
	request.Header.Set("Content-Type", "application/json")
	request.SetBasicAuth(by.name, by.secret)
	answer, err := http.DefaultClient.Do(request)
	ok(p.t, err)
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	ok(p.t, err)
	return answer.StatusCode, text
}

// known is what strangers know of somebody in the club.
func (p *plot) known() inmem.Known {
	members, teams := p.site.Register.Members("ACTIVE"), p.site.Register.Teams(true)
	m := members[p.dice.IntN(len(members))]
	known := inmem.Known{Code: m.Code, First: m.First, Last: m.Last, Email: m.Email, Committee: "Jeugdcommissie", CommitteeID: "C1"}
	for _, parent := range m.Parents {
		if parent.Email != "" {
			known.ParentName, known.ParentEmail = parent.Name, parent.Email
		}
	}
	if len(teams) > 0 {
		team := teams[p.dice.IntN(len(teams))]
		known.Team, known.TeamID = team.Name, team.ID
	}
	return known
}

// plant lets a stranger make a record, and, when the application refuses it, the same one without what only the members'
// administration sets.
func (p *plot) plant() {
	p.t.Helper()
	p.next++
	by := p.strangers[p.next%len(p.strangers)]
	planted := inmem.PlantAbout(p.known(), p.dice.IntN, mark)
	collection := map[string]string{"": "people", "team": "teams", "commissie": "commissies"}[string(planted.Group.Kind)]
	body := func() map[string]any {
		if collection == "people" {
			return aboutPerson(planted.Person)
		}
		sent := map[string]any{"status": "publish", "title": planted.Group.Title}
		if fields := planted.Group.Encode(); fields != nil {
			sent["acf"] = fields
		}
		return sent
	}
	made := p.ask(by, http.MethodPost, "/cms/v2/"+collection, body())
	if made == nil {
		for _, told := range []*[]string{&planted.Person.Told, &planted.Group.Told} {
			*told = slices.DeleteFunc(*told, func(key string) bool { return slices.Contains(administrators, key) })
		}
		made = p.ask(by, http.MethodPost, "/cms/v2/"+collection, body())
	}
	if made == nil {
		return // a record of such a title or name cannot be made at all
	}
	if made["administered"] != false {
		p.t.Errorf("%s: %s vouched for it: %v", planted.What, by.role, made["administered"])
	}
	path := fmt.Sprintf("/cms/v2/%s/%v", collection, made["id"])
	p.stands[path] = p.standing(path)
}

// administrators are the fields that only who administers members may set.
var administrators = []string{
	"assoc-id", "datum-vog", "helpdesk-id", "financiele-blokkade", "former_member", payload.TeamKey,
}

func aboutPerson(p payload.Person) map[string]any {
	fields, _ := p.Encode()
	return map[string]any{"status": "publish", "acf": fields}
}

// plantedByAnEarlierBuild keeps records with a member's code that nobody vouched for, as an application of before let users make.
func (p *plot) plantedByAnEarlierBuild() {
	p.t.Helper()
	for i, m := range p.site.Register.Members("ACTIVE")[:3] {
		plant := person.New(p.strangers[i].id, time.Now())
		plant.Name = person.Name{First: []string{"Plant", m.First, m.First}[i], Last: []string{mark, m.Last, mark}[i]}
		plant.Membership.Code = m.Code
		plant.Contacts = []person.Contact{{Type: person.Email, Value: mark + "@plant.example"}}
		plant.Extra = acf.Extra{"eigen": json.RawMessage(`"` + mark + `"`)}
		ids, err := p.store.Stores().People.Create(p.t.Context(), plant)
		ok(p.t, err)
		path := fmt.Sprintf("/cms/v2/people/%d", ids[0])
		p.stands[path] = p.standing(path)
	}
}

// retype lets a stranger write into what they planted.
func (p *plot) retype() {
	paths := slices.Sorted(maps.Keys(p.stands))
	path := paths[p.dice.IntN(len(paths))]
	if !strings.Contains(path, "/people/") {
		return
	}
	body := aboutPerson(inmem.PlantedValues(mark, p.dice.IntN))
	for _, by := range p.strangers {
		p.ask(by, http.MethodPut, path, body)
	}
	p.stands[path] = p.standing(path)
}

// turn lets strangers turn records that were adopted into somebody of the club: a parent, and a team.
func (p *plot) turn() {
	p.t.Helper()
	by, known := p.strangers[p.dice.IntN(len(p.strangers))], p.known()
	sync := stranger{name: username, secret: p.gate.password}
	first, last, _ := strings.Cut(known.ParentName, " ")
	parent := map[string]any{"first_name": first, "last_name": last, "contact_info": []map[string]any{
		{"contact_type": "email", "contact_label": "", "contact_value": known.ParentEmail},
	}}
	for collection, turned := range map[string]map[string]any{"people": {"acf": parent}, "teams": {"title": known.Team}} {
		if collection == "people" && known.ParentEmail == "" || collection == "teams" && known.Team == "" {
			continue
		}
		made := p.ask(by, http.MethodPost, "/cms/v2/"+collection,
			map[string]any{"title": "Trainers", "acf": map[string]any{"first_name": "Trainer"}})
		path := fmt.Sprintf("/%s/%v", collection, made["id"])
		if adopted := p.ask(sync, http.MethodPost, "/club/v1"+path+"/adopt", nil); adopted["administered"] != true {
			p.t.Fatalf("%s was not adopted: %v", path, adopted)
		}
		if p.ask(by, http.MethodPut, "/cms/v2"+path, turned) == nil {
			p.t.Fatalf("%s cannot be changed by its author", path)
		}
		p.stands["/cms/v2"+path] = p.standing("/cms/v2" + path)
	}
}

// standing is what a record holds but for its member code, which goes to the member.
func (p *plot) standing(path string) string {
	p.t.Helper()
	sync := stranger{name: username, secret: p.gate.password}
	record := p.ask(sync, http.MethodGet, path, nil)
	if record == nil {
		return "gone"
	}
	acf := record["acf"].(map[string]any)
	delete(acf, "assoc-id")
	text, err := json.Marshal([]any{record["title"], record["featured_media"], record["administered"], acf, record["meta"]})
	ok(p.t, err)
	return string(text)
}

// given reports whether the access rule shows a role somebody else's record, whoever planted what.
func given(role access.Role, collection string, fields map[string]any) bool {
	section := access.Viewer{User: 1, Roles: []access.Role{role}}
	return collection == "people" && section.Can(access.Certificates) && fields["huidig-vrijwilliger"] == "1"
}

// check holds that nothing went from the club to a stranger, or from a stranger to the club.
func (p *plot) check(when string) {
	p.t.Helper()
	for path, want := range p.stands {
		if now := p.standing(path); now != want {
			p.t.Errorf("%s: %s holds\n%s\nand held\n%s", when, path, now, want)
		}
	}
	for _, edit := range p.site.Edits() {
		p.t.Errorf("%s: the site was edited: %+v", when, edit)
	}
	for _, by := range p.strangers {
		for _, collection := range []string{"people", "teams", "commissies"} {
			status, text := p.send(by, http.MethodGet, "/cms/v2/"+collection+"?per_page=100", nil)
			var records []struct {
				Author int64
				ACF    map[string]any
			}
			if err := json.Unmarshal(text, &records); status != http.StatusOK || err != nil {
				p.t.Fatalf("%s: %s lists %s: %d %v", when, by.role, collection, status, err)
			}
			for _, record := range records {
				if record.Author != by.id && !given(by.role, collection, record.ACF) {
					p.t.Errorf("%s: %s sees one of %s that %d made", when, by.role, collection, record.Author)
				}
			}
		}
	}
	for _, record := range p.gate.all("people") {
		text, err := json.Marshal(record["acf"])
		ok(p.t, err)
		if record["administered"] == true && strings.Contains(string(text), mark) {
			p.t.Errorf("%s: what a stranger typed stands with %v: %s", when, record["id"], text)
		}
	}
}

// codes are the member codes of the people whom the synchronization keeps, in order.
func (p *plot) codes() []string {
	p.t.Helper()
	codes := []string{}
	for _, record := range p.gate.all("people") {
		acf := record["acf"].(map[string]any)
		if code, _ := acf["assoc-id"].(string); code != "" && record["administered"] == true && acf["former_member"] != true {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes
}
