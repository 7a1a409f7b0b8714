package people

import (
	"math"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

// groupsSeen are the groups that a reader may see, in the order in which lists of people name them: teams, then committees,
// each by name.
func groupsSeen(view *directory.View, reader access.Reader) []group.Record {
	return view.Groups(record.Query{
		View: record.View{Reader: reader}, Bare: true,
		Window: record.Window{Order: listing.Order{By: []listing.Sort{{By: group.KeyKind, Desc: true}, {By: group.KeySort}}},
			Limit: math.MaxInt},
	}).Records
}

// titles are the names of the groups that the viewer may see.
func titles(view *directory.View, viewer access.Viewer) map[group.ID]string {
	titles := map[group.ID]string{}
	for _, g := range groupsSeen(view, viewer.Reader()) {
		titles[g.ID] = g.Title
	}
	return titles
}

// ordered returns an order of people for a viewer: by their groups it is that of the groups that the viewer may see, so that it
// tells nothing about others.
func (s *Service) ordered(view *directory.View, viewer access.Viewer, order listing.Order) listing.Order {
	if !slices.ContainsFunc(order.By, func(sort listing.Sort) bool { return sort.By == person.KeyGroups }) {
		return order
	}
	seen := groupsSeen(view, viewer.Reader())
	ids := make([]group.ID, len(seen))
	for i := range seen {
		ids[i] = seen[i].ID
	}
	return person.ByGroupOn(s.Today(), ids, order)
}
