package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path"
	"strconv"
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/fixtures/club"
)

func testDrawer() *drawer {
	return newDrawer(club.Generate(300, 1, civil.Date{Year: 2026, Month: 3, Day: 1}), []int64{1, 2}, administrator, "run")
}

func TestWritesDiffer(t *testing.T) {
	d, seen := testDrawer(), map[string]bool{}
	for n := range int64(200) {
		for _, made := range []request{d.put(n), d.post(n)} {
			var body struct {
				Fields personFields `json:"acf"`
			}
			if err := json.Unmarshal(made.body, &body); err != nil {
				t.Fatal(err)
			}
			f := body.Fields
			if len(f.Contacts) == 0 || len(f.Addresses) == 0 || len(f.Work) == 0 {
				t.Fatalf("a repeater is missing in %s", made.body)
			}
			for _, r := range f.Relations {
				if r.To < 1 || r.To > 300 || made.path == collection+"/"+strconv.FormatInt(r.To, 10) {
					t.Errorf("%s relates to person %d", made.path, r.To)
				}
			}
			key := made.path + string(made.body)
			if seen[key] {
				t.Fatalf("%s was sent twice", made.body)
			}
			seen[key] = true
		}
	}
}

func TestReadsVary(t *testing.T) {
	d := testDrawer()
	for _, draw := range []func(int64) request{
		d.one, d.list, d.search, d.walk, d.tiny, d.counts, d.letters, d.order, d.modified, d.filtered,
	} {
		paths := map[string]bool{}
		for n := range int64(200) {
			made := draw(n)
			if made.method != http.MethodGet || len(made.body) > 0 {
				t.Fatalf("%s %s with %q", made.method, made.path, made.body)
			}
			paths[made.path] = true
		}
		if len(paths) < 3 {
			t.Errorf("only %v", paths)
		}
	}
}

func TestCheckPerson(t *testing.T) {
	const person = `{"id":7,"acf":{"nickname":"run-3","contact_info":[]}}`
	for _, test := range []struct {
		name       string
		status     int
		body       string
		id, mark   string
		acceptable bool
	}{
		{"right", 200, person, "7", "run-3", true},
		{"any number", 200, person, "", "run-3", true},
		{"wrong status", 201, person, "7", "run-3", false},
		{"an error", 500, `{"code":"internal_error"}`, "7", "", false},
		{"somebody else", 200, person, "8", "", false},
		{"not written", 200, person, "7", "run-4", false},
		{"no fields", 200, `{"id":7}`, "7", "", false},
	} {
		err := checkPerson(test.status, http.StatusOK, []byte(test.body), test.id, test.mark)
		if (err == nil) != test.acceptable {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestCheckList(t *testing.T) {
	two := bytes.Repeat([]byte(`{"acf":{"contact_info":[]}},`), 2)
	header := http.Header{"X-Wp-Total": {"12"}}
	if err := checkList(http.StatusOK, header, two, 2, 12); err != nil {
		t.Error(err)
	}
	for name, err := range map[string]error{
		"status":   checkList(http.StatusForbidden, header, two, 2, 12),
		"too few":  checkList(http.StatusOK, header, two, 3, 12),
		"total":    checkList(http.StatusOK, header, two, 2, 13),
		"no total": checkList(http.StatusOK, http.Header{}, two, 2, 1),
	} {
		if err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestAccountsSeeTheirShareOfTheClub(t *testing.T) {
	made := club.Generate(1000, 1, civil.Date{Year: 2026, Month: 3, Day: 1})
	people := map[int64]*person.Person{}
	for i := range made.People {
		people[made.People[i].ID] = &made.People[i]
	}
	for as, want := range map[account]int{administrator: 1000, few: 50, most: 940, colleague: 50, shared: 500} {
		d := newDrawer(made, []int64{1, 2}, as, "run")
		if len(d.ids) != want || len(d.words) == 0 || len(d.types) == 0 {
			t.Errorf("account %d sees %d people, %d words, %d types", as, len(d.ids), len(d.words), len(d.types))
		}
		for n := range int64(200) {
			id, err := strconv.ParseInt(path.Base(d.one(n).path), 10, 64)
			if err != nil || !as.sees(people[id]) {
				t.Fatalf("account %d asks for person %d, %v", as, id, err)
			}
		}
	}
}

func TestOperationsAreHeldAgainstWhatThereIs(t *testing.T) {
	p := pair{server: &stand{name: "server"}, other: &stand{name: "other"}}
	for _, c := range []struct {
		operation, binary string
		on                []*stand
		asked, against    string
	}{
		{"one", "", []*stand{p.server, p.other}, "one", "floor"},
		{"order", "", []*stand{p.server, p.other}, "list", "floor's list"},
		{"find94", "", []*stand{p.server, p.server}, "find", "administrator"},
		{"feedback", "", []*stand{p.server, p.server}, "list", "own list"},
		{"tiny", "", []*stand{p.server}, "tiny", ""},
		{"tiny", "old", []*stand{p.server, p.other}, "tiny", "old"},
		{"find94", "old", []*stand{p.server, p.other}, "find94", "old"},
	} {
		sides, against := (&measureCommand{Against: c.binary}).sides(p, operationNamed(c.operation))
		if against != c.against || len(sides) != len(c.on) || sides[0].op.name != c.operation ||
			sides[len(sides)-1].op.name != c.asked {
			t.Errorf("%s: %q, %+v", c.operation, against, sides)
			continue
		}
		for i, s := range sides {
			if s.on != c.on[i] {
				t.Errorf("%s: side %d is the %s's", c.operation, i, s.on.name)
			}
		}
	}
	for _, op := range operations {
		if op.beside != "" {
			if beside := operationNamed(op.beside); op.as == administrator && !op.own && !beside.onFloor() {
				t.Errorf("%s is held against %s, which the floor does not answer", op.name, beside.name)
			}
		}
	}
}

func TestCheckPage(t *testing.T) {
	for body, want := range map[string]bool{
		`{"people":[{},{}],"total":2}`: true, `{"people":[{},{}],"total":3}`: false, `{"people":[],"total":0}`: false,
		`{"total":0}`: false, `[]`: false,
	} {
		if err := checkPage(http.StatusOK, []byte(body), 1); (err == nil) != want {
			t.Errorf("%s: %v", body, err)
		}
	}
	if checkPage(http.StatusForbidden, []byte(`{"people":[{}],"total":1}`), 1) == nil {
		t.Error("a refusal is accepted")
	}
}
