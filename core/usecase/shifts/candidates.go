package shifts

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/sorting"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

// Candidate is somebody who can be put on a shift.
type Candidate struct {
	Worker
	Count int  // of shifts that were done this season
	Busy  bool // on another shift at that time
}

// mostCandidates is how many a planner chooses from.
const mostCandidates = 20

// Candidates returns who can be put on a shift, for planners: the volunteers of the club and whom the planner may see, whose
// names hold what was typed. Who has the time comes first, then who did the fewest shifts.
//
// Planning is no permission to read people: of volunteers whom the planner may not see the name is told, and nothing is searched
// but that.
func (s *Service) Candidates(ctx context.Context, viewer access.Viewer, id int64, text string) ([]Candidate, error) {
	if err := viewer.Require(access.Volunteers); err != nil {
		return nil, err
	}
	found, err := s.Shifts.ByID(ctx, id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, volunteer.ErrAbsent
	}
	shift, this := &found[0], season.On(s.Today())
	done, err := s.Lists.Page(ctx, volunteer.Query{From: this.First(), To: s.Today(), Limit: most})
	if err != nil {
		return nil, err
	}
	near, err := s.Lists.Page(ctx, volunteer.Query{From: shift.Date.AddDays(-1), To: shift.Date.AddDays(1), Limit: most})
	if err != nil {
		return nil, err
	}
	counts, busy := volunteer.Served(done.Records, s.Now(), s.Zone), shift.At(near.Records, s.Zone)
	view, reader := s.Directory.View(), viewer.Reader(s.Today())
	list := []Candidate{}
	for who, name := range s.candidates(view, reader, text) {
		if view.Serves(who) && !shift.Has(who) {
			list = append(list, Candidate{worker(view, reader, who, name), counts[who], busy[who]})
		}
	}
	sorting.By(list, func(a, b Candidate) int {
		return cmp.Or(
			compareBool(a.Busy, b.Busy), cmp.Compare(a.Count, b.Count), strings.Compare(fold.Key(a.Name), fold.Key(b.Name)),
			cmp.Compare(a.ID, b.ID),
		)
	})
	return list[:min(len(list), mostCandidates)], nil
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// candidates are the volunteers and the people whom the reader may see with these words in their names, by number.
func (s *Service) candidates(view *directory.View, reader access.Reader, text string) map[person.ID]string {
	named := map[person.ID]string{}
	words := fold.Words(text)
	take := func(id person.ID) {
		name := view.NameOf(id)
		key := fold.Key(name)
		if name != "" && !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(key, word) }) {
			named[id] = name
		}
	}
	for _, one := range view.Summaries(s.volunteers(nil)) {
		take(one.ID)
	}
	if len(words) > 0 {
		for _, hit := range view.Search(search.Read(text), record.View{Day: s.Today(), Reader: reader}).List {
			take(hit.ID)
		}
	}
	return named
}

// mostVolunteers is more than a club has.
const mostVolunteers = 100_000

// volunteers asks for the volunteers of today, whoever may see them; only these when they are given.
func (s *Service) volunteers(only []person.ID) record.Query {
	today := s.Today()
	return record.Query{
		View:   record.View{Day: today, Reader: access.Everything},
		Filter: record.Filter{Include: only}.With(person.VolunteerOn(today), person.WithoutFormer(), person.Alive()),
		Window: record.Window{Order: listing.Order{By: []listing.Sort{{By: person.KeyTitle}}}, Limit: mostVolunteers},
	}
}

// choosable refuses who is no volunteer and not for the viewer to see.
func (s *Service) choosable(viewer access.Viewer, who person.ID) error {
	view := s.Directory.View()
	err := view.Readable(who, viewer.Reader(s.Today()))
	if err != nil && len(view.Summaries(s.volunteers([]person.ID{who}))) > 0 {
		return nil
	}
	return err
}

// Crew returns who comes to a shift and fills a place there, for planners: to be written to.
func (s *Service) Crew(ctx context.Context, viewer access.Viewer, id int64) (people []person.ID, err error) {
	if err := viewer.Require(access.Volunteers); err != nil {
		return nil, err
	}
	found, err := s.Shifts.ByID(ctx, id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, volunteer.ErrAbsent
	}
	view := s.Directory.View()
	for _, a := range found[0].Assignments {
		if view.Serves(a.Person) && !slices.Contains(people, a.Person) {
			people = append(people, a.Person)
		}
	}
	return people, nil
}
