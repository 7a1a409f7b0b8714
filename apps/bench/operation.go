package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/fixtures/club"
)

const (
	collection  = "/api/cms/v2/people"
	filtered    = "/api/club/v1/people/filtered"
	finding     = "/api/club/v1/search"
	webPage     = "/leden"
	largePage   = 100
	smallPage   = 10
	recentPages = 10 // how far readers leaf through a list
)

// operation is one kind of request. make draws the n-th request of a cell: all of them differ.
type operation struct {
	name, title string
	make        func(d *drawer, n int64) request
}

// operations are what can be measured, in the order in which it is: what adds people comes last. All but walk are measured
// without asking.
var operations = []operation{
	{"one", "one person", (*drawer).one},
	{"list", "list of 100", (*drawer).list},
	{"search", "list of 10 with search", (*drawer).search},
	{"filtered", "people/filtered, 100", (*drawer).filtered},
	{"find", "global search", (*drawer).find},
	{"page", "a page of the web application", (*drawer).webPage},
	{"put", "PUT with all repeaters", (*drawer).put},
	{"walk", "list of 100, any page", (*drawer).walk},
	{"post", "POST", (*drawer).post},
}

// request is what is sent, and how its answer is told from a wrong one.
type request struct {
	method, path string
	body         []byte
	check        func(status int, header http.Header, body []byte) error
}

// drawer draws requests from a club of a known size. Several connections draw from it at once.
type drawer struct {
	made   []person.Person
	people int      // ids 1 to people exist
	words  []string // each occurs in somebody's name
	types  []string // of members
	run    string   // makes what this run writes unlike what another wrote
}

// newDrawer knows the names of the club.
func newDrawer(made club.Club, run string) *drawer {
	d := &drawer{made: made.People, people: len(made.People), run: run}
	for _, p := range made.People {
		if p.Membership.Type != "" && !p.Membership.Former && !slices.Contains(d.types, p.Membership.Type) {
			d.types = append(d.types, p.Membership.Type)
		}
	}
	for range 500 {
		names := fold.Words(made.People[rand.IntN(d.people)].Name.Full())
		if name := names[len(names)-1]; len(name) >= 3 {
			d.words = append(d.words, name[:min(len(name), 3+rand.IntN(6))])
		}
	}
	return d
}

func (d *drawer) id() int { return 1 + rand.IntN(d.people) }

func (d *drawer) one(int64) request {
	id := strconv.Itoa(d.id())
	return request{method: http.MethodGet, path: collection + "/" + id,
		check: func(status int, _ http.Header, body []byte) error {
			return checkPerson(status, http.StatusOK, body, id, "")
		}}
}

func (d *drawer) list(int64) request { return d.page(min(recentPages, d.people/largePage)) }

func (d *drawer) walk(int64) request { return d.page(d.people / largePage) }

// page asks for one of the first full pages.
func (d *drawer) page(pages int) request {
	page := 1 + rand.IntN(max(1, pages))
	return request{method: http.MethodGet, path: fmt.Sprintf("%s?per_page=%d&page=%d", collection, largePage, page),
		check: func(status int, header http.Header, body []byte) error {
			return checkList(status, header, body, min(largePage, d.people), d.people)
		}}
}

func (d *drawer) search(int64) request {
	word := d.words[rand.IntN(len(d.words))]
	return request{method: http.MethodGet, path: fmt.Sprintf("%s?per_page=%d&search=%s", collection, smallPage, url.QueryEscape(word)),
		check: func(status int, header http.Header, body []byte) error {
			total, _ := strconv.Atoi(header.Get("X-WP-Total"))
			return checkList(status, header, body, min(smallPage, total), 1)
		}}
}

func (d *drawer) filtered(int64) request {
	query := url.Values{"type_lid": {d.types[rand.IntN(len(d.types))]}}
	return request{method: http.MethodGet, path: filtered + "?" + query.Encode(), check: func(status int, _ http.Header, body []byte) error {
		var page struct {
			People []json.RawMessage
			Total  int
		}
		if status != http.StatusOK {
			return unexpected(status, body)
		}
		if err := json.Unmarshal(body, &page); err != nil || page.Total == 0 || len(page.People) != min(largePage, page.Total) {
			return fmt.Errorf("%d people of %d, %w: %s", len(page.People), page.Total, err, shortened(body))
		}
		return nil
	}}
}

func (d *drawer) find(int64) request {
	word := d.words[rand.IntN(len(d.words))]
	return request{method: http.MethodGet, path: finding + "?q=" + url.QueryEscape(word), check: func(status int, _ http.Header, body []byte) error {
		if status != http.StatusOK || !bytes.HasPrefix(body, []byte(`{"people":[{"id":`)) || !bytes.Contains(body, []byte(`"teams":[`)) {
			return unexpected(status, body)
		}
		return nil
	}}
}

func (d *drawer) webPage(int64) request {
	return request{method: http.MethodGet, path: webPage, check: func(status int, _ http.Header, body []byte) error {
		if status != http.StatusOK || !bytes.Contains(body, []byte("<title>")) {
			return unexpected(status, body)
		}
		return nil
	}}
}

func (d *drawer) put(n int64) request {
	id := 1 + int(n*7919%int64(d.people)) // nobody whom another connection changes at this moment: the answer shows who was last
	body, mark := d.change(id, n)
	return request{method: http.MethodPut, path: collection + "/" + strconv.Itoa(id), body: body,
		check: func(status int, _ http.Header, body []byte) error {
			return checkPerson(status, http.StatusOK, body, strconv.Itoa(id), mark)
		}}
}

func (d *drawer) post(n int64) request {
	body, mark := d.change(0, n)
	return request{method: http.MethodPost, path: collection, body: body,
		check: func(status int, _ http.Header, body []byte) error {
			return checkPerson(status, http.StatusCreated, body, "", mark)
		}}
}

// change is a body with every repeater and some plain fields; mark stands in it and in no other. A new person has no relations.
func (d *drawer) change(id int, n int64) (body []byte, mark string) {
	mark = fmt.Sprintf("%s-%d", d.run, n)
	fields := personFields{
		scalars: scalars{
			FirstName: "Marijke", Infix: "van der", LastName: "Meting", Nickname: mark, Gender: "female", Birthdate: "1984-02-29",
			Code: "BNC" + strconv.Itoa(rand.IntN(1000)), Since: "2015-07-01", AgeGroup: "Senioren", Type: "Veld", Activity: "Veld - Algemeen",
		},
		Contacts: []contactRow{
			{"email", "", "marijke." + mark + "@voorbeeld.example"}, {"mobile", "", "06 55 50 0" + strconv.Itoa(rand.IntN(10))},
			{"phone", "thuis", "0315-012345"},
		},
		Addresses: []addressRow{{"", "Meidoornlaan " + strconv.Itoa(1+rand.IntN(180)), "7097 AB", "Elzendam", "", "Nederland"}},
		Work: []workRow{
			{rand.Int64N(9) + 1, "team", "Trainer", "", "2022-07-01", "", true},
			{rand.Int64N(9) + 1, "team", "Speler", "", "2015-07-01", "2022-06-30", false},
		},
		Relations: []relationRow{},
	}
	if id > 0 { // names and relations stay: to change them is rare, and a relation changes other people, too
		own := fieldsOf(&d.made[id-1])
		own.Nickname, own.Contacts, own.Addresses, own.Work = mark, fields.Contacts, fields.Addresses, fields.Work
		own.HelpdeskID = fields.Code
		if own.Relations == nil {
			own.Relations = []relationRow{}
		}
		fields = own
	}
	body, err := json.Marshal(map[string]any{"status": "publish", "acf": fields})
	if err != nil {
		panic(err) // the types above encode
	}
	return body, mark
}

// checkPerson tells one person's answer: the status, the number (if it is known), and the mark of what was written.
func checkPerson(status, want int, body []byte, id, mark string) error {
	switch {
	case status != want:
		return unexpected(status, body)
	case !bytes.HasPrefix(body, []byte(`{"id":`+id)) || !bytes.Contains(body, []byte(`"contact_info":[`)):
		return fmt.Errorf("this is not person %s: %s", id, shortened(body))
	case !bytes.Contains(body, []byte(mark)):
		return fmt.Errorf("%s was not written: %s", mark, shortened(body))
	}
	return nil
}

// checkList tells a list of that many people, of at least so many in all.
func checkList(status int, header http.Header, body []byte, people, total int) error {
	if status != http.StatusOK {
		return unexpected(status, body)
	}
	if got := bytes.Count(body, []byte(`"contact_info":[`)); got != people {
		return fmt.Errorf("%d people instead of %d: %s", got, people, shortened(body))
	}
	if got, err := strconv.Atoi(header.Get("X-WP-Total")); err != nil || got < total {
		return fmt.Errorf("the total %q is less than %d", header.Get("X-WP-Total"), total)
	}
	return nil
}

func unexpected(status int, body []byte) error {
	return fmt.Errorf("unexpected status %d: %s", status, shortened(body))
}

func shortened(body []byte) []byte { return body[:min(len(body), 300)] }
