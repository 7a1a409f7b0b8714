// Package matchday owns the matches of the club's teams as the federation publishes them: the programme, what was called off,
// what a team plays, and how old and complete all that is (contract §2.11-11 and §2.11-12).
//
// It fetches nothing (ports.MatchFeed) and does not know who may see which team.
package matchday

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
)

// Match is one match of one of the club's teams, as one source tells of it.
type Match struct {
	ID           int64     `json:"id"` // wedstrijdcode
	Start        time.Time `json:"start"`
	Home         string    `json:"home"`
	Away         string    `json:"away"`
	HomeCode     string    `json:"home_code,omitempty"` // of the team at the federation
	AwayCode     string    `json:"away_code,omitempty"`
	AtHome       bool      `json:"at_home,omitempty"` // the home team is one of the club's
	Pitch        string    `json:"pitch,omitempty"`
	Location     string    `json:"location,omitempty"`
	Rooms        Rooms     `json:"rooms,omitzero"`
	Competition  string    `json:"competition,omitempty"`
	Cancelled    bool      `json:"cancelled,omitempty"`
	Cancellation string    `json:"cancellation,omitempty"` // why, in the federation's words

	// Teams are the codes in whose own programme the match stands.
	Teams []string `json:"teams,omitempty"`
}

// Rooms are the dressing rooms, as they are given: "" when nobody filled them in yet.
type Rooms struct {
	Home    string `json:"home,omitempty"`
	Away    string `json:"away,omitempty"`
	Referee string `json:"referee,omitempty"`
}

// Of reports whether one of the teams with these codes plays in the match.
func (m *Match) Of(code string) bool {
	return code != "" && (code == m.HomeCode || code == m.AwayCode || slices.Contains(m.Teams, code))
}

// Source is where matches come from.
type Source string

// The sources of the whole club. Every team has one of its own besides: see TeamSource.
const (
	Programme     Source = "programme"
	Cancellations Source = "cancellations"
)

const teamPrefix = "team:"

// TeamSource is the programme of the team with a code.
func TeamSource(code string) Source { return Source(teamPrefix + code) }

// Team is the code of the team whose source it is, "" for one of the whole club.
func (s Source) Team() string {
	code, _ := strings.CutPrefix(string(s), teamPrefix)
	if code == string(s) {
		return ""
	}
	return code
}

// How old what was fetched may become.
const (
	FreshFor     = 60 * time.Minute // counts as fresh
	TeamKeptFor  = 10 * time.Minute // a team's programme is not fetched again
	TeamRestsFor = time.Minute      // after a failure, likewise
	FetchedEvery = 15 * time.Minute // programme and cancellations
)

// FetchedDays is how many days are fetched, today included: a day more than is shown, for what is kept over midnight.
const FetchedDays = 9

// Fetched is what was fetched of a source the last time that it went well, and how the last try went. The zero value but for the
// Source was never tried.
type Fetched struct {
	Source  Source
	At      time.Time // the last good one, zero for never
	Tried   time.Time
	Problem Problem // of the last try, "" when it went well
	Matches []Match
	Digest  string // of the matches as they are kept: equal for equal ones, "" when nothing is kept
}

// Clone returns a copy that shares nothing with f.
func (f Fetched) Clone() Fetched {
	f.Matches = slices.Clone(f.Matches)
	for i := range f.Matches {
		f.Matches[i].Teams = slices.Clone(f.Matches[i].Teams)
	}
	return f
}

// Kept returns a copy as stores keep it, with its digest: times are instants.
func (f Fetched) Kept() Fetched {
	f = f.Clone()
	f.At, f.Tried = civil.Instant(f.At), civil.Instant(f.Tried)
	for i := range f.Matches {
		f.Matches[i].Start = civil.Instant(f.Matches[i].Start)
	}
	f.Digest = Digest(f.Text())
	return f
}

// Text is the matches as JSON.
func (f *Fetched) Text() []byte {
	text, err := json.Marshal(f.Matches)
	if err != nil {
		panic("matchday: encode matches: " + err.Error()) // they consist of texts, numbers and times
	}
	return text
}

// Digest is the digest of matches as JSON.
func Digest(text []byte) string {
	sum := sha256.Sum256(text)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Take keeps what a try brought. A failed one keeps the last good matches.
func (f *Fetched) Take(matches []Match, problem Problem, at time.Time) {
	at = civil.Instant(at)
	if f.Tried.After(at) && !ahead(f.Tried, at) { // another server was quicker
		return
	}
	if f.Tried, f.Problem = at, problem; problem == "" {
		f.At, f.Matches = at, matches
	}
}

// Fresh reports whether what was fetched counts as fresh.
func (f *Fetched) Fresh(now time.Time) bool {
	return !f.At.IsZero() && now.Sub(f.At) < FreshFor && !ahead(f.At, now)
}

// ahead reports whether a time was noted by a clock that was wrong: those of servers differ by less.
func ahead(noted, now time.Time) bool { return noted.Sub(now) >= FreshFor }

// TeamDue reports whether a team's programme is to be fetched again before it is shown.
func (f *Fetched) TeamDue(now time.Time) bool {
	rests := TeamKeptFor
	if f.Problem != "" {
		rests = TeamRestsFor
	}
	return f.Tried.IsZero() || now.Sub(f.Tried) >= rests || ahead(f.Tried, now)
}

// Problem is why a source brought nothing.
type Problem string

// The problems.
const (
	NotConfigured Problem = "not_configured" // the club has no key
	Unreachable   Problem = "unreachable"
	Refused       Problem = "refused"    // the key is wrong
	Missing       Problem = "missing"    // the service does not have this list
	Unexpected    Problem = "unexpected" // it is not what it was
	NoCode        Problem = "no_code"    // the team has no number at the federation
)

// Compare puts matches in their order: by their start, home team and number.
func Compare(a, b Match) int {
	return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.Home, b.Home), cmp.Compare(a.ID, b.ID))
}

// Error is the error of a source that brought nothing.
type Error struct {
	Problem Problem
	Cause   error // for the log
}

// Error implements error.
func (e *Error) Error() string { return "the matches: " + string(e.Problem) + ": " + e.Cause.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// ProblemOf is the problem that an error tells of: "" for none, Unreachable for one that tells of none.
func ProblemOf(err error) Problem {
	var e *Error
	switch {
	case err == nil:
		return ""
	case errors.As(err, &e):
		return e.Problem
	}
	return Unreachable
}
