package directory

import (
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// move is what becomes of somebody from one view to another: nil for a member who is in no list.
type move struct {
	id         uint32
	was, after *member
}

func newMoves(before *View, changed map[int64]*member) (moves []move) {
	listed := func(m *member) *member {
		if m == nil || m.damaged != nil {
			return nil
		}
		return m
	}
	for id, m := range changed {
		one := move{uint32(id), listed(before.people.at(id)), listed(m)} //nolint:gosec // a table holds no greater number
		if one.was != nil || one.after != nil {
			moves = append(moves, one)
		}
	}
	return moves
}

// mostMoves is how many moves are kept for lists of earlier views.
var mostMoves = 2000 // fewer in tests

// note keeps the step to the next view.
func (l *lists) note(next *View, moves []move) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.steps) == 0 {
		l.first = next.turn - 1
	}
	l.steps = append(l.steps, moves)
	l.stepped += len(moves)
	for l.stepped > mostMoves {
		l.stepped -= len(l.steps[0])
		l.steps[0] = nil
		l.steps, l.first = l.steps[1:], l.first+1
	}
}

// between returns the moves from the view of one turn to that of another, later or earlier, and whether they are known. More
// than most are not worth it.
func (l *lists) between(from, to int64, most int) (moves []move, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	low, high := min(from, to)-l.first, max(from, to)-l.first
	if low < 0 || high > int64(len(l.steps)) {
		return nil, false
	}
	steps := l.steps[low:high]
	if len(steps) == 1 && from < to {
		return steps[0], true
	}
	at := map[uint32]int{}
	for _, step := range steps {
		for _, one := range step {
			if i, again := at[one.id]; again {
				moves[i].after = one.after
				continue
			}
			at[one.id] = len(moves)
			moves = append(moves, one)
		}
	}
	if from > to {
		for i := range moves {
			moves[i].was, moves[i].after = moves[i].after, moves[i].was
		}
	}
	return moves, len(moves) <= most
}

func (o *order) after(next *View, moves []move) *order {
	var come []uint32
	gone := map[uint32]bool{}
	for _, m := range moves {
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
	next.sort(come, &o.sorting)
	fresh := &order{sorting: o.sorting, ids: make([]uint32, 0, len(o.ids)+len(come))}
	rest := o.ids
	if len(gone) > 0 {
		rest = slices.DeleteFunc(slices.Clone(rest), func(id uint32) bool { return gone[id] })
	}
	for _, id := range come {
		m := next.people.at(int64(id))
		at, _ := slices.BinarySearchFunc(rest, m, func(other uint32, m *member) int {
			return o.compare(next.people.at(int64(other)), m)
		})
		fresh.ids = append(fresh.ids, rest[:at]...)
		fresh.ids = append(fresh.ids, id)
		rest = rest[at:]
	}
	fresh.ids = append(fresh.ids, rest...)
	return fresh
}

func (s *set) after(_ *View, moves []move) *set {
	ids := s.ids
	for _, m := range moves {
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

func (f *facet) after(_ *View, moves []move) *facet {
	fresh := &facet{place: f.place, valuesOf: f.valuesOf, ids: f.ids}
	own, others := map[string]bool{}, false // values whose people change, and whether the values do
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
				others = true
			}
		}
		return fresh.ids[value]
	}
	for _, m := range moves {
		if m.was != nil && m.after != nil && m.was.values.At(f.place) == m.after.values.At(f.place) {
			continue
		}
		if m.was != nil {
			for value := range f.valuesOf(m.was.values.At(f.place)) {
				edit(value).Remove(m.id)
			}
		}
		if m.after != nil {
			for value := range f.valuesOf(m.after.values.At(f.place)) {
				edit(value).Add(m.id)
			}
		}
	}
	for value := range own {
		if fresh.ids[value].IsEmpty() {
			delete(fresh.ids, value)
			others = true
		}
	}
	if !others {
		fresh.text.Store(f.text.Load())
	}
	return fresh
}
