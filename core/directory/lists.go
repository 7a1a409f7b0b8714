package directory

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

// lists are what was worked out about everybody: orders, who passes a test, who has which value of a key. All views of a club
// share them. A list is made when it is first asked for, and brought up to date when a view of another moment asks for it.
type lists struct {
	mu     sync.Mutex
	orders map[string]*entryOf[*order]
	sets   map[string]*entryOf[*set]
	facets map[string]*entryOf[*facet]
	asked  int64 // how often a list was asked for

	first   int64 // the turn from which the steps lead
	steps   [][]move
	stepped int // moves in all steps
}

func newLists() *lists {
	return &lists{orders: map[string]*entryOf[*order]{}, sets: map[string]*entryOf[*set]{}, facets: map[string]*entryOf[*facet]{}}
}

// mostKept is how many lists of a sort are kept: enough for what a club asks in a day. Of orders fewer are kept in a large club.
var mostKept = 200 // fewer in tests

// mostPlaces is how many places all orders have together.
const mostPlaces = 4_000_000

// entryOf is a list that is kept.
type entryOf[L list[L]] struct {
	mu    sync.Mutex
	list  L
	made  bool
	turn  int64 // of the view that it is true of
	asked int64 // when it was last asked for
}

// list is a list about everybody that can be brought to another view.
type list[L any] interface {
	after(other *View, moves []move) L
}

// kept returns a list for a view: the one that is kept, brought to the view, or one that is made.
func kept[L list[L]](v *View, in map[string]*entryOf[L], most int, name string, make func() L) L {
	l := v.lists
	l.mu.Lock()
	e := in[name]
	if e == nil {
		if len(in) >= most {
			forget(in)
		}
		e = &entryOf[L]{}
		in[name] = e
	}
	l.asked++
	e.asked = l.asked
	l.mu.Unlock()

	e.mu.Lock()
	defer e.mu.Unlock()
	if e.made && e.turn == v.turn {
		return e.list
	}
	var fresh L
	moves, known := []move(nil), false
	if e.made {
		moves, known = l.between(e.turn, v.turn, v.Size()/4)
	}
	if known {
		fresh = e.list.after(v, moves)
	} else {
		fresh = make()
	}
	if !e.made || e.turn < v.turn {
		e.list, e.made, e.turn = fresh, true, v.turn
	}
	return fresh
}

// forget removes the list that nobody asked for the longest time.
func forget[L list[L]](in map[string]*entryOf[L]) {
	oldest := ""
	for name, e := range in {
		if oldest == "" || e.asked < in[oldest].asked {
			oldest = name
		}
	}
	delete(in, oldest)
}

// knowsSet reports whether a set is kept.
func (l *lists) knowsSet(test listing.Test) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sets[testName(test)] != nil
}

// order is everybody in one order.
type order struct {
	sorting record.Sorting
	ids     []uint32
	once    sync.Once
	places  []uint32 // where a number stands in ids; see at
}

func (o *order) compare(a, b *member) int {
	return o.sorting.Compare(a.record.ID, a.values, b.record.ID, b.values)
}

// at returns where every number stands. The slice is made once.
func (o *order) at() []uint32 {
	o.once.Do(func() {
		last := uint32(0)
		for _, id := range o.ids {
			last = max(last, id)
		}
		o.places = make([]uint32, last+1)
		for place, id := range o.ids {
			o.places[id] = uint32(place) //nolint:gosec // there are no more people than numbers
		}
	})
	return o.places
}

// set is who passes a test.
type set struct {
	condition listing.Condition
	ids       *roaring.Bitmap
}

// facet is who has which of the values that are found in a key.
type facet struct {
	place    int
	valuesOf func(key string) iter.Seq[string]
	ids      map[string]*roaring.Bitmap
	text     atomic.Pointer[string] // see lines
}

// itself is the one value of most keys, which may be "".
func itself(key string) iter.Seq[string] {
	return func(yield func(string) bool) { yield(key) }
}

// order returns everybody in an order, without regard to its rank.
func (v *View) order(by listing.Order) *order {
	most := min(mostKept, max(16, mostPlaces/max(1, v.Size())))
	return kept(v, v.lists.orders, most, orderName(by), func() *order {
		o := &order{sorting: record.SortedBy(person.Keys, by), ids: v.everybody.ToArray()}
		v.sort(o.ids, &o.sorting)
		return o
	})
}

// sort puts numbers of people in an order.
func (v *View) sort(ids []uint32, by *record.Sorting) {
	by.Sort(ids, func(id uint32) *listing.Values { return v.people.at(int64(id)).values })
}

func orderName(by listing.Order) string {
	var name strings.Builder
	for _, sort := range by.By {
		name.WriteString(sort.By)
		name.WriteByte(' ')
		name.WriteString(strconv.FormatBool(sort.Desc))
		name.WriteString(strconv.Quote(sort.AtLeast))
		if sort.FirstOf != nil {
			name.WriteString(strconv.Quote(listing.Lines(sort.FirstOf)))
		}
	}
	return name.String()
}

// passing returns who of everybody passes a test, which is rounded. Nobody may change the bitmap.
func (v *View) passing(test listing.Test) *roaring.Bitmap {
	return kept(v, v.lists.sets, mostKept, testName(test), func() *set {
		if ranged(test) {
			return &set{condition: person.Keys.Condition(test), ids: v.between(test)}
		}
		s := &set{condition: person.Keys.Condition(test), ids: roaring.New()}
		ids := make([]uint32, 0, v.Size())
		v.people.each(func(id int64, m *member) bool {
			if m.damaged == nil && s.condition.Match(m.values) {
				ids = append(ids, uint32(id)) //nolint:gosec // a table holds no greater number
			}
			return true
		})
		s.ids.AddMany(ids)
		return s
	}).ids
}

// rounded replaces the value of a test for smaller or greater by the next one that somebody has: tests that let the same people
// through, such as one for what was modified in the last seven days at two moments, are then the same test.
func (v *View) rounded(test listing.Test) listing.Test {
	if !ranged(test) {
		return test
	}
	ids := v.order(listing.Order{By: []listing.Sort{{By: test.Key}}}).ids
	place := person.Keys.Place(test.Key)
	at, _ := slices.BinarySearchFunc(ids, test.Value, func(id uint32, value string) int {
		own := v.people.at(int64(id)).values.At(place)
		if test.Is == listing.After && own == value {
			return -1
		}
		return strings.Compare(own, value)
	})
	if test.Is == listing.After { // greater than the value is from the next one on
		test.Is = listing.From
	}
	if at == len(ids) {
		test.Value = "\xff" // beyond all
	} else {
		test.Value = v.people.at(int64(ids[at])).values.At(place)
	}
	return test
}

// ranged reports whether a test is one for smaller or greater.
func ranged(test listing.Test) bool {
	return test.AnyOf == nil && test.AllOf == nil &&
		(test.Is == listing.Before || test.Is == listing.From || test.Is == listing.After)
}

// between returns who passes a test for smaller or greater: one end of the order by its key.
func (v *View) between(test listing.Test) *roaring.Bitmap {
	ids := v.order(listing.Order{By: []listing.Sort{{By: test.Key}}}).ids
	place := person.Keys.Place(test.Key)
	at, _ := slices.BinarySearchFunc(ids, true, func(id uint32, _ bool) int {
		if test.Is.Holds(v.people.at(int64(id)).values.At(place), test.Value) == (test.Is == listing.Before) {
			return -1
		}
		return 1
	})
	if test.Is == listing.Before {
		return bitmap(ids[:at])
	}
	return bitmap(ids[at:])
}

// bitmap makes a set of numbers in any order.
func bitmap(ids []uint32) *roaring.Bitmap {
	if len(ids) == 0 {
		return roaring.New()
	}
	words := make([]uint64, slices.Max(ids)/64+1)
	for _, id := range ids {
		words[id/64] |= 1 << (id % 64)
	}
	return roaring.FromDense(words, true)
}

func testName(test listing.Test) string {
	var name strings.Builder
	writeTest(&name, test)
	return name.String()
}

func writeTest(name *strings.Builder, test listing.Test) {
	list := test.AnyOf
	switch {
	case test.AnyOf != nil:
		name.WriteString("any(")
	case test.AllOf != nil:
		list = test.AllOf
		name.WriteString("all(")
	default:
		name.WriteString(test.Key)
		name.WriteString(strconv.Itoa(int(test.Is)))
		name.WriteString(strconv.Quote(test.Value))
		return
	}
	for _, one := range list {
		writeTest(name, one)
	}
	name.WriteByte(')')
}

// by returns who has which value of a key. Nobody may change it.
func (v *View) by(key string) *facet {
	return kept(v, v.lists.facets, mostKept, key, func() *facet {
		place := person.Keys.Place(key)
		if person.Keys.Many(place) {
			return v.facet(place, listing.EachLine)
		}
		return v.facet(place, itself)
	})
}

func (v *View) facet(place int, valuesOf func(key string) iter.Seq[string]) *facet {
	f := &facet{place: place, valuesOf: valuesOf, ids: map[string]*roaring.Bitmap{}}
	v.people.each(func(id int64, m *member) bool {
		if m.damaged != nil {
			return true
		}
		for value := range valuesOf(m.values.At(place)) {
			f.add(value, uint32(id)) //nolint:gosec // a table holds no greater number
		}
		return true
	})
	return f
}

func (f *facet) add(value string, id uint32) {
	if f.ids[value] == nil {
		f.ids[value] = roaring.New()
	}
	f.ids[value].Add(id)
}
