// Package alike owns the requests that tell two builds of the server apart, and the comparison of their answers.
//
// It sends nothing and starts nothing: a generator makes requests from a seed, and Compare is given two answers.
package alike

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/person"
)

// Account says as whom a request is sent.
type Account string

// The accounts. The plain one created people 1 to 4 of every hundred.
const (
	Administrator Account = "administrator"
	Plain         Account = "plain"
	Board         Account = "board"
	Nobody        Account = "nobody"
)

// World is what requests are made from.
type World struct {
	People            []person.Person // with the numbers 1 to len(People)
	Teams, Committees []int64         // their numbers
}

// Request is one that both builds get.
type Request struct {
	As           Account
	Method, Path string
	Body         string // JSON, or nothing
}

func (r Request) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s: %s %s %s", r.As, r.Method, r.Path, r.Body))
}

// Generator makes requests. All of them follow from its seed.
type Generator struct {
	*rand.Rand
	world World
}

// NewGenerator makes the requests that belong to a seed.
func NewGenerator(seed uint64, world World) *Generator {
	return &Generator{Rand: rand.New(rand.NewPCG(seed, 0)), world: world}
}

func (g *Generator) chance(percent int) bool { return g.IntN(100) < percent }

func pick[T any](g *Generator, list ...T) T { return list[g.IntN(len(list))] }

// account draws one: mostly an administrator's.
func (g *Generator) account() Account {
	switch n := g.IntN(100); {
	case n < 55:
		return Administrator
	case n < 80:
		return Plain
	case n < 96:
		return Board
	}
	return Nobody
}

func (g *Generator) get(path string, query url.Values) Request {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return Request{As: g.account(), Method: http.MethodGet, Path: path}
}

// person draws the number of one: now and then of one that was made later, or that there is none of.
func (g *Generator) person() int64 {
	last := int64(len(g.world.People))
	if g.chance(7) {
		return last + 1 + g.Int64N(60)
	}
	if g.chance(15) { // one that the plain user created
		return g.Int64N(last/100+1)*100 + 1 + g.Int64N(4)
	}
	return 1 + g.Int64N(last)
}

// kinds are of groups, as paths name them.
var kinds = []string{"teams", "teams", "commissies"}

// group draws the number of a team or a committee.
func (g *Generator) group() int64 { return g.groupOf(pick(g, kinds...)) }

// groupOf draws the number of one of a kind: now and then of one that was made later, of the other kind, or that does not exist.
func (g *Generator) groupOf(kind string) int64 {
	if g.chance(6) {
		return pick(g, g.world.Teams[len(g.world.Teams)-1]+1+g.Int64N(20), pick(g, g.world.Teams...), pick(g, g.world.Committees...), 7)
	}
	if kind == "teams" {
		return pick(g, g.world.Teams...)
	}
	return pick(g, g.world.Committees...)
}

// member draws the number of somebody who was there at the beginning.
func (g *Generator) member() int64 { return 1 + g.Int64N(int64(len(g.world.People))) }

// term returns the number of a label or a relation type.
func (g *Generator) term() int64 { return 1 + g.Int64N(30) }

func number(n int64) string { return strconv.FormatInt(n, 10) }

func several(g *Generator, one func() int64) string {
	list := make([]string, 1+g.IntN(12))
	for i := range list {
		list[i] = number(one())
	}
	return strings.Join(list, ",")
}

// text returns something to search for: a piece of what somebody has, spelled in some way, or something odd.
func (g *Generator) text() string {
	if g.chance(8) {
		return pick(g, "", " ", "%", "_", `"`, "'", "''", "*", "a b", "zzzz", "van der", "é", "Ø", "-", "(", "a*", "title : a", "1=1",
			strings.Repeat("a", 200), strings.Repeat("a", 201), "\u00a0", "ß", "ÀÉ", "NULL")
	}
	of := &g.world.People[g.IntN(len(g.world.People))]
	whole := of.Name.Full()
	switch g.IntN(10) {
	case 0:
		whole = of.Membership.Code
	case 1:
		if len(of.Contacts) > 0 {
			whole = of.Contacts[g.IntN(len(of.Contacts))].Value
		}
	case 2:
		whole = of.Name.Last + " " + of.Name.First
	}
	letters := []rune(whole)
	if len(letters) == 0 {
		return "an"
	}
	from, length := 0, 1+g.IntN(len(letters))
	if g.chance(60) {
		from, length = g.IntN(len(letters)), 2+g.IntN(5)
	}
	piece := string(letters[from:min(len(letters), from+length)])
	switch g.IntN(8) {
	case 0:
		return strings.ToUpper(piece)
	case 1:
		return " " + piece + "  "
	}
	return piece
}
