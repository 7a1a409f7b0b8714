package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// ClubSite is the federation's club administration site, read and written as a person does it.
//
// It signs in when it must. One session serves all calls, which must come one at a time. But for Members, FormerMembers and
// Cases, it returns what the site told whole or not at all. A missing, foreign or unreadable answer is federation.ErrAnswer,
// an answer without members that it always has is federation.ErrShape, and a failed sign-in is federation.ErrSignIn; each may
// be wrapped in a *federation.Failure. Texts are trimmed of blanks and invisible characters.
type ClubSite interface {
	// Members returns everybody with a current membership, as the search finds them with the names of their teams.
	// Members whose row has a date that cannot be read are not among them: a *federation.UnreadableRows, returned with the others,
	// names them. When they are more than five and more than 1 % of all, it is federation.ErrShape and nobody is returned.
	Members(ctx context.Context) ([]federation.Member, error)
	// FormerMembers returns everybody whose membership is over, as the search finds them, without names of teams. It tells of rows
	// that cannot be read as Members does.
	FormerMembers(ctx context.Context) ([]federation.Member, error)
	// Teams returns the teams of the federation's competitions, then those of the club that have none there.
	Teams(ctx context.Context) ([]federation.Team, error)
	// Roster returns who is on a team: players first.
	Roster(ctx context.Context, team federation.Team) ([]federation.Place, error)
	// Cases returns the cases of players before the disciplinary committee, each once, in the order of the site. Cases with a date
	// or an amount that cannot be read are told of as Members tells of rows.
	Cases(ctx context.Context) ([]federation.Case, error)
	// Member reads the pages of a member that the tabs name. An unknown member is federation.ErrAbsent.
	Member(ctx context.Context, code string, tabs federation.Tabs) (federation.Detail, error)
	// Photo reads a member's photo at the address that the site gives for it, at once. A photo that is gone from there is
	// federation.ErrNoPhoto, a member of whom the site gives no address is federation.ErrNoAddress, anything but a picture is
	// federation.ErrBadPhoto.
	Photo(ctx context.Context, code string) (federation.Picture, error)
	// Edit saves new values on the cards of a member, page by page, and reads each card back. It returns the fields that now have
	// the wanted value, also with an error. A member who cannot be edited is federation.ErrFormer, a value that was not kept is
	// federation.ErrNotKept, a card or field that is absent is federation.ErrShape, after the
	// others were saved.
	Edit(ctx context.Context, code string, edits federation.Edits) ([]federation.Field, error)
}
