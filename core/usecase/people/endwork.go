package people

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

// endedAtOnce is how many people are edited in one step.
const endedAtOnce = 100

// EndWork lets the work whose last day has passed be current no more (contract §6-3), and returns of how many people. Nobody
// edited them: they stay as new as they were, so that the synchronization takes it for no edit of the club.
func (s *Service) EndWork(ctx context.Context) (ended int, err error) {
	if err := s.Directory.Refresh(ctx); err != nil {
		return 0, err
	}
	today, view := s.Today(), s.Directory.View()
	page := view.People(record.Query{View: record.View{Reader: access.Everything}, Window: record.Window{Limit: view.Size()}})
	var over []person.ID
	for i := range page.Records {
		if p, err := page.Records[i].Person(); err == nil && p.EndWork(today) { // a damaged one stays as it is
			over = append(over, p.ID)
		}
	}
	for part := range slices.Chunk(over, endedAtOnce) {
		changed := 0
		err := s.People.Update(ctx, part, func(people map[person.ID]*person.Person) error {
			changed = 0 // it may run twice
			for _, p := range people {
				if p.EndWork(today) {
					p.Editor = 0
					changed++
				}
			}
			return nil
		})
		if err != nil { // of somebody who was removed meanwhile, too: what is left is due again
			return ended, err
		}
		ended += changed
	}
	return ended, nil
}
