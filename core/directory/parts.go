package directory

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
)

// parts finds who may have a text in a key: it notes who has, or once had, each two and each three bytes that follow
// one another. Many views of a club share one. It forgets nobody, so that it is true of older views, too; whether somebody
// really has the text is asked of the record. When as many were added as there are people, the next view gets another one,
// without what once was.
//
// In a large club it is made in the background, from PrepareSearch or the first search on: searches ask everybody until it is
// ready.
type parts struct {
	place   int                    // of the key
	numbers bool                   // parts of three digits alone
	all     atomic.Pointer[func()] // notes all whom it begins with; nil when that has begun
	ready   atomic.Bool            // it is done
	added   int                    // how many more were, one after the other
	mu      sync.RWMutex
	ids     map[uint32]postings
	changed *roaring.Bitmap // of whom it may know what they once had
}

func newParts(place int) *parts {
	return &parts{place: place, numbers: place == placeReach, ids: map[uint32]postings{}, changed: roaring.New()}
}

// soon is of how many people the parts are noted before a view is there to be asked.
var soon = 2000 // fewer in tests

// PrepareSearch notes what searches find people by, if no search began that. It is for a server that has started: until then the
// processors have other work.
func (v *View) PrepareSearch() {
	v.parts.begin()
	v.reach.begin()
}

// begin notes everybody whom it begins with, unless that has begun.
func (p *parts) begin() {
	if all := p.all.Swap(nil); all != nil {
		(*all)()
	}
}

// fill lets begin note everybody of a view. Whoever changes meanwhile is noted by add.
func (p *parts) fill(v *View) {
	people := v.people // the rest of the view may not be there yet
	all := func() {
		people.each(func(id int64, m *member) bool {
			if m.damaged == nil {
				p.add(id, m.values.At(p.place))
			}
			return true
		})
		p.ready.Store(true)
	}
	if v.Size() <= soon {
		all()
	} else {
		p.all.Store(&all)
	}
}

// after returns the parts for the next view, in which these people are others.
func (p *parts) after(next, before *View, changed map[int64]*member) *parts {
	for id, m := range changed {
		if m == nil || m.damaged != nil {
			continue
		}
		if was := before.people.at(id); was == nil || was.damaged != nil || was.values.At(p.place) != m.values.At(p.place) {
			p.mark(uint32(id)) //nolint:gosec // a table holds no greater number
			p.add(id, m.values.At(p.place))
			p.added++
		}
	}
	if p.added <= max(soon, next.Size()) {
		return p
	}
	fresh := newParts(p.place)
	fresh.fill(next)
	go fresh.begin()
	return fresh
}

// pair and triple are the names of the parts of a text.
func pair(text string) uint32 { return uint32(text[0])<<8 | uint32(text[1]) }

func triple(text string) uint32 {
	return 1<<24 | uint32(text[0])<<16 | uint32(text[1])<<8 | uint32(text[2])
}

func (p *parts) add(id int64, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := 0; i+2 <= len(text); i++ {
		if !p.numbers {
			p.note(pair(text[i:]), uint32(id)) //nolint:gosec // a table holds no greater number
		}
		if i+3 <= len(text) && (!p.numbers || digits(text[i:i+3])) {
			p.note(triple(text[i:]), uint32(id)) //nolint:gosec // likewise
		}
	}
}

func digits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// mark says that somebody's text is another one in some view.
func (p *parts) mark(id uint32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.changed.Add(id)
}

func (p *parts) note(part, id uint32) {
	ids := p.ids[part]
	ids.add(id)
	p.ids[part] = ids
}

// postings are those who have a part. Few people have most of the parts, and a bitmap of few is several objects.
type postings struct {
	some []uint32 // in order, as long as they are few
	many *roaring.Bitmap
}

// mostSome is how many people are kept without a bitmap.
var mostSome = 32 // fewer in tests

func (p *postings) add(id uint32) {
	if p.many != nil {
		p.many.Add(id)
		return
	}
	at, there := slices.BinarySearch(p.some, id)
	if there {
		return
	}
	p.some = slices.Insert(p.some, at, id)
	if len(p.some) > mostSome {
		p.some, p.many = nil, roaring.BitmapOf(p.some...)
	}
}

// bitmap returns a copy.
func (p postings) bitmap() *roaring.Bitmap {
	if p.many != nil {
		return p.many.Clone()
	}
	return roaring.BitmapOf(p.some...)
}

// keepIn removes everybody else from people.
func (p postings) keepIn(people *roaring.Bitmap) {
	if p.many != nil {
		people.And(p.many)
	} else {
		people.And(roaring.BitmapOf(p.some...))
	}
}

// candidates are those who may have the text; nil for everybody, when that can't be told. Some of them have it for sure.
// Nobody may change the bitmaps.
func (p *parts) candidates(text string) (candidates, sure *roaring.Bitmap) {
	found := p.having(text)
	if found == nil || len(text) > 3 { // parts may follow one another elsewhere
		return found, nobody
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.changed.IsEmpty() {
		return found, found
	}
	return found, roaring.AndNot(found, p.changed)
}

// having are those who have, or once had, all parts of a text.
func (p *parts) having(text string) *roaring.Bitmap {
	if len(text) < 2 || p.numbers && (len(text) < 3 || !digits(text)) {
		return nil
	}
	if !p.ready.Load() {
		go p.begin()
		return nil
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	if len(text) == 2 {
		return p.ids[pair(text)].bitmap()
	}
	found := p.ids[triple(text)].bitmap()
	for i := 1; i+3 <= len(text) && !found.IsEmpty(); i++ {
		p.ids[triple(text[i:])].keepIn(found)
	}
	return found
}
