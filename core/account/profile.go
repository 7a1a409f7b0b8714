package account

import "github.com/clubhuis/clubhuis/core/access"

// Responsibilities say which parts of the role-based dashboard a viewer has (contract §2.11 rule 1).
type Responsibilities struct {
	Board          bool // exactly the role club_bestuur
	Coordinator    bool // has a team scope
	MatchSecretary bool // the capability wedstrijdzaken
}

// ResponsibilitiesOf resolves them for a viewer who was given some records to read.
func ResponsibilitiesOf(v access.Viewer, given access.Given) Responsibilities {
	return Responsibilities{
		Board: v.Has(access.Board), Coordinator: len(given.Teams) > 0, MatchSecretary: v.Can(access.Matches),
	}
}

// Any reports whether the viewer has a role-based dashboard at all.
func (r Responsibilities) Any() bool { return r.Board || r.Coordinator || r.MatchSecretary }

// ClubDashboard reports whether the viewer reaches the tools for the whole club, where each sees what is theirs: everybody who is
// signed in.
func ClubDashboard(v access.Viewer) bool { return v.SignedIn() }
