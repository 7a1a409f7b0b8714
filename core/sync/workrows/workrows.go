// Package workrows owns the rows of work history that the synchronization writes (contract §2.4, §3.2): which ones a member
// must have, which of them are over, and what the whole work history looks like then.
//
// A row is the synchronization's by its group, title and start, never by its place in the list; every other row is somebody's
// own work and stays as it is. The package reads and sends nothing; core/work owns what a row means.
//
// The order of calls for one member: Places or Roles say what is wanted. Announce and Plan make the rows, and Changed and
// Announced say what is to be written and remembered. Then, with the work history in hand, Adopt (only when the memory was lost,
// is new or came back from a backup) and Claim tell whose rows stand there, and Merge makes the new work history. Done is what to
// remember after the application took it.
package workrows

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/work"
)

// Group is a team or a committee.
type Group struct {
	Kind work.Kind
	Key  string // the site's id; ClubWide for what is done for the club as a whole
}

// ClubWide is the key of the committee that collects the functions of the club as a whole (Verenigingsbreed).
const ClubWide = "club"

// Whole is that committee.
var Whole = Group{Kind: work.Committee, Key: ClubWide}

// Wanted is something that a member does now.
type Wanted struct {
	Member string // code
	Group  Group
	Title  string
	Start  civil.Date // zero: the site does not tell
	End    civil.Date // as the site announces it; zero: none
}

// Row is a row that the synchronization wrote, or is about to write.
type Row struct {
	Member string // code
	Group  Group
	Remote int64 // the application's number of the group, as the row has it; 0 for not yet
	Title  string
	Start  civil.Date // as in the row; zero: empty there
	End    civil.Date // when it ended; while it goes on, the end that the site announces, zero for none
	Ended  bool
	Sent   bool // the row is known to be in the application
	// Foreign says that somebody else's equal row stood there before ours was written: it is not touched, and none is added.
	Foreign bool
	// Adopted says that the row stood there, and nothing was remembered of it: its start need not be the one that the site tells.
	Adopted bool
	// Back says, from its plan until it is written, that the row was over and goes on again.
	Back bool `json:",omitempty"`
}

// Key names the row for good: member, group, start and title.
func (o Row) Key() string { return key(o.Member, o.Group, o.Title, o.Start) }

var escape = strings.NewReplacer(`\`, `\\`, "|", `\|`)

func key(member string, group Group, title string, start civil.Date) string {
	parts := []string{member, string(group.Kind), group.Key, start.String(), title}
	for i := range parts {
		parts[i] = escape.Replace(parts[i])
	}
	return strings.Join(parts, "|")
}

// The titles of those to whom the site gives none (contract §2.4).
const (
	player = "Speler"
	staff  = "Staflid"
	member = "Lid"
)

// Places returns what the people on a roster do in the team.
func Places(roster []federation.Place, team federation.Team) []Wanted {
	var list []Wanted
	for _, place := range roster {
		title := place.Title
		switch {
		case title != "":
		case place.Staff:
			title = staff
		default:
			title = player
		}
		list = add(list, Wanted{Member: place.Member, Group: Group{work.Team, team.ID}, Title: title})
	}
	return list
}

// Roles returns what a member does now in committees and for the club as a whole. Two roles in one committee are two.
func Roles(code string, roles federation.Roles) []Wanted {
	var list []Wanted
	for _, f := range roles.Functions {
		if f.Active {
			list = add(list, Wanted{Member: code, Group: Whole, Title: titleOr(f.Title), Start: f.Start, End: f.End})
		}
	}
	for _, s := range roles.Seats {
		if s.Active {
			list = add(list, Wanted{Member: code, Group: Committee(s), Title: titleOr(s.Title), Start: s.Start, End: s.End})
		}
	}
	return list
}

// Committee returns the group of a seat. A committee without an id is known by its name.
func Committee(s federation.Seat) Group {
	return Group{work.Committee, cmp.Or(s.Committee, s.Name)}
}

func titleOr(title string) string {
	if title == "" {
		return member
	}
	return title
}

// add appends what is not there yet: a page that tells something twice means it once.
func add(list []Wanted, w Wanted) []Wanted {
	same := func(o Wanted) bool {
		return o.Member == w.Member && o.Group == w.Group && o.Title == w.Title && o.Start == w.Start
	}
	if slices.ContainsFunc(list, same) {
		return list
	}
	return append(list, w)
}
