// Package erasure owns what becomes of somebody whom the club has to forget (AVG, article 17): what is destroyed, what stays
// without the name, what the books keep, and for how long an erasure can be taken back.
//
// It does not own who asks for one (core/usecase/erasures) nor where the data lies (ports.Erasures).
package erasure

import (
	"encoding/json"
	"html"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
)

// Erasure is that somebody is forgotten, is about to be, or was not after all.
type Erasure struct {
	ID      int64 `json:"-"`
	Person  person.ID
	Name    string // "" once it is destroyed
	State   State
	Cause   Cause
	Asked   time.Time
	By      int64     // the user who asked, 0 for the rules about who left
	Due     time.Time // when it is destroyed
	Ended   time.Time // when it was destroyed or taken back; zero while it is planned
	User    int64     `json:",omitzero"` // the account that it keeps out meanwhile, 0 for none
	Blocked bool      `json:",omitzero"` // an administrator keeps the account out besides: it stays so when the person comes back
	Counts  Counts    `json:",omitzero"` // what was there, when it was destroyed
	Open    []string  `json:",omitzero"` // invoices that it waited for when it was last due
}

// Clone returns a copy that shares nothing with e.
func (e *Erasure) Clone() Erasure {
	c := *e
	c.Counts, c.Open = maps.Clone(e.Counts), slices.Clone(e.Open)
	return c
}

// State is how far an erasure is.
type State string

// The states.
const (
	Planned   State = "planned"   // the person is out of every list, and can come back
	Withdrawn State = "withdrawn" // the person came back
	Destroyed State = "destroyed"
)

// Cause is why somebody is forgotten.
type Cause string

// The causes.
const (
	Asked Cause = "asked" // by the person, says an administrator
	Left  Cause = "left"  // the club's rule about who left
)

// New plans an erasure. It can be taken back as long as somebody in the trash can come back.
func New(of person.ID, name string, cause Cause, by int64, at time.Time) Erasure {
	at = civil.Instant(at)
	return Erasure{
		Person: of, Name: name, State: Planned, Cause: cause, Asked: at, By: by, Due: at.Add(person.KeptAfterRemoval),
	}
}

// Withdraw ends it because the person came back.
func (e *Erasure) Withdraw(at time.Time) error {
	if e.State != Planned {
		return ErrEnded
	}
	e.State, e.Ended, e.Open = Withdrawn, civil.Instant(at), nil
	return nil
}

// Wait says of which invoices something is to be paid or given back before it can be destroyed.
func (e *Erasure) Wait(numbers []string) error {
	if e.State != Planned {
		return ErrEnded
	}
	e.Open = slices.Clone(numbers)
	return nil
}

// Destroy ends it because all is destroyed. What is left says that it happened, and to which number.
func (e *Erasure) Destroy(counts Counts, at time.Time) error {
	if e.State != Planned {
		return ErrEnded
	}
	e.State, e.Ended, e.Name, e.User, e.Counts, e.Open = Destroyed, civil.Instant(at), "", 0, counts, nil
	return nil
}

// Query asks for a part of the erasures. The zero value of each condition lets all through.
type Query struct {
	State         State
	Person        person.ID
	DueBefore     time.Time
	Offset, Limit int
}

// Match reports whether one is asked for.
func (q *Query) Match(e *Erasure) bool {
	return (q.State == "" || q.State == e.State) && (q.Person == 0 || q.Person == e.Person) &&
		(q.DueBefore.IsZero() || e.Due.Before(q.DueBefore))
}

// Subject is of whom all is counted and destroyed.
type Subject struct {
	Person  person.ID
	User    int64    // who the person is as a user, 0 for nobody
	Name    string   // what the person is called in full, and nobody else; "" when that says too little
	Words   []string // the name and the addresses, as texts may hold them; of what others share nothing
	Others  []string // the names of others that hold one of the words, likewise: they stay
	Emails  []string // that are nobody else's, in lower case
	Phones  []string // telephone numbers that are nobody else's, as Digits returns them
	Address []string // lines of the address that the books keep
}

// Phoned reports whether a text is one of the telephone numbers, however it is written.
func (s *Subject) Phoned(text string) bool {
	digits := Digits(text)
	return digits != "" && slices.Contains(s.Phones, digits)
}

// subscriber is how many digits of a telephone number stay the same with and without the number of the country.
const subscriber = 9

// Digits returns the last digits of a telephone number, by which two ways of writing one are compared: "" for what is too
// short to be one, or too long.
func Digits(phone string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, phone)
	if len(digits) < subscriber || len(digits) > 15 {
		return ""
	}
	return digits[len(digits)-subscriber:]
}

// Gone stands in texts in place of what named somebody.
const Gone = "(gewist)"

// leastWord is how long a word is at least, in characters, that is taken out of the texts of others.
const leastWord = 5

// Words returns a name or an address as texts hold it: as it is, in HTML and in JSON. One of a single word, or a short one, says
// too little about whom it means: there are none.
func Words(name string) (words []string) {
	name = strings.TrimSpace(name)
	if utf8.RuneCountInString(name) < leastWord || !strings.ContainsAny(name, " @") {
		return nil
	}
	for _, word := range []string{name, html.EscapeString(name), inJSON(name), inJSON(html.EscapeString(name))} {
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

func inJSON(text string) string {
	encoded, _ := json.Marshal(text) // a text always can be
	return string(encoded[1 : len(encoded)-1])
}
