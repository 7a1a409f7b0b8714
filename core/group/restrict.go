package group

import (
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
)

// keyPublicID is the field that says which team of the club administration system a team is.
const keyPublicID = "publicteamid"

// Restrict keeps an edit from changing what the club administration system holds of a team, unless the editor administers
// groups. The identifier is refused. Once a team has one, its other such fields keep their value. Who vouched for a group
// without an identifier vouched for its title: a change of the title ends that. before is the group as it was.
func (g *Group) Restrict(before *Group, editor access.Viewer, problems *fault.Problems) {
	if editor.AdministersGroups() {
		return
	}
	table := Fields(g.Kind)
	for _, key := range table.ChangedSynced(g, before) {
		switch {
		case key == keyPublicID:
			problems.Add("acf."+key, fault.Administered)
		case before.PublicID != "":
			table.Restore(g, before, key)
		}
	}
	if before.PublicID == "" && fold.Key(g.Title) != fold.Key(before.Title) {
		g.Administered = false // nobody vouched for what this is now
	}
	if size := g.unknownSize(); size > acf.MaxUnknown && size > before.unknownSize() {
		problems.Add("acf", fault.TooManyUnknown)
	}
}

// unknownSize is how many bytes of unknown members a group has, those of rows included.
func (g *Group) unknownSize() int {
	size := acf.SizeOf(g.Extra)
	for i := range g.Contacts {
		size += acf.SizeOf(g.Contacts[i].Extra)
	}
	return size
}
