// Package cases owns the cases of discipline in the application: which are filed, changed and linked to people, and what becomes
// of one that turns out to be another member's.
//
// A case that the site lists no more stays. What the application is told about one is a rule of core/sync/payload.
package cases

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/sets"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
	"github.com/clubhuis/clubhuis/ports"
)

// State is what the ledger knows of a case besides.
type State struct {
	Member  string `json:"member,omitempty"` // code of the player, as it was last sent
	Name    string `json:"name,omitempty"`   // and the name
	Person  int64  `json:"person,omitempty"` // the number of the person, 0 while nobody was known
	Charged bool   `json:"charged,omitempty"`
	// Kept is whom the site names now, of a case that stays as it is because it stands on an invoice.
	Kept string `json:"kept,omitempty"`
	// Gone says that the person was removed from the application. The case stays as it is, and the name is not kept.
	Gone bool `json:"gone,omitempty"`
}

// Around is what is known of the players and the teams of the cases.
type Around struct {
	Person func(code string) int64 // the application's number, 0 for nobody yet
	// Verify asks the application whether that number is still the member's; when not, Person does not tell it any more.
	Verify func(ctx context.Context, code string) error
	// Gone reports whether nobody has a number in the application any more.
	Gone func(ctx context.Context, person int64) (bool, error)
	Name func(code string) string // "" when it is not known any more
	Team func(id string) int64
}

// Cases are the cases of a run: as the site tells them, and what is remembered of them.
type Cases struct {
	*engine.Runner
	App   ports.ApplicationCases
	Tasks ports.ApplicationTasks
	Around
	Of string // the member whose cases Link is about, "" for those of everybody

	rows    map[string]federation.Case // by dossier: those of the last list that had them
	fresh   []federation.Case          // those of this list that are otherwise than before
	entries map[string]*ledger.Entry

	asked      bool
	standing   map[string]payload.Case // the application's, by dossier, once it was asked
	numbers    map[int64]bool          // under which cases stand there
	unreadable []payload.UnreadableRecord
}

// Recall reads what is remembered of the cases.
func (c *Cases) Recall(ctx context.Context) (err error) {
	if c.entries, err = c.Entries(ctx, ledger.Case); err == nil {
		_, c.rows, err = sets.Cases.All(ctx, c.Runner)
	}
	return err
}

// Known is how many cases are remembered.
func (c *Cases) Known() int { return len(c.rows) }

// Read takes the cases as the site lists them now.
func (c *Cases) Read(listed []federation.Case) {
	for _, row := range listed {
		before, known := c.rows[row.Dossier]
		if row.Member == "" { // the site does not say any more whom it is about
			row.Member = before.Member
		}
		if !known || !same(before, row) {
			c.fresh = append(c.fresh, row)
		}
		c.rows[row.Dossier] = row
	}
}

func same(a, b federation.Case) bool {
	one, _ := json.Marshal(a) // all of it can be encoded
	other, _ := json.Marshal(b)
	return string(one) == string(other)
}

// Removals are the cases that the run would take away, and those that lose their fee.
func (c *Cases) Removals(ctx context.Context) ([]engine.Removals, error) {
	fees := engine.Removals{What: texts.FeesOfCases}
	_, before, err := sets.Cases.All(ctx, c.Runner)
	for dossier, row := range before {
		if row.Fee != nil {
			fees.Tracked++
			if c.rows[dossier].Fee == nil {
				fees.Removed++
			}
		}
	}
	return []engine.Removals{{What: texts.CasesOfOthers, Removed: len(c.moved()), Tracked: len(c.entries)}, fees}, err
}

// Keep keeps the list in the place of what was known of its cases.
func (c *Cases) Keep(ctx context.Context) error {
	return sets.Cases.PutAll(ctx, c.Runner, c.fresh, func(row *federation.Case) string { return row.Dossier })
}

// state is what is remembered of a case besides; damaged, it is an error of the case when that is sent.
func (c *Cases) state(dossier string) State {
	if e := c.entries[dossier]; e != nil {
		if s, err := ledger.State[State](e); err == nil {
			return s
		}
	}
	return State{}
}

// moved are the dossiers of the cases that name another member now than when they were sent.
func (c *Cases) moved() (dossiers []string) {
	for _, dossier := range slices.Sorted(maps.Keys(c.rows)) {
		if c.another(dossier) && (!c.kept(dossier) || c.Force) {
			dossiers = append(dossiers, dossier)
		}
	}
	return dossiers
}

// another reports whether a case names another member than when it was sent. Such a case is never changed, only removed.
func (c *Cases) another(dossier string) bool {
	s, now := c.state(dossier), c.rows[dossier].Member
	return s.Member != "" && now != "" && now != s.Member
}

// kept reports whether a case stays as it is although the site names another member.
func (c *Cases) kept(dossier string) bool {
	s := c.state(dossier)
	return s.Kept != "" && s.Kept == c.rows[dossier].Member
}

// name is what the player is called.
func (c *Cases) name(row *federation.Case) string {
	if name := c.Name(row.Member); name != "" {
		return name
	}
	if s := c.state(row.Dossier); s.Member == row.Member {
		return s.Name
	}
	return ""
}

// payload is what the application is told about a case.
func (c *Cases) payload(dossier string) payload.Case {
	row := c.rows[dossier]
	return payload.CaseOf(row, payload.Around{
		Person: c.Person(row.Member), Name: c.name(&row), Home: c.Team(row.Home), Away: c.Team(row.Away),
	})
}

// plan is what makes the application's cases like the site's; wanted are the dossiers that it is about.
func (c *Cases) plan(wanted []string) diff.Plan {
	var want []diff.Wanted
	var tracked []diff.Tracked
	kept := 0
	for _, dossier := range wanted {
		if c.another(dossier) {
			kept++
			continue
		}
		want = append(want, diff.Wanted{Key: dossier, Hash: c.payload(dossier).Hash()})
	}
	for _, e := range c.entries {
		tracked = append(tracked, engine.Tracked(e))
	}
	plan := diff.Compare(want, tracked, c.Force, false)
	plan.Unchanged += kept
	return plan
}

// unlinked are the dossiers of the cases in the application that have another person there now than they were sent with.
func (c *Cases) unlinked() (dossiers []string) {
	for _, dossier := range slices.Sorted(maps.Keys(c.entries)) {
		s := c.state(dossier)
		_, known := c.rows[dossier]
		if c.Of != "" && s.Member != c.Of {
			continue
		}
		if known && c.entries[dossier].Remote != "" && s.Member == c.rows[dossier].Member && s.Person != c.Person(s.Member) {
			dossiers = append(dossiers, dossier)
		}
	}
	return dossiers
}
