package directory

import (
	"maps"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
)

// nameKeys are the keys of the parts of names. Many people share a value of them, as they share a word of an address, so that it
// takes less to look through the values than to ask everybody.
var nameKeys = []string{person.KeyFirst, person.KeyInfix, person.KeyLast}

// lookup returns who passes a test, asking few people at most, when that is possible: of a test of names, of details, of how a
// word of an address begins, and of everybody. Of any other it reports false. Nobody may change the bitmap.
func (v *View) lookup(test listing.Test) (passing *roaring.Bitmap, ok bool) {
	switch {
	case len(test.AnyOf) == 1:
		return v.lookup(test.AnyOf[0])
	case test.AnyOf != nil:
		passing = roaring.New()
		for _, one := range test.AnyOf {
			next, ok := v.lookup(one)
			if !ok {
				return nil, false
			}
			passing.Or(next)
		}
		return passing, true
	case test.AllOf != nil:
		passing = v.everybody
		for _, one := range test.AllOf {
			next, ok := v.lookup(one)
			if !ok {
				return nil, false
			}
			passing = roaring.And(passing, next)
		}
		return passing, true
	case slices.Contains(nameKeys, test.Key):
		return v.by(test.Key).passing(test)
	case test.Key == person.KeySearch && test.Is == listing.Contains:
		texts, _ := v.containing(test)
		if texts.may == nil || texts.may.GetCardinality() > texts.sure.GetCardinality()+few {
			return nil, false
		}
		people, unknown := v.among(v.everybody, texts, test)
		if unknown { // of all of whom it is to be asked
			people = v.asked(people, []listing.Condition{person.Keys.Condition(test)})
		}
		return people, true
	case test.Key == person.KeyTitle && (test.Is == listing.Equal || test.Is == listing.Begins):
		return v.byTitle(test), true
	case test.Key == person.KeyReach && test.Is == listing.Contains && strings.LastIndex(test.Value, blank) == 0:
		return v.addressWords().passing(listing.Test{Is: listing.Begins, Value: test.Value[len(blank):]})
	}
	return nil, false
}

// blank stands before each word of an address in the key; see person.AddressLine.
const blank = " "

// addressWords returns who has which word in an address.
func (v *View) addressWords() *facet {
	return kept(v, v.lists.facets, mostKept, "words of "+person.KeyReach, func() *facet {
		return v.facet(placeReach, person.AddressWords)
	})
}

// withName returns who has a text in a part of the name.
func (v *View) withName(text string) *roaring.Bitmap {
	anyOf := make([]listing.Test, len(nameKeys))
	for i, key := range nameKeys {
		anyOf[i] = listing.Test{Key: key, Is: listing.Contains, Value: text}
	}
	if people, ok := v.lookup(listing.Test{AnyOf: anyOf}); ok {
		return people
	}
	return nobody
}

// byTitle returns who is called so, or whose name begins so: a part of the order by name.
func (v *View) byTitle(test listing.Test) *roaring.Bitmap {
	ids := v.order(listing.Order{By: []listing.Sort{{By: test.Key}}}).ids
	value := func(id uint32) string { return v.people.at(int64(id)).values.At(placeTitle) }
	from, _ := slices.BinarySearchFunc(ids, test.Value, func(id uint32, wanted string) int {
		return strings.Compare(value(id), wanted)
	})
	length, _ := slices.BinarySearchFunc(ids[from:], true, func(id uint32, _ bool) int {
		if test.Is.Holds(value(id), test.Value) {
			return -1
		}
		return 1
	})
	return bitmap(ids[from : from+length])
}

// lineEnd is what listing.Lines puts around the values of a facet. No name holds it.
const lineEnd = "\n"

// lines returns all values, each on a line of its own. The text is made once.
func (f *facet) lines() string {
	if made := f.text.Load(); made != nil {
		return *made
	}
	text := listing.Lines(slices.Collect(maps.Keys(f.ids)))
	f.text.Store(&text)
	return text
}

// passing returns who has a value that is given, begins so, or holds it. Of other tests it reports false.
func (f *facet) passing(test listing.Test) (*roaring.Bitmap, bool) {
	wanted := test.Value
	switch test.Is {
	case listing.Equal:
		if ids := f.ids[wanted]; ids != nil {
			return ids, true
		}
		return nobody, true
	case listing.Begins:
		wanted = lineEnd + wanted
	case listing.Contains:
	default:
		return nil, false
	}
	if test.Value == "" || strings.Contains(test.Value, lineEnd) {
		return nil, false
	}
	found := union{}
	for text := f.lines(); ; {
		at := strings.Index(text, wanted)
		if at < 0 {
			return found.bitmap(), true
		}
		begin := strings.LastIndex(text[:at+1], lineEnd) + 1
		end := begin + strings.Index(text[begin:], lineEnd)
		found.add(f.ids[text[begin:end]])
		text = text[end:]
	}
}

// union is the people of many sets, most of which are small.
type union struct {
	words []uint64 // a bit for each number
	large []*roaring.Bitmap
}

// large is from how many people on a set is added as a whole.
const large = 1000

func (u *union) add(ids *roaring.Bitmap) {
	if ids.GetCardinality() >= large {
		u.large = append(u.large, ids)
		return
	}
	if last := int(ids.Maximum() / 64); last >= len(u.words) {
		u.words = append(u.words, make([]uint64, last+1-len(u.words))...)
	}
	ids.Iterate(func(id uint32) bool {
		u.words[id/64] |= 1 << (id % 64)
		return true
	})
}

func (u *union) bitmap() *roaring.Bitmap {
	if u.words == nil && len(u.large) == 1 {
		return u.large[0]
	}
	found := roaring.New()
	if u.words != nil {
		found = roaring.FromDense(u.words, true)
	}
	for _, ids := range u.large {
		found.Or(ids)
	}
	return found
}
