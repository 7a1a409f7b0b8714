package main_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// list is an answer that is a list, of which each has a number.
func (a answer) list() (list []object) {
	a.t.Helper()
	if err := json.Unmarshal([]byte(a.text), &list); err != nil {
		a.t.Fatalf("%s: %v: %.300s", a.what, err, a.text)
	}
	return list
}

func TestASeededClubHasItsTeams(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.run("", "seed", "--people", "200", "--seed", "2").prints("")
		p.addUser("beheer", "--role", "administrator")
		admin := p.start().as("beheer", p.program("beheer"))
		for path, least := range map[string]int{"teams": 5, "commissies": 2} {
			groups := admin.get("/api/cms/v2/" + path + "?per_page=100&orderby=title&order=asc").is(200).list()
			if len(groups) < least {
				t.Errorf("%d %s", len(groups), path)
			}
			filled := 0
			for _, g := range groups {
				roster := admin.get(fmt.Sprintf("/api/club/v1/%s/%v/people", path, g["id"])).is(200).object()
				players, _ := g["player_count"].(float64)
				staff, _ := g["staff_count"].(float64)
				members, _ := g["member_count"].(float64)
				if current := len(roster["current"].([]any)); current > 0 {
					filled++
					if players+staff+members == 0 || players+staff+members > float64(current) {
						t.Errorf("%v counts %v, %v, %v of %d", g["slug"], players, staff, members, current)
					}
				}
			}
			if filled == 0 {
				t.Errorf("nobody is in any of the %s", path)
			}
		}
		if name := admin.get("/api/cms/v2/commissies/1000").is(200).object()["title"].(object)["rendered"]; name != "Verenigingsbreed" {
			t.Errorf("1000 is %v", name)
		}
		rows := admin.get("/api/club/v1/people/filtered?per_page=100&include_former=1").is(200).object()["people"].([]any)
		relations := 0
		for _, row := range rows {
			for _, r := range row.(object)["acf"].(object)["relationships"].([]any) {
				if r.(object)["person_name"] == "" || r.(object)["relationship_name"] == "" {
					t.Errorf("a relation to nobody: %v", r)
				}
				relations++
			}
		}
		if relations == 0 {
			t.Error("nobody is related")
		}
	})
}

// The same as in adapters/httpapi, of what the databases do by themselves.
func TestASearchIsPlainTextInADatabase(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("beheer", "--role", "administrator")
		admin := p.start().as("beheer", p.program("beheer"))
		odd := []string{
			`100%`, `a_b`, `it's`, `say "hi"`, `back\slash`, `a*b*`, `^start`, `x-y`, `(a)`, `"a" OR b*`, `NEAR(a b)`, `{col}: x`, `a;b--`,
			`Ærø Çelik`, `日本`, `👋🏽 x`, `$1 ?`, `:x @y`,
		}
		for _, name := range odd {
			admin.send("POST", collection, object{"acf": object{"first_name": name}}).is(201)
			admin.send("POST", "/api/cms/v2/teams", object{"title": name}).is(201)
		}
		found := func(text string) string {
			t.Helper()
			hits := admin.get("/api/club/v1/search?q=" + url.QueryEscape(text)).is(200).object()
			names := []string{}
			for _, kind := range []string{"people", "teams"} {
				for _, hit := range hits[kind].([]any) {
					names = append(names, hit.(object)["name"].(string))
				}
			}
			return strings.Join(names, "|")
		}
		for _, name := range odd {
			if got := found(name); got != name+"|"+name {
				t.Errorf("%q: got %q", name, got)
			}
		}
		for text, want := range map[string]string{
			"%%": "", "__": "", "''": "", `""`: "", `\\`: "", "-x": "", "**": "", "100_": "", "x_y": "", "a%b": "", "100 NOT zzz": "",
			"' OR 1=1 --": "", "^^": "",
			"aero celik": "Ærø Çelik|Ærø Çelik", "ærø": "Ærø Çelik|Ærø Çelik",
		} {
			if got := found(text); got != want {
				t.Errorf("%q: got %q, want %q", text, got, want)
			}
		}
		for _, parameters := range []string{"search=%25", "type_lid=%25", "type_lid=%27", "leeftijdsgroep=%5C", "search=%5C"} {
			admin.get("/api/club/v1/people/filtered?" + parameters).is(200)
		}
	})
}

func TestTheExportOfTheProgram(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.run("", "seed", "--people", "520", "--seed", "3").prints("")
		p.addUser("beheer", "--role", "administrator")
		admin := p.start().as("beheer", p.program("beheer"))
		const address = "/api/club/v1/people/export?include_former=1&orderby=last_name&columns=name,team,email,birthdate,age&format="
		text := admin.get(address + "csv").is(200)
		if lines := strings.Count(text.text, "\r\n"); lines != 521 ||
			!strings.HasPrefix(text.text, "\uFEFFNaam;Team;E-mail;Geboortedatum;Leeftijd\r\n") {
			t.Errorf("%d lines: %.200q", lines, text.text)
		}
		book := admin.get(address + "xlsx").is(200)
		archive, err := zip.NewReader(strings.NewReader(book.text), int64(len(book.text)))
		ok(t, err)
		for _, file := range archive.File {
			if file.Name != "xl/worksheets/sheet1.xml" {
				continue
			}
			reader, err := file.Open()
			ok(t, err)
			data, err := io.ReadAll(reader)
			ok(t, err)
			if rows := bytes.Count(data, []byte("<row ")); rows != 521 {
				t.Errorf("%d rows", rows)
			}
		}
		if kind := book.header.Get("Content-Type"); !strings.Contains(kind, "spreadsheetml.sheet") {
			t.Errorf("Content-Type %q", kind)
		}
	})
}

// Whatever two users do at once to the two sides of a relation: they end in step, and nobody hears of a server's fault.
func TestParallelEditsOfRelationsEndInStepInADatabase(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("beheer", "--role", "administrator")
		admin := p.start().as("beheer", p.program("beheer"))
		for _, name := range []string{"Jan", "Piet", "Kees"} {
			admin.send("POST", collection, object{"acf": object{"first_name": name}}).is(201)
		}
		inverse := map[float64]float64{2: 3, 3: 2, 4: 4}
		var all sync.WaitGroup
		const edits = 201
		answers := make(chan answer, edits)
		for round := range edits / 3 {
			for i := range 3 {
				all.Add(1)
				go func() {
					defer all.Done()
					rows := []object{{"related_person": (i+1+round%2)%3 + 1, "relationship_type": 2 + (round+i)%3}}
					if (round+i)%4 == 3 {
						rows = []object{}
					}
					answers <- admin.send("PUT", fmt.Sprintf("%s/%d", collection, i+1), object{"acf": object{"relationships": rows}})
				}()
			}
		}
		all.Wait()
		close(answers)
		for a := range answers {
			a.is(200)
		}
		rows := map[[3]float64]bool{}
		for id := range 3 {
			for _, r := range admin.get(fmt.Sprintf("%s/%d", collection, id+1)).is(200).object()["acf"].(object)["relationships"].([]any) {
				rows[[3]float64{float64(id + 1), r.(object)["relationship_type"].(float64), r.(object)["related_person"].(float64)}] = true
			}
		}
		for row := range rows {
			if back := [3]float64{row[2], inverse[row[1]], row[0]}; !rows[back] {
				t.Errorf("%v without %v in %v", row, back, rows)
			}
		}
	})
}

// Whichever server wrote: each of them answers with it from then on.
func TestTwoServersOnOneDatabaseAreOfOneMind(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("beheer", "--role", "administrator")
		pass := p.program("beheer")
		start := func() *server { return p.start("serve", "--base-url", "http://club.example").as("beheer", pass) }
		servers := [2]*server{start(), start()}
		const rules = "/api/club/v1/volunteer-roles/settings"
		for round := range 10 {
			here, there := servers[round%2], servers[1-round%2]
			path := fmt.Sprintf("%s/%d", collection, round+1)
			same := func(path, written string) {
				t.Helper()
				mine, theirs := here.get(path).is(200), there.get(path).is(200)
				if mine.text != theirs.text || !strings.Contains(mine.text, written) {
					t.Errorf("one says %.300s, the other %.300s", mine.text, theirs.text)
				}
			}
			here.send("POST", collection, object{"acf": object{"first_name": fmt.Sprint("P", round)}}).is(201)
			if got := there.get(path).is(200).object()["acf"].(object)["first_name"]; got != fmt.Sprint("P", round) {
				t.Errorf("round %d: got %v", round, got)
			}
			there.send("PUT", path, object{"acf": object{"first_name": fmt.Sprint("Q", round)}}).is(200)
			if found := here.get(collection + "?search=" + fmt.Sprint("Q", round)).is(200).header.Get("X-WP-Total"); found != "1" {
				t.Errorf("round %d: %s found", round, found)
			}
			here.send("POST", rules, object{"player_roles": []string{fmt.Sprint("Keeper ", round)}}).is(200)
			same(rules, fmt.Sprint("Keeper ", round))
			here.send("DELETE", path, nil).is(200)
			there.get(path).is(404)
			there.send("POST", "/api/cms/v2/teams", object{"title": fmt.Sprint("JO", round)}).is(201)
			same("/api/cms/v2/teams", fmt.Sprint("JO", round))
		}
	})
}

// One wrong password more than the limit is one too many, whichever server is asked: they count in one place. Many at once get no
// more passwords checked than one after the other would.
func TestTwoServersOnOnePostgresCountWrongPasswordsTogetherInParallel(t *testing.T) {
	t.Parallel()
	dsn := postgres.NewDatabase(t)
	p := place{newClub(t).on(dsn), "pgx", dsn}
	p.run("", "migrate").prints("")
	p.addUser("jan", "--role", "administrator")
	start := func() *server { return p.start("serve", "--base-url", "http://club.example") }
	servers := [2]*server{start(), start()}
	answers := make(chan answer, 2*account.AttemptsPerAccount)
	var all sync.WaitGroup
	for n := range cap(answers) {
		all.Go(func() { answers <- servers[n%2].signIn("jan", "verkeerd") })
	}
	all.Wait()
	close(answers)
	statuses := map[int]int{}
	for a := range answers {
		statuses[a.status]++
	}
	if checked := statuses[http.StatusUnauthorized]; checked != account.AttemptsPerAccount ||
		statuses[http.StatusTooManyRequests] != account.AttemptsPerAccount {
		t.Errorf("of %d passwords %d were checked: %v", cap(answers), checked, statuses)
	}
}
