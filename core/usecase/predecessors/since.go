package predecessors

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
)

// lookSince finds out what became here of what earlier runs brought: what comes now is about who stayed after a merge, and about
// nobody who was destroyed. Who is in the trash may come back.
func (r *run) lookSince(ctx context.Context) error {
	people := map[int64]int64{}
	for _, id := range r.brought[origin.Person] {
		if r.alive(id) {
			continue
		}
		into, err := r.Stores.Duplicates.LeadsTo(ctx, id)
		if err != nil {
			return err
		}
		stays := cmp.Or(into, id)
		if into != 0 {
			people[id] = into
		}
		if r.alive(stays) {
			continue
		}
		switch _, err := r.Stores.Erasures.Removed(ctx, stays); {
		case errors.Is(err, person.ErrNotRemoved):
			people[id] = 0
		case err != nil:
			return err
		}
	}
	view := r.Stores.Directory.View()
	r.since = map[origin.Kind]map[int64]int64{
		origin.Person:       people,
		origin.Label:        gone(r.brought[origin.Label], term.IDs(view.Labels())),
		origin.RelationType: gone(r.brought[origin.RelationType], relation.Types(view.RelationTypes()).IDs()),
	}
	return nil
}

// gone leads the new numbers that are not here any more to nothing.
func gone(brought map[int64]int64, here []int64) map[int64]int64 {
	since := map[int64]int64{}
	for _, id := range brought {
		if !slices.Contains(here, id) {
			since[id] = 0
		}
	}
	return since
}

// destroyed reports whether somebody came over and was destroyed here since.
func (r *run) destroyed(old int64) bool {
	return r.brought[origin.Person][old] != 0 && r.id(origin.Person, old) == 0
}

// errDestroyed leaves a record behind that is about nobody but people who were destroyed here.
var errDestroyed = errLeft{"the person whom it is about was destroyed here, and it stays behind"}
