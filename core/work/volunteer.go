package work

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fields"
	"github.com/clubhuis/clubhuis/core/fold"
)

// Rules are the club's settings for who counts as a volunteer. Titles compare without regard to case and accents.
type Rules struct {
	PlayerRoles      []string `json:"player_roles"`      // titles that make somebody a player of a team
	ExcludedRoles    []string `json:"excluded_roles"`    // honorary and membership titles: they never count, in no group
	ExemptCommittees []int64  `json:"exempt_commissies"` // committees that do not make a volunteer
}

// Clone is a copy that shares nothing with r.
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
			fields.CheckText(title, fmt.Sprintf("%s[%d]", field, i), &problems)
		}
	}
	return problems.Fault()
}

// DefaultRules are those of a new club.
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
	return slices.ContainsFunc(entries, func(e Entry) bool { return e.CurrentOn(day) && r.Counts(e) })
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

// Clean is the rules without surrounding blanks, empty titles and repetitions: titles in the given order, committees by number.
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
		if title != "" && !containsFolded(clean, fold.Key(title)) {
			clean = append(clean, title)
		}
	}
	return clean
}

func containsFolded(titles []string, key string) bool {
	return slices.ContainsFunc(titles, func(title string) bool { return fold.Key(title) == key })
}
