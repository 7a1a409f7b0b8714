package directory

import (
	"maps"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
)

// ranked are the first people found, the best first: so many.
func (v *View) ranked(found *roaring.Bitmap, by listing.Order, most int) []*member {
	rank := person.Keys.Ranking(by.Best)
	if found.GetCardinality() > few {
		found = v.outstanding(found, by.Best, rank, most)
	}
	classes := map[int][]uint32{} // the numbers by what they are worth
	each(found, func(id uint32) {
		points := rank.Points(v.people.at(int64(id)).values)
		classes[points] = append(classes[points], id)
	})
	members := make([]*member, 0, most)
	for _, points := range slices.Backward(slices.Sorted(maps.Keys(classes))) {
		for _, id := range first(classes[points], v.order(by), most-len(members)) {
			members = append(members, v.people.at(int64(id)))
		}
		if len(members) == most {
			break
		}
	}
	return members
}

// outstanding are those of the people found among whom the first ones are for certain: so many. Whoever does not pass the best
// scores is worth no more than the next one. When the people who pass the best, which orders find, are worth more and are
// enough, nobody else is looked at.
func (v *View) outstanding(found *roaring.Bitmap, best []listing.Score, rank listing.Ranking, most int) *roaring.Bitmap {
	scores := slices.DeleteFunc(slices.Clone(best), func(m listing.Score) bool { return m.Points <= 0 })
	slices.SortFunc(scores, func(a, b listing.Score) int { return b.Points - a.Points })
	passing := roaring.New()
	for i, score := range scores {
		if !v.mark(passing, score.Test) {
			break
		}
		next := 0
		if i+1 < len(scores) {
			next = scores[i+1].Points
		}
		better := 0
		people := roaring.And(found, passing)
		for ids := people.Iterator(); ids.HasNext() && better < most; {
			if rank.Points(v.people.at(int64(ids.Next())).values) > next {
				better++
			}
		}
		if better >= most {
			return people
		}
	}
	return found
}

// mark adds who passes a test that an order answers: a value that is given, or begins so, or one of several of these. Of any
// other it reports false.
func (v *View) mark(passing *roaring.Bitmap, test listing.Test) bool {
	if test.AnyOf != nil {
		return !slices.ContainsFunc(test.AnyOf, func(one listing.Test) bool { return !v.mark(passing, one) })
	}
	if test.AllOf != nil || test.Is != listing.Equal && test.Is != listing.Begins {
		return false
	}
	place := person.Keys.Place(test.Key)
	ids := v.order(listing.Order{By: []listing.Sort{{By: test.Key}}}).ids
	value := func(id uint32) string { return v.people.at(int64(id)).values.At(place) }
	from, _ := slices.BinarySearchFunc(ids, test.Value, func(id uint32, wanted string) int {
		return strings.Compare(value(id), wanted)
	})
	length, _ := slices.BinarySearchFunc(ids[from:], true, func(id uint32, _ bool) int {
		if test.Is.Holds(value(id), test.Value) {
			return -1
		}
		return 1
	})
	passing.AddMany(ids[from : from+length])
	return true
}
