package training

import (
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
)

// On reports whether the block takes place on a day.
func (b *Block) On(day civil.Date) bool {
	return Weekday(day) == b.Day && !day.Before(b.From) && (b.Until.IsZero() || !b.Until.Before(day)) &&
		!slices.Contains(b.Cancelled, day)
}

// Weekday is 1 for Monday to 7 for Sunday.
func Weekday(day civil.Date) int {
	weekday := time.Date(day.Year, day.Month, day.Day, 0, 0, 0, 0, time.UTC).Weekday()
	if weekday == time.Sunday {
		return 7
	}
	return int(weekday)
}

// For returns the block as members of some teams know it: with those teams alone and without its label. It reports whether one
// of them trains in it.
func (b Block) For(teams []int64) (Block, bool) {
	b = b.Clone()
	b.Label = ""
	b.Teams = slices.DeleteFunc(b.Teams, func(team int64) bool { return !slices.Contains(teams, team) })
	return b, len(b.Teams) > 0
}

// Between returns the blocks of some teams that take place between two days, both included, as their members know them, in the
// order of Sort.
func (s *Schedule) Between(from, to civil.Date, teams []int64) []Block {
	list := []Block{}
	for i := range s.Blocks {
		block, theirs := s.Blocks[i].For(teams)
		for day := from; theirs && !to.Before(day); day = day.AddDays(1) {
			if block.On(day) {
				list = append(list, block)
				break
			}
		}
	}
	Sort(list)
	return list
}

// PitchesOf returns the pitches of some blocks, in the order of the schedule.
func (s *Schedule) PitchesOf(blocks []Block) []Pitch {
	list := []Pitch{}
	for _, pitch := range s.Pitches {
		if slices.ContainsFunc(blocks, func(b Block) bool { return b.Pitch == pitch.ID }) {
			list = append(list, pitch)
		}
	}
	return list
}
