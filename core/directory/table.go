package directory

import (
	"fmt"
	"maps"
)

// table holds records by number. It never changes: with makes another one, which shares the blocks in which nothing changed.
type table[T any] struct{ blocks []*block[T] }

const blockSize = 256

type block[T any] [blockSize]*T

// mostNumber is the greatest number of a record: bitmaps hold 32 bits, and a table has room for all numbers below the greatest.
const mostNumber = 1 << 27

// at returns a record, nil for none.
func (t table[T]) at(id int64) *T {
	if id <= 0 || id >= int64(len(t.blocks))*blockSize {
		return nil
	}
	b := t.blocks[id/blockSize]
	if b == nil {
		return nil
	}
	return b[id%blockSize]
}

// with returns a table in which these records are others, nil for none.
func (t table[T]) with(changed map[int64]*T) (table[T], error) {
	last := int64(len(t.blocks)) - 1
	for id := range maps.Keys(changed) {
		if id <= 0 || id > mostNumber {
			return t, fmt.Errorf("a record has the number %d, beyond 1 to %d", id, mostNumber)
		}
		last = max(last, id/blockSize)
	}
	blocks := make([]*block[T], last+1)
	copy(blocks, t.blocks)
	own := map[int64]bool{}
	for id, record := range changed {
		at := id / blockSize
		if !own[at] {
			own[at] = true
			fresh := new(block[T])
			if blocks[at] != nil {
				*fresh = *blocks[at]
			}
			blocks[at] = fresh
		}
		blocks[at][id%blockSize] = record
	}
	return table[T]{blocks}, nil
}

// each passes every record, by number, until f returns false.
func (t table[T]) each(f func(id int64, record *T) bool) {
	for i, b := range t.blocks {
		if b == nil {
			continue
		}
		for j, record := range b {
			if record != nil && !f(int64(i*blockSize+j), record) {
				return
			}
		}
	}
}
