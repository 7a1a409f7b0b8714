package directory

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
)

// lists are what was worked out about everybody in a view: orders, who passes a test, who has which value of a key. They are made
// when they are first asked for, and brought up to date for the next view instead of being made again.
type lists struct {
	mu     sync.Mutex
	orders map[string]*order
	sets   map[string]*set
	values map[string]*facet
	parts  *parts
}

// mostKept is how many orders, and how many sets, are kept: enough for what a club asks in a day.
var mostKept = 200 // fewer in tests

func newLists() *lists {
	return &lists{orders: map[string]*order{}, sets: map[string]*set{}, values: map[string]*facet{}, parts: newParts()}
}

// order is everybody in one order.
type order struct {
	sorting listing.Sorting
	desc    bool // equal records by number
	ids     []uint32
	once    sync.Once
	places  []uint32 // where a number stands in ids; see at
}

func (o *order) compare(a, b *member) int {
	if c := o.sorting.Compare(a.values, b.values); c != 0 {
		return c
	}
	switch {
	case a.record.ID == b.record.ID:
		return 0
	case (a.record.ID < b.record.ID) != o.desc:
		return -1
	}
	return 1
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

// facet is who has which value of a key.
type facet struct {
	place int
	ids   map[string]*roaring.Bitmap
}

// order returns everybody in an order, without regard to its rank.
func (v *View) order(by listing.Order) *order {
	name := orderName(by)
	v.lists.mu.Lock()
	defer v.lists.mu.Unlock()
	if o := v.lists.orders[name]; o != nil {
		return o
	}
	o := &order{sorting: person.Keys.Sorting(by), desc: by.Desc(), ids: v.everybody.ToArray()}
	v.sort(o.ids, o.compare)
	if len(v.lists.orders) >= mostKept {
		clear(v.lists.orders)
	}
	v.lists.orders[name] = o
	return o
}

// sort puts numbers of people in an order.
func (v *View) sort(ids []uint32, compare func(a, b *member) int) {
	list := make([]*member, len(ids))
	for i, id := range ids {
		list[i] = v.people.at(int64(id))
	}
	slices.SortFunc(list, compare)
	for i, m := range list {
		ids[i] = uint32(m.record.ID) //nolint:gosec // it was one
	}
}

func orderName(by listing.Order) string {
	var name strings.Builder
	for _, sort := range by.By {
		name.WriteString(sort.By)
		name.WriteByte(' ')
		name.WriteString(strconv.FormatBool(sort.Desc))
		name.WriteString(strconv.Quote(sort.Reached))
	}
	return name.String()
}

// passing returns who of everybody passes a test. Nobody may change the bitmap.
func (v *View) passing(test listing.Test) *roaring.Bitmap {
	test = v.rounded(test)
	name := testName(test)
	v.lists.mu.Lock()
	known := v.lists.sets[name]
	v.lists.mu.Unlock()
	if known != nil {
		return known.ids
	}
	s := &set{condition: person.Keys.Condition(test)}
	ids := make([]uint32, 0, v.Size())
	v.people.each(func(id int64, m *member) bool {
		if m.damaged == nil && s.condition.Match(m.values) {
			ids = append(ids, uint32(id)) //nolint:gosec // a table holds no greater number
		}
		return true
	})
	s.ids = roaring.New()
	s.ids.AddMany(ids)
	v.lists.mu.Lock()
	defer v.lists.mu.Unlock()
	if len(v.lists.sets) >= mostKept {
		clear(v.lists.sets)
	}
	v.lists.sets[name] = s
	return s.ids
}

// kept is passing if it is known already, else nil.
func (v *View) kept(test listing.Test) *roaring.Bitmap {
	name := testName(v.rounded(test))
	v.lists.mu.Lock()
	defer v.lists.mu.Unlock()
	if s := v.lists.sets[name]; s != nil {
		return s.ids
	}
	return nil
}

// rounded replaces the value of a test for smaller or greater by the next one that somebody has: tests that let the same people
// through, such as one for what was modified in the last seven days at two moments, are then the same test.
func (v *View) rounded(test listing.Test) listing.Test {
	if test.AnyOf != nil || test.AllOf != nil || test.Is != listing.Before && test.Is != listing.From && test.Is != listing.After {
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
	v.lists.mu.Lock()
	defer v.lists.mu.Unlock()
	if f := v.lists.values[key]; f != nil {
		return f
	}
	f := &facet{place: person.Keys.Place(key), ids: map[string]*roaring.Bitmap{}}
	v.people.each(func(id int64, m *member) bool {
		if m.damaged == nil {
			f.add(m.values.At(f.place), uint32(id)) //nolint:gosec // a table holds no greater number
		}
		return true
	})
	v.lists.values[key] = f
	return f
}

func (f *facet) add(value string, id uint32) {
	if f.ids[value] == nil {
		f.ids[value] = roaring.New()
	}
	f.ids[value].Add(id)
}
