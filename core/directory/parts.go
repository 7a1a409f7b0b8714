package directory

import (
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
)

// parts finds who may have a text in their search key: it notes who has, or once had, each two and each three bytes that follow one
// another. All views of a club share one. It forgets nobody, so that it is true of older views, too; whether somebody really has the
// text is asked of the record.
//
// At a start it is made in the background: searches ask everybody until it is ready.
type parts struct {
	ready atomic.Bool // all who were there at the start are noted
	mu    sync.RWMutex
	ids   map[uint32]*roaring.Bitmap
}

func newParts() *parts { return &parts{ids: map[uint32]*roaring.Bitmap{}} }

// soon is of how many people the parts are noted before a view is there to be asked.
const soon = 2000

// fill makes the parts of a view that was loaded, and notes everybody. Whoever changes meanwhile is noted by add.
func (v *View) fill() {
	p := newParts()
	v.lists.parts = p
	all := func() {
		v.people.each(func(id int64, m *member) bool {
			if m.damaged == nil {
				p.add(id, m.values.At(placeSearch))
			}
			return true
		})
		p.ready.Store(true)
	}
	if v.Size() <= soon {
		all()
	} else {
		go all()
	}
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
		p.note(pair(text[i:]), uint32(id)) //nolint:gosec // a table holds no greater number
		if i+3 <= len(text) {
			p.note(triple(text[i:]), uint32(id)) //nolint:gosec // likewise
		}
	}
}

func (p *parts) note(part, id uint32) {
	ids := p.ids[part]
	if ids == nil {
		ids = roaring.New()
		p.ids[part] = ids
	}
	ids.Add(id)
}

// candidates are those who may have the text; nil for everybody, when that can't be told. The bitmap is the caller's.
func (p *parts) candidates(text string) *roaring.Bitmap {
	if len(text) < 2 || !p.ready.Load() {
		return nil
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	if len(text) == 2 {
		return cloned(p.ids[pair(text)])
	}
	found := cloned(p.ids[triple(text)])
	for i := 1; i+3 <= len(text) && !found.IsEmpty(); i++ {
		if ids := p.ids[triple(text[i:])]; ids != nil {
			found.And(ids)
		} else {
			found.Clear()
		}
	}
	return found
}

func cloned(ids *roaring.Bitmap) *roaring.Bitmap {
	if ids == nil {
		return roaring.New()
	}
	return ids.Clone()
}
