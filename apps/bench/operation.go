package main

import (
	"net/http"
	"slices"

	"github.com/clubhuis/clubhuis/core/person"
)

const (
	collection     = "/api/cms/v2/people"
	teamCollection = "/api/cms/v2/teams"
	filtered       = "/api/club/v1/people/filtered"
	choices        = "/api/club/v1/people/filter-options"
	finding        = "/api/club/v1/search"
	webPage        = "/leden"
	largePage      = 100
	smallPage      = 10
	recentPages    = 10 // how far readers leaf through a list
)

// account is the user who sends requests. A plain user sees the people whom that user created.
type account int

const (
	administrator account = iota // sees everybody
	few                          // created 5 of every 100 people
	most                         // created 94 of every 100
	board                        // a board member, who created nobody
	coordinator                  // was given some age groups
	colleague                    // is in a workspace with 5 of every 100 people
	shared                       // was shared with 500 people
	chair                        // a board member, who was given teams where the day is measured
)

// accounts are the names they sign in with, and roles what they are.
var (
	accounts = [...]string{administrator: "bench", few: "bench-few", most: "bench-most", board: "bench-board",
		coordinator: "bench-coordinator", colleague: "bench-colleague", shared: "bench-shared", chair: "bench-chair"}
	roles = [...]string{administrator: "administrator", few: "club_user", most: "club_user", board: "club_bestuur",
		coordinator: "club_user", colleague: "club_user", shared: "club_user", chair: "club_bestuur"}
)

// The shares of a hundred people, by their number.
const (
	fewEnd    = 5  // below it few created them
	mostEnd   = 99 // from there on nobody did; between the two most did
	together  = 20 // one of so many is in the workspace
	sharedEnd = 500
)

// givenAges are the age groups of the coordinator.
var givenAges = []string{"Onder 9", "Onder 11", "Onder 13", "Onder 15"}

// sees reports whether the account may read the person.
func (a account) sees(p *person.Person) bool {
	switch part := p.ID % 100; a {
	case few:
		return part < fewEnd
	case most:
		return part >= fewEnd && part < mostEnd
	case coordinator:
		return !p.Membership.Former && slices.Contains(givenAges, p.Membership.AgeGroup)
	case colleague:
		return p.ID%together == 0
	case shared:
		return p.ID <= sharedEnd
	default:
		return a == administrator
	}
}

// operation is one kind of request. make draws the n-th request of a cell: all of them differ.
type operation struct {
	name, title string
	make        func(d *drawer, n int64) request
	beside      string // the operation that its cost is held against: of the floor, or of an administrator; "" for none
	as          account
	own         bool // beside is the same server's: the floor knows nothing like it
}

// operations are what can be measured, in the order in which it is: what adds people comes last. All but walk are measured
// by default.
var operations = []operation{
	{name: "one", title: "one person", make: (*drawer).one, beside: "one"},
	{name: "list", title: "list of 100", make: (*drawer).list, beside: "list"},
	{name: "search", title: "list of 10 with search", make: (*drawer).search, beside: "search"},
	{name: "filtered", title: "people/filtered, 100", make: (*drawer).filtered, beside: "list"},
	{name: "order", title: "list of 100, other filters and orders", make: (*drawer).order, beside: "list"},
	{name: "modified", title: "people/filtered, changed lately", make: (*drawer).modified, beside: "list"},
	{name: "find", title: "global search", make: (*drawer).find, beside: "find"},
	{name: "letters", title: "global search of two letters", make: (*drawer).letters, beside: "letters"},
	{name: "tiny", title: "one person's number", make: (*drawer).tiny},
	{name: "options", title: "filter-options", make: (*drawer).options},
	{name: "counts", title: "a total", make: (*drawer).counts},
	{name: "feedback", title: "list of 100 feedback items", make: (*drawer).feedback, beside: "list", own: true},
	{name: "page", title: "a page of the web application", make: (*drawer).webPage, beside: "page"},
	{name: "one5", title: "one person, of 5 % seen", make: (*drawer).one, beside: "one", as: few},
	{name: "list5", title: "list of 100, of 5 % seen", make: (*drawer).list, beside: "list", as: few},
	{name: "filtered5", title: "people/filtered, of 5 % seen", make: (*drawer).filtered, beside: "filtered", as: few},
	{name: "find5", title: "global search, 5 % seen", make: (*drawer).find, beside: "find", as: few},
	{name: "one94", title: "one person, of 94 % seen", make: (*drawer).one, beside: "one", as: most},
	{name: "list94", title: "list of 100, of 94 % seen", make: (*drawer).list, beside: "list", as: most},
	{name: "filtered94", title: "people/filtered, of 94 % seen", make: (*drawer).filtered, beside: "filtered", as: most},
	{name: "find94", title: "global search, 94 % seen", make: (*drawer).find, beside: "find", as: most},
	{name: "oneGiven", title: "one person, as a coordinator", make: (*drawer).one, beside: "one", as: coordinator},
	{name: "listGiven", title: "list of 100, as a coordinator", make: (*drawer).list, beside: "list", as: coordinator},
	{
		name:   "filteredGiven",
		title:  "people/filtered, as a coordinator",
		make:   (*drawer).filtered,
		beside: "filtered",
		as:     coordinator,
	},
	{name: "findGiven", title: "global search, as a coordinator", make: (*drawer).find, beside: "find", as: coordinator},
	{name: "oneTogether", title: "one person, in a workspace", make: (*drawer).one, beside: "one", as: colleague},
	{name: "listTogether", title: "list of 100, in a workspace", make: (*drawer).list, beside: "list", as: colleague},
	{
		name:   "filteredTogether",
		title:  "people/filtered, in a workspace",
		make:   (*drawer).filtered,
		beside: "filtered",
		as:     colleague,
	},
	{name: "findTogether", title: "global search, in a workspace", make: (*drawer).find, beside: "find", as: colleague},
	{name: "oneShared", title: "one person, with 500 shares", make: (*drawer).one, beside: "one", as: shared},
	{name: "listShared", title: "list of 100, with 500 shares", make: (*drawer).list, beside: "list", as: shared},
	{name: "filteredShared", title: "people/filtered, with 500 shares", make: (*drawer).filtered, beside: "filtered", as: shared},
	{name: "findShared", title: "global search, with 500 shares", make: (*drawer).find, beside: "find", as: shared},
	{name: "put", title: "PUT with all repeaters", make: (*drawer).put, beside: "put"},
	{name: "walk", title: "list of 100, any page", make: (*drawer).walk, beside: "walk"},
	{name: "post", title: "POST", make: (*drawer).post, beside: "post"},
}

// onFloor reports whether the floor has the operation.
func (op operation) onFloor() bool { return op.as == administrator && op.beside == op.name }

// operationNamed returns the operation with that name, which must exist.
func operationNamed(name string) operation {
	return operations[slices.IndexFunc(operations, func(op operation) bool { return op.name == name })]
}

// operationNames returns the names of all operations, or of those that are measured by default.
func operationNames(all bool) (names []string) {
	for _, op := range operations {
		if all || op.name != "walk" {
			names = append(names, op.name)
		}
	}
	return names
}

// request is what is sent, and how its answer is checked.
type request struct {
	method, path string
	body         []byte
	check        func(status int, header http.Header, body []byte) error
}
