package predecessors

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/predecessor"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// bringParents puts teams and committees below what stood above them, now that all are there. One that stands below something
// here stays there. Each is put once: what somebody moves to the top afterwards stays at the top.
func (r *run) bringParents(ctx context.Context) error {
	var list []predecessor.Group
	for i := range r.club.Groups {
		g := &r.club.Groups[i]
		id, parent := r.id(origin.Group, g.ID), r.id(origin.Group, g.Parent)
		switch {
		case g.Parent == 0 || id == 0 || r.inTrash(id) || r.inTrash(parent):
		case parent == 0:
			r.club.Report.Leave(origin.Placed, g.ID, "what stands above it did not come over: it stands at the top for now")
		default:
			list = append(list, *g)
		}
	}
	return bring(ctx, r, step[predecessor.Group]{
		kind: origin.Placed, list: list, old: func(g *predecessor.Group) int64 { return g.ID },
		find: func(_ context.Context, _ ports.Stores, g *predecessor.Group) (int64, error) {
			here, err := r.Stores.Directory.View().Group(r.id(origin.Group, g.ID), record.View{})
			if err != nil || here.Parent == 0 { // a rehearsal has made up numbers
				return 0, nil
			}
			return here.ID, nil
		},
		keep: func(ctx context.Context, stores ports.Stores, g *predecessor.Group) (int64, error) {
			id, parent := r.id(origin.Group, g.ID), r.id(origin.Group, g.Parent)
			places, err := stores.Groups.Places(ctx, g.Kind) // which stay until the end of the step
			if err != nil {
				return 0, err
			}
			if !slices.Contains(group.Parents(id, places), parent) {
				return 0, errLeft{"what stood above it stands below it here: it stays at the top"}
			}
			return id, stores.Groups.Update(ctx, id, func(here *group.Group) error {
				if here.Parent == 0 {
					here.Parent = parent
				}
				return nil
			})
		},
	})
}

// inTrash reports whether a group came in an earlier run and was removed here since. It may come back.
func (r *run) inTrash(id int64) bool {
	if id <= 0 { // a rehearsal made it up
		return false
	}
	_, err := r.Stores.Directory.View().Group(id, record.View{})
	return err != nil
}
