package directory

import (
	"cmp"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/term"
)

// Person returns one person, whether the reader may see that person or not; of others it tells what the reader may know. Nobody
// is person.ErrAbsent; somebody whose stored form can't be read is an internal fault.
func (v *View) Person(id person.ID, as record.View) (person.Record, error) {
	m := v.people.at(id)
	switch {
	case m == nil:
		return person.Record{}, person.ErrAbsent
	case m.damaged != nil:
		return person.Record{}, m.damaged
	}
	var r person.Record
	v.fill(&r, m, as, v.within(as.Reader.People), nil)
	return r, nil
}

// Stored returns somebody in the form in which stores keep people, and whether there is such a person.
func (v *View) Stored(id person.ID) (person.Stored, bool) {
	m := v.people.at(id)
	if m == nil || m.damaged != nil {
		return person.Stored{}, false
	}
	return m.stored(), true
}

// Whole reports whether a reader gets all of somebody who is seen, also the members that are acf.Entrusted.
func (v *View) Whole(reader access.Reader, id person.ID) bool { return reader.Whole(v.users[id]) }

// Everybody returns everybody in the form in which stores keep them, by number. It shares their lists: nobody may change them.
func (v *View) Everybody() []person.Stored {
	everybody := make([]person.Stored, 0, v.Size())
	for ids := v.everybody.Iterator(); ids.HasNext(); {
		if stored, there := v.Stored(person.ID(ids.Next())); there {
			everybody = append(everybody, stored)
		}
	}
	return everybody
}

// ParentsOf returns somebody's parents, whoever may see them.
func (v *View) ParentsOf(p *person.Person) (parents []person.Person) {
	for _, id := range addressee.ParentsOf(p) {
		if stored, there := v.Stored(id); there {
			if parent, err := stored.Person(); err == nil {
				parents = append(parents, parent)
			}
		}
	}
	return parents
}

// fill makes r the record of a member for a reader, with the names of those who are seen. It appends the relations to list and
// returns that.
func (v *View) fill(
	r *person.Record, m *member, as record.View, seen *roaring.Bitmap, list []person.Related,
) []person.Related {
	*r = m.record
	r.Volunteer, r.Screened = m.volunteer(as.Day), m.lasts(placeScreened, as.Day)
	r.LinkedUser = v.users[r.ID]
	r.Whole = as.Reader.Whole(r.LinkedUser)
	r.Welcomed = v.welcomed[r.LinkedUser]
	r.Labels = v.labelled(m)
	begin := len(list)
	for _, row := range m.relations {
		kind, other := v.typeOf[row.Type], v.people.at(row.To)
		if kind == nil || other == nil || other.damaged != nil {
			continue
		}
		related := person.Related{To: row.To, Document: row.Document, TypeName: kind.Name, TypeSlug: kind.Slug}
		if seen.Contains(uint32(row.To)) { //nolint:gosec // a table holds no greater number
			related.Name, related.Photo = other.record.Title, other.record.Photo
		}
		list = append(list, related)
	}
	if len(list) > begin {
		r.Relations = list[begin:len(list):len(list)]
	}
	return list
}

func (m *member) volunteer(day civil.Date) bool { return m.lasts(placeVolunteer, day) }

// lasts reports whether what a key says the last day of is so on a day.
func (m *member) lasts(place int, day civil.Date) bool {
	until := m.values.At(place)
	return until != "" && until >= day.String()
}

func (v *View) labelled(m *member) (labels []term.Term) {
	for _, id := range m.labels {
		if label, there := v.labelOf[id]; there {
			labels = append(labels, label)
		}
	}
	return labels
}

func (v *View) summary(m *member) person.Summary {
	r := &m.record
	return person.Summary{ID: r.ID, Name: r.Name, Former: r.Former, Photo: r.Photo, Labels: v.labelled(m)}
}

// People returns one page: the people whom the reader may see and who pass q.Filter, in q.Order, and their number in all. An
// offset beyond the end gives no records and the right total. The order is total: equal records are sorted by number.
func (v *View) People(q record.Query) record.Page[person.Record] {
	found := v.found(q.Reader, &q.Filter)
	page := record.Page[person.Record]{Total: int(found.GetCardinality())} //nolint:gosec // there are no more people
	page.Records = v.records(v.page(found, &q.Window), q.View)
	return page
}

// records are the records of members, made at once.
func (v *View) records(members []*member, as record.View) []person.Record {
	if len(members) == 0 {
		return nil
	}
	relations := 0
	for _, m := range members {
		relations += len(m.relations)
	}
	records, list := make([]person.Record, len(members)), make([]person.Related, 0, relations)
	seen := v.within(as.Reader.People)
	for i, m := range members {
		list = v.fill(&records[i], m, as, seen, list)
	}
	return records
}

// Summaries is People without the total and with no more of each person than a summary.
func (v *View) Summaries(q record.Query) (list []person.Summary) {
	for _, m := range v.page(v.found(q.Reader, &q.Filter), &q.Window) {
		list = append(list, v.summary(m))
	}
	return list
}

// Tally counts the people whom the reader may see and who pass the filter by the value of a key, in the order of the values. Who
// has several values counts with each.
func (v *View) Tally(reader access.Reader, filter record.Filter, key string) (counts []listing.Count) {
	found := v.found(reader, &filter)
	for value, ids := range v.by(key).ids {
		if n := found.AndCardinality(ids); n > 0 {
			counts = append(counts, listing.Count{Value: value, Count: int(n)}) //nolint:gosec // there are no more people
		}
	}
	slices.SortFunc(counts, func(a, b listing.Count) int { return strings.Compare(a.Value, b.Value) })
	return counts
}

// few is how many people are asked one by one rather than by a set that has to be made of everybody first.
var few uint64 = 500 // less in tests

// found is whom the reader may see and who passes the filter. Nobody may change the bitmap.
func (v *View) found(reader access.Reader, filter *record.Filter) *roaring.Bitmap {
	found := v.within(reader.People)
	if filter.Include != nil {
		found = roaring.And(found, numbers(filter.Include))
	}
	if len(filter.Exclude) > 0 {
		found = roaring.AndNot(found, numbers(filter.Exclude))
	}
	if filter.Slugs != nil {
		found = roaring.And(found, v.slugs(filter.Slugs))
	}
	var sets []*roaring.Bitmap  // that are known
	var one []listing.Condition // to be asked of everybody who is left
	var rest []listing.Test
	for _, test := range filter.Tests {
		if texts, is := v.containing(test); is {
			var left bool
			if found, left = v.among(found, texts, test); left {
				one = append(one, person.Keys.Condition(test))
			}
			continue
		}
		if test = v.rounded(test); v.lists.knowsSet(test) {
			sets = append(sets, v.passing(test))
		} else {
			rest = append(rest, test)
		}
	}
	if found != v.everybody || len(sets) == 0 {
		sets = append(sets, found)
	}
	slices.SortFunc(sets, func(a, b *roaring.Bitmap) int { return cmp.Compare(a.GetCardinality(), b.GetCardinality()) })
	found = sets[0]
	for _, set := range sets[1:] { // the smallest first: the others then have little to do
		found = roaring.And(found, set)
	}
	for _, test := range rest {
		if found.GetCardinality() <= few {
			one = append(one, person.Keys.Condition(test))
			continue
		}
		found = roaring.And(found, v.passing(test))
	}
	if len(one) == 0 {
		return found
	}
	return v.asked(found, one)
}

// asked are those of the people who pass all conditions.
func (v *View) asked(people *roaring.Bitmap, conditions []listing.Condition) *roaring.Bitmap {
	var ids []uint32
	each(people, func(id uint32) {
		values := v.people.at(int64(id)).values
		for i := range conditions {
			if !conditions[i].Match(values) {
				return
			}
		}
		ids = append(ids, id)
	})
	found := roaring.New()
	found.AddMany(ids)
	return found
}

// nobody is never changed.
var nobody = roaring.New()

func numbers(ids []person.ID) *roaring.Bitmap {
	found := roaring.New()
	for _, id := range ids {
		if id > 0 && id <= mostNumber {
			found.Add(uint32(id))
		}
	}
	return found
}

func (v *View) slugs(slugs []string) *roaring.Bitmap {
	found := roaring.New()
	for _, slug := range slugs {
		name, id, ok := listing.SplitSlug(slug)
		if m := v.people.at(id); ok && m != nil && m.damaged == nil && m.values.At(placeSlug) == name {
			found.Add(uint32(id)) //nolint:gosec // a table holds no greater number
		}
	}
	return found
}

func each(ids *roaring.Bitmap, f func(id uint32)) {
	var buffer [256]uint32
	for many := ids.ManyIterator(); ; {
		n := many.NextMany(buffer[:])
		if n == 0 {
			return
		}
		for _, id := range buffer[:n] {
			f(id)
		}
	}
}

// page returns those of the people found who stand on the page that is asked for.
func (v *View) page(found *roaring.Bitmap, w *record.Window) []*member {
	total := int(found.GetCardinality()) //nolint:gosec // there are no more people
	start, end := w.Bounds(total)
	if start == end {
		return nil
	}
	if len(w.Order.Best) > 0 {
		return v.ranked(found, w.Order, end)[start:]
	}
	o := v.order(w.Order)
	ids, whole := v.reached.ordered(found, o)
	if whole {
		ids = ids[start:end]
	} else {
		ids = o.page(found, start, end)
	}
	members := make([]*member, len(ids))
	for i, id := range ids {
		members[i] = v.people.at(int64(id))
	}
	return members
}

// sparsely is one in how many people at most are sorted by their places.
var sparsely = 16 // fewer in tests

// page returns people who were found from a place in the order to another.
func (o *order) page(found *roaring.Bitmap, start, end int) []uint32 {
	switch total := int(found.GetCardinality()); { //nolint:gosec // there are no more people
	case total == len(o.ids):
		return o.ids[start:end]
	case sparsely*total < len(o.ids): // by their places
		return first(found.ToArray(), o, end)[start:]
	default:
		return dense(found, o.ids, start, end-start)
	}
}

// dense walks along an order until it has the page.
func dense(found *roaring.Bitmap, ids []uint32, start, length int) []uint32 {
	has := found.Contains
	walk := (start + length) * len(ids) / int(found.GetCardinality()) //nolint:gosec // there are no more people
	if size := found.DenseSize(); walk > int(size) {                  //nolint:gosec // likewise
		words := found.ToDense() // takes as long as asking a bitmap so often
		has = func(id uint32) bool { return int(id/64) < len(words) && words[id/64]&(1<<(id%64)) != 0 }
	}
	page := make([]uint32, 0, length)
	for _, id := range ids {
		if !has(id) {
			continue
		}
		if start > 0 {
			start--
			continue
		}
		if page = append(page, id); len(page) == length {
			break
		}
	}
	return page
}

// first are the first of some people in an order: so many, or all.
func first(ids []uint32, o *order, most int) []uint32 {
	most = min(most, len(ids))
	places := o.at()
	best := make([]uint32, 0, most+1) // their places
	for _, id := range ids {
		place := places[id]
		switch {
		case most > mostInserted: // sorting is cheaper
			best = append(best, place)
		case len(best) < most || place < best[most-1]:
			at, _ := slices.BinarySearch(best, place)
			best = slices.Insert(best, at, place)
			best = best[:min(most, len(best))]
		}
	}
	if most > mostInserted {
		slices.Sort(best)
	}
	for i, place := range best[:most] {
		best[i] = o.ids[place]
	}
	return best[:most]
}

// mostInserted is how many are kept in order while they are looked for.
const mostInserted = 200

// Readable returns nil for somebody whom the reader may see, person.ErrHidden for somebody else, and person.ErrAbsent for nobody.
func (v *View) Readable(id person.ID, reader access.Reader) error {
	switch m := v.people.at(id); {
	case m == nil:
		return person.ErrAbsent
	case m.damaged != nil:
		return m.damaged
	case !v.permits(reader.People, m):
		return person.ErrHidden
	}
	return nil
}

// ReadableOf returns those of the people whom the reader may see, in their order.
func (v *View) ReadableOf(ids []person.ID, reader access.Reader) (readable []person.ID) {
	for _, id := range ids {
		if v.Readable(id, reader) == nil {
			readable = append(readable, id)
		}
	}
	return readable
}

// PhotoOf returns the photo of a person whom the reader may see, 0 for none.
func (v *View) PhotoOf(id person.ID, reader access.Reader) media.ID {
	if v.Readable(id, reader) != nil {
		return 0
	}
	return v.people.at(id).record.Photo
}

// LiveWith returns who lives at the first address of a person, by their numbers; nobody when it is not known. The deceased live
// nowhere.
func (v *View) LiveWith(id person.ID) (others []person.ID) {
	m := v.people.at(id)
	if m == nil || m.damaged != nil || m.values.At(placeHousehold) == "" {
		return nil
	}
	there := v.by(person.KeyHousehold).ids[m.values.At(placeHousehold)]
	if there == nil {
		return nil
	}
	each(roaring.And(there, v.passing(person.Alive())), func(other uint32) {
		if person.ID(other) != id {
			others = append(others, person.ID(other))
		}
	})
	return others
}

// Names returns summaries of those of the people whom the reader may see, in their order.
func (v *View) Names(ids []person.ID, reader access.Reader) (names []person.Summary) {
	for _, id := range v.ReadableOf(ids, reader) {
		names = append(names, v.summary(v.people.at(id)))
	}
	return names
}
