// Package training owns when which team trains where: the pitches, and blocks that come back every week.
//
// It does not own who may see or change them, and knows of teams no more than their numbers.
package training

import (
	"cmp"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// Pitch is a place to train.
type Pitch struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// Block is a training that comes back every week.
type Block struct {
	ID        int64        `json:"id"`
	Day       int          `json:"day"` // 1 for Monday to 7 for Sunday
	Start     string       `json:"start"`
	End       string       `json:"end"` // HH:MM in the club's zone, later than Start
	Pitch     int64        `json:"pitch_id"`
	Teams     []int64      `json:"team_ids,omitempty"`
	Label     string       `json:"label,omitempty"`
	From      civil.Date   `json:"valid_from,omitzero"`  // the zero Date for always
	Until     civil.Date   `json:"valid_until,omitzero"` // the last day, the zero Date for always
	Cancelled []civil.Date `json:"cancelled_on,omitempty"`
}

// Schedule is all training of a club.
type Schedule struct {
	Last    int64   `json:"last"` // the highest number that a pitch or a block ever had
	Pitches []Pitch `json:"pitches,omitempty"`
	Blocks  []Block `json:"blocks,omitempty"`
}

// Clone returns a copy that shares nothing with s.
func (s Schedule) Clone() Schedule {
	s.Pitches, s.Blocks = slices.Clone(s.Pitches), slices.Clone(s.Blocks)
	for i := range s.Blocks {
		s.Blocks[i] = s.Blocks[i].Clone()
	}
	return s
}

// Clone returns a copy that shares nothing with b.
func (b Block) Clone() Block {
	b.Teams, b.Cancelled = slices.Clone(b.Teams), slices.Clone(b.Cancelled)
	return b
}

// Sort puts blocks in their order: by day, start, pitch and number.
func Sort(blocks []Block) {
	sorting.By(blocks, func(a, b Block) int {
		return cmp.Or(
			cmp.Compare(a.Day, b.Day), cmp.Compare(a.Start, b.Start), cmp.Compare(a.Pitch, b.Pitch), cmp.Compare(a.ID, b.ID),
		)
	})
}
