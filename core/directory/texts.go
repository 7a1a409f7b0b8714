package directory

import (
	"github.com/RoaringBitmap/roaring/v2"

	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
)

// having is who has a text, as far as the parts of texts tell.
type having struct {
	may  *roaring.Bitmap // whoever has it is one of these; nil for everybody
	sure *roaring.Bitmap // these have it
}

// containing returns who passes a test that asks for texts alone, as far as can be told. Of any other it reports false.
func (v *View) containing(test listing.Test) (all having, is bool) {
	switch list := test.AllOf; {
	case test.AnyOf != nil:
		return v.eitherOf(test.AnyOf)
	case list != nil:
		for i, one := range list {
			next, is := v.containing(one)
			switch {
			case !is:
				return all, false
			case i == 0:
				all = next
			default:
				all = having{both(all.may, next.may), roaring.And(all.sure, next.sure)}
			}
		}
		return all, len(list) > 0
	case test.Is != listing.Contains:
		return all, false
	}
	switch person.Keys.Place(test.Key) {
	case placeSearch:
		may, sure := v.parts.candidates(test.Value)
		return having{may, v.surely(may, sure, test.Value)}, true
	case placeTitle: // the search key holds the title
		may, _ := v.parts.candidates(test.Value)
		return having{may, v.surely(may, nobody, test.Value)}, true
	case placeReach:
		if people, ok := v.lookup(test); ok {
			return having{people, people}, true
		}
		may, sure := v.reach.candidates(test.Value)
		return having{may, sure}, true
	}
	return all, false
}

// surely adds those who have a text in a part of the name to those of some people who have it for sure.
func (v *View) surely(may, sure *roaring.Bitmap, text string) *roaring.Bitmap {
	if may == nil || sure.GetCardinality()+few >= may.GetCardinality() {
		return sure
	}
	return roaring.Or(sure, v.withName(text))
}

func (v *View) eitherOf(list []listing.Test) (all having, is bool) {
	for i, one := range list {
		next, is := v.containing(one)
		switch {
		case !is:
			return all, false
		case i == 0:
			all = next
		case all.may == nil || next.may == nil:
			all = having{nil, roaring.Or(all.sure, next.sure)}
		default:
			all = having{roaring.Or(all.may, next.may), roaring.Or(all.sure, next.sure)}
		}
	}
	return all, len(list) > 0
}

// both are those in two sets, of which nil is everybody.
func both(a, b *roaring.Bitmap) *roaring.Bitmap {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return roaring.And(a, b)
}

// among narrows people to those who have texts, or may have them, and reports whether they still have to be asked for that.
func (v *View) among(found *roaring.Bitmap, texts having, test listing.Test) (*roaring.Bitmap, bool) {
	if texts.may == nil {
		return found, true
	}
	may := roaring.And(texts.may, found)
	switch {
	case texts.sure == texts.may:
		return may, false
	case texts.sure.IsEmpty():
		return may, true
	}
	doubtful := roaring.AndNot(may, texts.sure)
	if doubtful.IsEmpty() {
		return may, false
	}
	may.AndNot(doubtful)
	may.Or(v.asked(doubtful, []listing.Condition{person.Keys.Condition(test)}))
	return may, false
}
