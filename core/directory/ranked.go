package directory

import (
	"iter"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
)

// ranked are the first people found, the best first: so many.
func (v *View) ranked(found *roaring.Bitmap, by listing.Order, most int) []*member {
	o, members := v.order(by), make([]*member, 0, most)
	add := func(ids []uint32) (enough bool) {
		for _, id := range ids {
			members = append(members, v.people.at(int64(id)))
		}
		return len(members) == most
	}
	if found.GetCardinality() > fewRanked {
		for class := range v.classes(by.Best) {
			class = roaring.And(found, class)
			size := int(class.GetCardinality()) //nolint:gosec // there are no more people
			if add(o.page(class, 0, min(size, most-len(members)))) {
				return members
			}
			found = roaring.AndNot(found, class)
		}
	}
	rank := person.Keys.Ranking(by.Best)
	var worths []worth // of the others; they are few
	each(found, func(id uint32) {
		points := rank.Points(v.people.at(int64(id)).values)
		at := slices.IndexFunc(worths, func(w worth) bool { return w.points == points })
		if at < 0 {
			at, worths = len(worths), append(worths, worth{points: points})
		}
		worths[at].ids = append(worths[at].ids, id)
	})
	slices.SortFunc(worths, func(a, b worth) int { return b.points - a.points })
	for _, w := range worths {
		if add(first(w.ids, o, most-len(members))) {
			break
		}
	}
	return members
}

// fewRanked is how many people are asked one by one what they are worth, rather than by what is kept of all names.
var fewRanked uint64 = 50 // less in tests

// worth is who is worth so many points.
type worth struct {
	points int
	ids    []uint32
}

// classes passes who is worth most, who of the others is worth most, and so on, as long as lookup knows.
// Somebody who was passed may be passed again.
func (v *View) classes(best []listing.Score) iter.Seq[*roaring.Bitmap] {
	return func(yield func(*roaring.Bitmap) bool) {
		tests := map[int][]listing.Test{} // by their points
		for _, score := range best {
			if score.Points <= 0 {
				return
			}
			tests[score.Points] = append(tests[score.Points], score.Test)
		}
		for _, points := range slices.Backward(slices.Sorted(maps.Keys(tests))) {
			class, ok := v.lookup(listing.Test{AnyOf: tests[points]})
			if !ok || !yield(class) {
				return
			}
		}
	}
}
