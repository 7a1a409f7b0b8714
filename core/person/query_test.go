package person_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

func matches(f record.Filter, p *person.Person) bool {
	return record.Match(&f, person.Keys, p.ID, indexed(p))
}

func TestFilter(t *testing.T) {
	t.Parallel()
	var all record.Filter
	modifiedAfter := func(at time.Time) record.Filter {
		return all.With(listing.Test{Key: person.KeyModified, Is: listing.After, Value: listing.Instant(at)})
	}
	author := func(is listing.Operator, user int64) record.Filter {
		return all.With(listing.Test{Key: person.KeyAuthor, Is: is, Value: listing.Number(user)})
	}
	formerOnly := all.With(listing.Test{Key: person.KeyFormer, Value: listing.Flag(true)})
	current, former := jan(), jan()
	former.Membership.Former, former.Work = true, nil
	for _, c := range []struct {
		name            string
		filter          record.Filter
		current, former bool
	}{
		{"the zero filter lets everybody through", all, true, true},
		{"included", record.Filter{Include: []person.ID{1, 12}}, true, true},
		{"not included", record.Filter{Include: []person.ID{1}}, false, false},
		{"an empty list includes nobody", record.Filter{Include: []person.ID{}}, false, false},
		{"excluded", record.Filter{Exclude: []person.ID{12}}, false, false},
		{"excluded beats included", record.Filter{Include: []person.ID{12}, Exclude: []person.ID{12}}, false, false},
		{"by slug", record.Filter{Slugs: []string{"x", "jan-de-wit-12"}}, true, true},
		{"by another's slug", record.Filter{Slugs: []string{"jan-de-wit-13", "jan-12"}}, false, false},
		{"no slugs let nobody through", record.Filter{Slugs: []string{}}, false, false},
		{"a part of a word", all.With(person.Named([]string{"wi"})...), true, true},
		{"all words, in any order", all.With(person.Named([]string{"wit", "jan"})...), true, true},
		{"one word is missing", all.With(person.Named([]string{"wit", "kees"})...), false, false},
		{"no words let everybody through", all.With(person.Named(nil)...), true, true},
		{"the nickname is not searched", all.With(person.Named([]string{"jantje"})...), false, false},
		{"changed after", modifiedAfter(now.Add(-time.Microsecond)), true, true},
		{"changed at the very time", modifiedAfter(now), false, false},
		{"of an author", author(listing.Equal, 1), true, true},
		{"of another author", author(listing.Equal, 2), false, false},
		{"not of an author", author(listing.NotEqual, 1), false, false},
		{"not of another author", author(listing.NotEqual, 2), true, true},
		{"current members", all.With(person.WithoutFormer()), true, false},
		{"former members", formerOnly, false, true},
		{"both at once is nobody", formerOnly.With(person.WithoutFormer()), false, false},
		{"volunteers", all.With(person.VolunteerOn(asOf.Day)), true, false},
		{"former volunteers", formerOnly.With(person.VolunteerOn(asOf.Day)), false, false},
	} {
		if got := matches(c.filter, &current); got != c.current {
			t.Errorf("%s: a current member: %v", c.name, got)
		}
		if got := matches(c.filter, &former); got != c.former {
			t.Errorf("%s: a former member: %v", c.name, got)
		}
	}
}

func TestTwoFiltersMadeOfOneShareNothing(t *testing.T) {
	t.Parallel()
	p := jan()
	base := record.Filter{}.With(person.Named([]string{"j", "a", "n"})...) // of a length at which append leaves room
	jans, kees := base.With(person.Named([]string{"wit"})...), base.With(person.Named([]string{"kees"})...)
	if !matches(base, &p) || !matches(jans, &p) || matches(kees, &p) {
		t.Error("one filter wrote into the other's memory")
	}
}
