package work

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
)

// Rules are the club's settings for who counts as a volunteer. Titles compare without regard to case and accents.
type Rules struct {
	PlayerRoles      []string `json:"player_roles"`      // titles that make somebody a player of a team
	ExcludedRoles    []string `json:"excluded_roles"`    // honorary and membership titles: they never count, in no group
	ExemptCommittees []int64  `json:"exempt_commissies"` // committees that do not make a volunteer
}

// Folded returns r with folded titles, to be asked about many people: it gives the same answers, and folding them once more costs
// little.
func (r Rules) Folded() Rules {
	fold := func(titles []string) []string {
		folded := make([]string, len(titles))
		for i, title := range titles {
			folded[i] = fold.Key(title)
		}
		return folded
	}
	return Rules{
		PlayerRoles: fold(r.PlayerRoles), ExcludedRoles: fold(r.ExcludedRoles), ExemptCommittees: slices.Clone(r.ExemptCommittees),
	}
}

// Clone returns a copy that shares nothing with r.
func (r Rules) Clone() Rules {
	return Rules{
		PlayerRoles: slices.Clone(r.PlayerRoles), ExcludedRoles: slices.Clone(r.ExcludedRoles),
		ExemptCommittees: slices.Clone(r.ExemptCommittees),
	}
}

// Validate refuses titles that no role can have.
func (r Rules) Validate() error {
	var problems fault.Problems
	for field, titles := range map[string][]string{"player_roles": r.PlayerRoles, "excluded_roles": r.ExcludedRoles} {
		for i, title := range titles {
			acf.CheckText(title, fmt.Sprintf("%s[%d]", field, i), &problems)
		}
	}
	return problems.Fault()
}

// DefaultRules returns those of a new club.
func DefaultRules() Rules {
	return Rules{
		PlayerRoles: []string{
			"Aanvaller", "Verdediger", "Keeper", "Middenvelder", "Teamspeler", "Speler", "Champions league",
			"Zondag recreanten", "Zondag recranten", "Zaterdag recreanten",
		},
		ExcludedRoles: []string{"Donateur", "Erelid", "Lid van Verdienste", "Verenigingslid voor het leven (contributievrij)"},
	}
}

// Volunteer reports whether somebody with these entries is a volunteer on the day (contract §2.1 rule 2): one current
// entry in a committee that is not exempt, whatever the role, or in a team with a staff role.
func (r Rules) Volunteer(entries []Entry, day civil.Date) bool {
	until := r.VolunteerUntil(entries)
	return !until.IsZero() && !until.Before(day)
}

// Forever is the last day of what has no end.
var Forever = civil.Date{Year: 9999, Month: 12, Day: 31}

// VolunteerUntil returns the last day on which somebody with these entries is a volunteer, if nothing changes: the zero Date for
// nobody's volunteer, Forever for one without an end.
func (r Rules) VolunteerUntil(entries []Entry) (until civil.Date) {
	for _, e := range entries {
		if last := e.LastDay(); until.Before(last) && r.Counts(e) {
			until = last
		}
	}
	return until
}

// Counts reports whether the role of an entry is volunteer's work, current or not. A team role without a title is not.
func (r Rules) Counts(e Entry) bool {
	title := fold.Key(e.Title)
	if containsFolded(r.ExcludedRoles, title) {
		return false
	}
	if e.Kind == Committee {
		return !slices.Contains(r.ExemptCommittees, e.Group)
	}
	return title != "" && !containsFolded(r.PlayerRoles, title)
}

// Role is what an entry makes of somebody in its group.
type Role string

// The roles. Who plays in a team and who leads it follows from the title alone.
const (
	Player Role = "player" // of a team: one of the players' titles, or none
	Staff  Role = "staff"  // of a team: every other title
	Member Role = "member" // of a committee
)

// RoleOf returns the role of an entry, current or not.
func (r Rules) RoleOf(e Entry) Role {
	if e.Kind == Committee {
		return Member
	}
	if title := fold.Key(e.Title); title != "" && !containsFolded(r.PlayerRoles, title) {
		return Staff
	}
	return Player
}

// Clean returns the rules without surrounding blanks, empty titles and repetitions: titles in the given order, committees by
// number.
func (r Rules) Clean() Rules {
	return Rules{
		PlayerRoles:      cleanTitles(r.PlayerRoles),
		ExcludedRoles:    cleanTitles(r.ExcludedRoles),
		ExemptCommittees: slices.Compact(slices.Sorted(slices.Values(r.ExemptCommittees))),
	}
}

func cleanTitles(titles []string) []string {
	clean := []string{}
	for _, title := range titles {
		title = strings.TrimSpace(title)
		if key := fold.Key(title); key != "" && !containsFolded(clean, key) {
			clean = append(clean, title)
		}
	}
	return clean
}

func containsFolded(titles []string, key string) bool {
	return slices.ContainsFunc(titles, func(title string) bool { return fold.Key(title) == key })
}
