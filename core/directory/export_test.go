package directory

import (
	"fmt"
	"reflect"
	"runtime"
)

func init() { // so that a small club goes all roads
	few, fewRanked, mostKept, mostMoves, mostSome, sparsely, soon = 2, 2, 5, 12, 2, 2, 3
}

// Noted returns the view when the parts of all texts are noted. Of an empty club there are none.
func (v *View) Noted() *View {
	v.PrepareSearch()
	for v.Size() > 0 && (!v.parts.ready.Load() || !v.reach.ready.Load()) {
		runtime.Gosched()
	}
	return v
}

// DifferentMember says what two views hold otherwise of somebody, "" when nothing.
func DifferentMember(got, want *View) string {
	if !got.everybody.Equals(want.everybody) {
		return "other people"
	}
	for _, id := range want.everybody.ToArray() {
		a, b := *got.people.at(int64(id)), *want.people.at(int64(id))
		if len(a.labels)+len(b.labels) == 0 { // an empty list of labels is none
			a.labels, b.labels = nil, nil
		}
		if !reflect.DeepEqual(a, b) {
			return fmt.Sprintf("got  %+v %+v\nwant %+v %+v", a, a.values, b, b.values)
		}
	}
	return ""
}

// Shared is how many members two views hold in the same memory.
func Shared(a, b *View) (n int) {
	a.people.each(func(id int64, m *member) bool {
		if b.people.at(id) == m {
			n++
		}
		return true
	})
	return n
}
