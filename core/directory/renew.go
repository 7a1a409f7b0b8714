package directory

import (
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// after returns the lists for the next view, in which these people are others.
func (l *lists) after(next, before *View, changed map[int64]*member) *lists {
	fresh := newLists()
	if 4*len(changed) > before.Size() { // to make them again is cheaper
		fresh.parts.fill(next)
		return fresh
	}
	fresh.parts = l.parts.after(next, before, changed)
	l.mu.Lock()
	orders, sets, values := maps.Clone(l.orders), maps.Clone(l.sets), maps.Clone(l.values)
	l.mu.Unlock()
	c := newShift(before, changed)
	for name, o := range orders {
		fresh.orders[name] = o.after(next, c)
	}
	for name, s := range sets {
		fresh.sets[name] = s.after(c)
	}
	for key, f := range values {
		fresh.values[key] = f.after(c)
	}
	return fresh
}

// shift is what becomes of people from one view to the next: nil for those who are in no list.
type shift struct{ moves []move }

type move struct {
	id         uint32
	was, after *member
}

func newShift(before *View, changed map[int64]*member) shift {
	listed := func(m *member) *member {
		if m == nil || m.damaged != nil {
			return nil
		}
		return m
	}
	var c shift
	for id, m := range changed {
		one := move{uint32(id), listed(before.people.at(id)), listed(m)} //nolint:gosec // a table holds no greater number
		if one.was != nil || one.after != nil {
			c.moves = append(c.moves, one)
		}
	}
	return c
}

func (o *order) after(next *View, c shift) *order {
	var come []uint32
	gone := map[uint32]bool{}
	for _, m := range c.moves {
		if m.was != nil && m.after != nil && o.compare(m.was, m.after) == 0 {
			continue
		}
		if m.was != nil {
			gone[m.id] = true
		}
		if m.after != nil {
			come = append(come, m.id)
		}
	}
	if len(gone)+len(come) == 0 {
		return o
	}
	next.sort(come, o.compare)
	fresh := &order{sorting: o.sorting, desc: o.desc, ids: make([]uint32, 0, len(o.ids)+len(come))}
	rest := o.ids
	if len(gone) > 0 {
		rest = slices.DeleteFunc(slices.Clone(rest), func(id uint32) bool { return gone[id] })
	}
	for _, id := range come {
		m := next.people.at(int64(id))
		at, _ := slices.BinarySearchFunc(rest, m, func(other uint32, m *member) int { return o.compare(next.people.at(int64(other)), m) })
		fresh.ids = append(fresh.ids, rest[:at]...)
		fresh.ids = append(fresh.ids, id)
		rest = rest[at:]
	}
	fresh.ids = append(fresh.ids, rest...)
	return fresh
}

func (s *set) after(c shift) *set {
	ids := s.ids
	for _, m := range c.moves {
		passes := m.after != nil && s.condition.Match(m.after.values)
		if passes == (m.was != nil && s.condition.Match(m.was.values)) {
			continue
		}
		if ids == s.ids {
			ids = s.ids.Clone()
		}
		if passes {
			ids.Add(m.id)
		} else {
			ids.Remove(m.id)
		}
	}
	if ids == s.ids {
		return s
	}
	return &set{s.condition, ids}
}

func (f *facet) after(c shift) *facet {
	fresh := &facet{f.place, f.ids}
	own := map[string]bool{}
	edit := func(value string) *roaring.Bitmap {
		if len(own) == 0 {
			fresh.ids = maps.Clone(f.ids)
		}
		if !own[value] {
			own[value] = true
			if ids := fresh.ids[value]; ids != nil {
				fresh.ids[value] = ids.Clone()
			} else {
				fresh.ids[value] = roaring.New()
			}
		}
		return fresh.ids[value]
	}
	for _, m := range c.moves {
		if m.was != nil && m.after != nil && m.was.values.At(f.place) == m.after.values.At(f.place) {
			continue
		}
		if m.was != nil {
			edit(m.was.values.At(f.place)).Remove(m.id)
		}
		if m.after != nil {
			edit(m.after.values.At(f.place)).Add(m.id)
		}
	}
	for value := range own {
		if fresh.ids[value].IsEmpty() {
			delete(fresh.ids, value)
		}
	}
	return fresh
}
