package people

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
)

// Options are what a list of people can be narrowed to, with how many there are of each. What nobody has is not among them.
type Options struct {
	Total       int
	AgeGroups   []listing.Count // youngest to oldest
	MemberTypes []listing.Count // Junior, Senior, Donateur, Lid van Verdienste, then the others in alphabetical order
	Genders     []listing.Count // in the order of person.Genders
	Functions   []listing.Count // of today, in alphabetical order
	Cities      []listing.Count // in alphabetical order
	Teams       []Option        // by name, with the people of today
	Committees  []Option        // likewise
	Labels      []Option        // by number
}

// Option is another record that a list of people can be narrowed to.
type Option struct {
	ID    int64
	Name  string
	Count int
}

// Options returns them for the people that Browse lists (contract §4.3). Of teams and committees the viewer is told those that
// the viewer may see.
func (s *Service) Options(_ context.Context, viewer access.Viewer, former bool) (Options, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return Options{}, err
	}
	asked := optionsOf{s.Directory.View(), s.Today(), viewer.Reader(), former}
	if last := s.lastOptions.Load(); last != nil && last.of == asked {
		return last.options, nil
	}
	options := asked.count()
	s.lastOptions.Store(&keptOptions{asked, options})
	return options, nil
}

// optionsOf is all that options depend on: a view never changes.
type optionsOf struct {
	view   *directory.View
	today  civil.Date
	reader access.Reader
	former bool
}

// keptOptions are the last that were counted: a page asks for them again each time that its filters open. Nobody may change them.
type keptOptions struct {
	of      optionsOf
	options Options
}

func (o optionsOf) count() Options {
	view, today := o.view, o.today
	tally := func(key string) []listing.Count {
		return view.Tally(o.reader, browsed(record.Filter{}, o.former), key)
	}
	ages := tally(person.KeyAgeGroup)
	options := Options{
		AgeGroups: exact(ages), MemberTypes: person.SortMemberTypes(exact(tally(person.KeyMemberType))),
		Functions: person.FunctionsOn(today, tally(person.KeyFunctions)), Cities: person.Spelled(tally(person.KeyCity)),
	}
	for _, age := range ages {
		options.Total += age.Count
	}
	genders := byValue(tally(person.KeyGender))
	for _, gender := range person.Genders {
		if n := genders[string(gender)]; n > 0 {
			options.Genders = append(options.Genders, listing.Count{Value: string(gender), Count: n})
		}
	}
	groups := person.GroupsOn(today, tally(person.KeyGroups))
	for _, g := range groupsSeen(view, o.reader) {
		option := Option{g.ID, g.Title, groups[listing.Number(g.ID)]}
		switch {
		case option.Count == 0:
		case g.Kind == work.Team:
			options.Teams = append(options.Teams, option)
		default:
			options.Committees = append(options.Committees, option)
		}
	}
	labels := byValue(tally(person.KeyLabels))
	for _, label := range view.Labels() {
		if n := labels[listing.Number(label.ID)]; n > 0 {
			options.Labels = append(options.Labels, Option{label.ID, label.Name, n})
		}
	}
	return options
}

func byValue(counts []listing.Count) map[string]int {
	values := map[string]int{}
	for _, count := range counts {
		values[count.Value] = count.Count
	}
	return values
}

// exact are the counts by what keys were made of, without those of nothing.
func exact(counts []listing.Count) []listing.Count {
	values := []listing.Count{}
	for _, count := range counts {
		if value := person.Exact(count.Value); value != "" {
			values = append(values, listing.Count{Value: value, Count: count.Count})
		}
	}
	return values
}
