package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/federation"
)

// ClubSite is the federation's club administration site, read and written as a person does it.
//
// It signs in by itself when it must, and one session serves all calls, which must come one at a time. What the site told is
// returned whole or not at all: a missing, foreign or unreadable answer is federation.ErrAnswer, one without members that it
// always has is federation.ErrShape, a sign-in that fails is federation.ErrSignIn; each may come in a
// *federation.Failure. Texts are trimmed of blanks and of characters that nobody sees.
type ClubSite interface {
	// Members returns everybody with a current membership, as the search finds them with the names of their teams.
	Members(ctx context.Context) ([]federation.Member, error)
	// Teams returns the teams of the federation's competitions, then those of the club that have none there.
	Teams(ctx context.Context) ([]federation.Team, error)
	// Roster returns who is on a team: players first.
	Roster(ctx context.Context, team federation.Team) ([]federation.Place, error)
	// Member reads the pages of a member that the tabs name. An unknown member is federation.ErrAbsent.
	Member(ctx context.Context, code string, tabs federation.Tabs) (federation.Detail, error)
	// Photo reads a member's photo at the address that the site gives for it, at once. No photo is federation.ErrNoPhoto,
	// something else than a picture federation.ErrBadPhoto.
	Photo(ctx context.Context, code string) (federation.Picture, error)
	// Edit saves new values on the cards of a member, page by page, and reads each card back. It returns the fields that stand
	// there now as they were asked for, also with an error. Who cannot be edited is federation.ErrFormer, a value that did
	// not stay federation.ErrNotKept, a card or field that is not there federation.ErrShape.
	Edit(ctx context.Context, code string, edits federation.Edits) ([]federation.Field, error)
}
