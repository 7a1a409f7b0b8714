package leaver

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// Rule says how long after somebody left a kind goes.
type Rule struct {
	On     bool
	Months int
}

// Settings are the rules of a club.
type Settings struct {
	On     bool // without, nothing is proposed and nothing goes
	Notice int  // how many days lie between the mail and what it tells of
	Rules  map[Kind]Rule
	Kept   []Exemption // by person
}

// Exemption is that an administrator keeps all of somebody who left.
type Exemption struct {
	Person person.ID
	Reason string
	By     string // who said so, by name
	User   int64  // and by number, 0 for nobody
	Since  civil.Date
}

// Default returns the rules of a new club, which are off (docs/decisions/0040).
func Default() Settings {
	return Settings{Notice: 14, Rules: map[Kind]Rule{
		Photo: {true, 0}, Certificate: {true, 1}, Timeline: {true, 24}, Contacts: {true, 24}, Addresses: {true, 24},
		Personal: {true, 24}, Other: {true, 24}, Whole: {true, 84},
	}}
}

// Clone returns a copy that shares nothing with s.
func (s Settings) Clone() Settings {
	return Settings{On: s.On, Notice: s.Notice, Rules: maps.Clone(s.Rules), Kept: slices.Clone(s.Kept)}
}

// The limits of the settings.
const (
	LeastNotice   = 7 // days
	MostNotice    = 90
	LeastWhole    = 12 // months: a whole person is not destroyed while the season is still settled
	MostMonths    = 240
	MostKept      = 500
	longestReason = 200 // characters
)

// Validate refuses what can't be. Faults are of the fields of the API.
func (s *Settings) Validate() error {
	var problems fault.Problems
	if s.Notice < LeastNotice || s.Notice > MostNotice {
		problems.Add("notice_days", badNotice)
	}
	for _, kind := range slices.Sorted(maps.Keys(s.Rules)) {
		least := 0
		if kind == Whole {
			least = LeastWhole
		}
		switch months := s.Rules[kind].Months; {
		case !slices.Contains(Kinds(), kind):
			problems.Add("rules."+string(kind), fault.NotAChoice)
		case months < 0 || months > MostMonths:
			problems.Add("rules."+string(kind), badMonths)
		case months < least:
			problems.Add("rules."+string(kind), badWhole)
		}
	}
	return problems.Fault()
}

// Keeps reports whether an administrator keeps all of somebody.
func (s *Settings) Keeps(id person.ID) bool {
	return slices.ContainsFunc(s.Kept, func(e Exemption) bool { return e.Person == id })
}

// Keep adds an exemption, or gives the one that there is another reason.
func (s *Settings) Keep(e Exemption) error {
	var problems fault.Problems
	e.Reason = strings.TrimSpace(e.Reason)
	switch acf.CheckText(e.Reason, "reason", &problems); {
	case e.Reason == "":
		problems.Add("reason", fault.Required)
	case utf8.RuneCountInString(e.Reason) > longestReason:
		problems.Add("reason", longReason)
	}
	if err := problems.Fault(); err != nil {
		return err
	}
	s.Kept = slices.Clone(s.Kept)
	at, there := slices.BinarySearchFunc(s.Kept, e, byPerson)
	switch {
	case there:
		s.Kept[at] = e
	case len(s.Kept) >= MostKept:
		return ErrTooManyKept
	default:
		s.Kept = slices.Insert(s.Kept, at, e)
	}
	return nil
}

func byPerson(a, b Exemption) int { return cmp.Compare(a.Person, b.Person) }

// Move gives the exemption of one person to another, who may have one already. It reports whether there was one.
func (s *Settings) Move(from, to person.ID) bool {
	at := slices.IndexFunc(s.Kept, func(e Exemption) bool { return e.Person == from })
	if at < 0 {
		return false
	}
	moved := s.Kept[at]
	s.LetGo(from)
	if !s.Keeps(to) {
		moved.Person = to
		s.Kept = append(s.Kept, moved)
		sorting.By(s.Kept, byPerson)
	}
	return true
}

// Rename gives users another name where the exemptions have one of them, and returns in how many.
func (s *Settings) Rename(whose func(user int64, name string) bool, name string) (n int) {
	s.Kept = slices.Clone(s.Kept)
	for i := range s.Kept {
		if e := &s.Kept[i]; whose(e.User, e.By) {
			e.By = name
			n++
		}
	}
	return n
}

// LetGo ends the exemptions of these people, and reports whether there was one.
func (s *Settings) LetGo(people ...person.ID) bool {
	before := len(s.Kept)
	s.Kept = slices.DeleteFunc(slices.Clone(s.Kept), func(e Exemption) bool { return slices.Contains(people, e.Person) })
	return len(s.Kept) < before
}
