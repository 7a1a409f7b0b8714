package person_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
)

func TestFilter(t *testing.T) {
	t.Parallel()
	var all person.Filter
	modifiedAfter := func(at time.Time) person.Filter {
		return all.With(listing.Test{Key: person.KeyModified, Is: listing.After, Value: listing.Instant(at)})
	}
	author := func(is listing.Operator, user int64) person.Filter {
		return all.With(listing.Test{Key: person.KeyAuthor, Is: is, Value: listing.Number(user)})
	}
	formerOnly := all.With(listing.Test{Key: person.KeyFormer, Value: listing.Flag(true)})
	current, former := jan(), jan()
	former.Membership.Former, former.Work = true, nil
	for _, c := range []struct {
		name            string
		filter          person.Filter
		current, former bool
	}{
		{"the zero filter lets everybody through", all, true, true},
		{"included", person.Filter{Include: []person.ID{1, 12}}, true, true},
		{"not included", person.Filter{Include: []person.ID{1}}, false, false},
		{"an empty list includes nobody", person.Filter{Include: []person.ID{}}, false, false},
		{"excluded", person.Filter{Exclude: []person.ID{12}}, false, false},
		{"excluded beats included", person.Filter{Include: []person.ID{12}, Exclude: []person.ID{12}}, false, false},
		{"by slug", person.Filter{Slugs: []string{"x", "jan-de-wit-12"}}, true, true},
		{"by another's slug", person.Filter{Slugs: []string{"jan-de-wit-13", "jan-12"}}, false, false},
		{"no slugs let nobody through", person.Filter{Slugs: []string{}}, false, false},
		{"a part of a word", all.Named([]string{"wi"}), true, true},
		{"all words, in any order", all.Named([]string{"wit", "jan"}), true, true},
		{"one word is missing", all.Named([]string{"wit", "kees"}), false, false},
		{"no words let everybody through", all.Named(nil), true, true},
		{"the nickname is not searched", all.Named([]string{"jantje"}), false, false},
		{"changed after", modifiedAfter(now.Add(-time.Microsecond)), true, true},
		{"changed at the very time", modifiedAfter(now), false, false},
		{"of an author", author(listing.Equal, 1), true, true},
		{"of another author", author(listing.Equal, 2), false, false},
		{"not of an author", author(listing.NotEqual, 1), false, false},
		{"not of another author", author(listing.NotEqual, 2), true, true},
		{"current members", all.WithoutFormer(), true, false},
		{"former members", formerOnly, false, true},
		{"both at once is nobody", formerOnly.WithoutFormer(), false, false},
		{"volunteers", all.With(person.VolunteerOn(asOf.Day)), true, false},
		{"former volunteers", formerOnly.With(person.VolunteerOn(asOf.Day)), false, false},
	} {
		if got := c.filter.Match(indexed(&current)); got != c.current {
			t.Errorf("%s: a current member: %v", c.name, got)
		}
		if got := c.filter.Match(indexed(&former)); got != c.former {
			t.Errorf("%s: a former member: %v", c.name, got)
		}
	}
}

func TestTwoFiltersMadeOfOneShareNothing(t *testing.T) {
	t.Parallel()
	p := jan()
	base := person.Filter{}.Named([]string{"j", "a", "n"}) // of a length at which append leaves room
	jans, kees := base.Named([]string{"wit"}), base.Named([]string{"kees"})
	if !base.Match(indexed(&p)) || !jans.Match(indexed(&p)) || kees.Match(indexed(&p)) {
		t.Error("one filter wrote into the other's memory")
	}
}
