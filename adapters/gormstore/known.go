package gormstore

import "sync"

// mostKnown is how much known records may hold together, in bytes of their texts.
const mostKnown = 16 << 20

// known are records that were read, each in the revision in which it was: a list then reads numbers and revisions, and of the
// records those alone that changed. So every statement that changes a record raises its revision. What a transaction reads is
// not noted, for it may be undone, and another change may then get the same revision. The nil value knows nothing.
type known[T any] struct {
	mu      sync.Mutex
	records map[int64]revised[T]
	bytes   int
}

type revised[T any] struct {
	revision int64
	value    T
}

// find returns a record when it is known in that revision.
func (k *known[T]) find(id, revision int64) (value T, found bool) {
	if k == nil {
		return value, false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	kept, found := k.records[id]
	return kept.value, found && kept.revision == revision
}

// forget begins anew: the same revision may be of something else.
func (k *known[T]) forget() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.records, k.bytes = nil, 0
}

// note keeps a record, whose texts have so many bytes, unless a newer revision is known.
func (k *known[T]) note(id, revision int64, value T, bytes int) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if kept, found := k.records[id]; found && kept.revision >= revision {
		return
	}
	if k.bytes += bytes; k.records == nil || k.bytes > mostKnown { // it begins anew: that is rare, and costs one list
		k.records, k.bytes = map[int64]revised[T]{}, bytes
	}
	k.records[id] = revised[T]{revision, value}
}
