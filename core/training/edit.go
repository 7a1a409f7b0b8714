package training

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/season"
)

// How much a schedule holds.
const (
	mostPitches   = 50
	mostBlocks    = 2000
	mostTeams     = 20
	mostCancelled = 200
	longest       = 100 // characters of a name or a label
)

var timeOfDay = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)

func checkText(text *string, field string, problems *fault.Problems) {
	*text = strings.TrimSpace(*text)
	acf.CheckText(*text, field, problems)
	if utf8.RuneCountInString(*text) > longest {
		problems.Add(field, TooLong)
	}
}

// SetPitch adds a pitch, or gives the one with the number another name.
func (s *Schedule) SetPitch(p Pitch) (Pitch, error) {
	var problems fault.Problems
	if checkText(&p.Name, "name", &problems); p.Name == "" {
		problems.Add("name", fault.Required)
	}
	if slices.ContainsFunc(s.Pitches, func(other Pitch) bool {
		return other.ID != p.ID && fold.Key(other.Name) == fold.Key(p.Name)
	}) {
		problems.Add("name", NameTaken)
	}
	if err := problems.Fault(); err != nil {
		return p, err
	}
	if p.ID != 0 {
		at := slices.IndexFunc(s.Pitches, func(other Pitch) bool { return other.ID == p.ID })
		if at < 0 {
			return p, ErrNoPitch
		}
		s.Pitches[at] = p
		return p, nil
	}
	if len(s.Pitches) >= mostPitches {
		return p, ErrFull
	}
	s.Last++
	p.ID = s.Last
	s.Pitches = append(s.Pitches, p)
	return p, nil
}

// RemovePitch removes a pitch on which nobody trains.
func (s *Schedule) RemovePitch(id int64) error {
	if !s.hasPitch(id) {
		return ErrNoPitch
	}
	if slices.ContainsFunc(s.Blocks, func(b Block) bool { return b.Pitch == id }) {
		return ErrPitchUsed
	}
	s.Pitches = slices.DeleteFunc(s.Pitches, func(p Pitch) bool { return p.ID == id })
	return nil
}

func (s *Schedule) hasPitch(id int64) bool {
	return slices.ContainsFunc(s.Pitches, func(p Pitch) bool { return p.ID == id })
}

// Block returns the block with a number.
func (s *Schedule) Block(id int64) (Block, error) {
	at := slices.IndexFunc(s.Blocks, func(b Block) bool { return b.ID == id })
	if at < 0 {
		return Block{}, ErrNoBlock
	}
	return s.Blocks[at].Clone(), nil
}

// SetBlock adds a block, or puts it in the place of the one with its number. isTeam reports whether there is a team.
func (s *Schedule) SetBlock(b Block, isTeam func(int64) bool) (Block, error) {
	if err := s.clean(&b, isTeam); err != nil {
		return b, err
	}
	if b.ID != 0 {
		at := slices.IndexFunc(s.Blocks, func(other Block) bool { return other.ID == b.ID })
		if at < 0 {
			return b, ErrNoBlock
		}
		s.Blocks[at] = b.Clone()
		return b, nil
	}
	if len(s.Blocks) >= mostBlocks {
		return b, ErrFull
	}
	s.Last++
	b.ID = s.Last
	s.Blocks = append(s.Blocks, b.Clone())
	return b, nil
}

// clean puts a block in order, and refuses what can't be.
func (s *Schedule) clean(b *Block, isTeam func(int64) bool) error {
	var problems fault.Problems
	if b.Day < 1 || b.Day > 7 {
		problems.Add("day", NotADay)
	}
	for field, time := range map[string]string{"start": b.Start, "end": b.End} {
		if !timeOfDay.MatchString(time) {
			problems.Add(field, NotATime)
		}
	}
	if b.End <= b.Start {
		problems.Add("end", EndsTooEarly)
	}
	if !s.hasPitch(b.Pitch) {
		problems.Add("pitch_id", NotAPitch)
	}
	b.Teams = slices.Compact(slices.Sorted(slices.Values(b.Teams)))
	if len(b.Teams) > mostTeams {
		problems.Add("team_ids", TooManyTeams)
	}
	if slices.ContainsFunc(b.Teams, func(id int64) bool { return !isTeam(id) }) {
		problems.Add("team_ids", NotATeam)
	}
	checkText(&b.Label, "label", &problems)
	if !b.Until.IsZero() && b.Until.Before(b.From) {
		problems.Add("valid_until", UntilTooEarly)
	}
	if len(b.Cancelled) > mostCancelled {
		problems.Add("cancelled_on", TooManyDays)
	}
	b.Cancelled = slices.CompactFunc(slices.SortedFunc(slices.Values(b.Cancelled), civil.Date.Compare),
		func(a, b civil.Date) bool { return a == b })
	return problems.Fault()
}

// RemoveBlock removes a block.
func (s *Schedule) RemoveBlock(id int64) error {
	if _, err := s.Block(id); err != nil {
		return err
	}
	s.Blocks = slices.DeleteFunc(s.Blocks, func(b Block) bool { return b.ID == id })
	return nil
}

// Clashes returns the numbers of the other blocks that are on the pitch of one at the same time of some day.
func (s *Schedule) Clashes(b *Block) []int64 {
	found := []int64{}
	for i := range s.Blocks {
		o := &s.Blocks[i]
		if o.ID != b.ID && o.Pitch == b.Pitch && o.Day == b.Day && o.Start < b.End && b.Start < o.End &&
			b.meets(o) {
			found = append(found, o.ID)
		}
	}
	return found
}

// meets reports whether both are for some of the same days.
func (b *Block) meets(o *Block) bool {
	return (o.Until.IsZero() || !o.Until.Before(b.From)) && (b.Until.IsZero() || !b.Until.Before(o.From))
}

// Copy repeats in a season what the one before had: blocks that were for that season alone or a part of it, each on the same days
// of the year. What the season has already is not repeated, and neither are days on which a block was cancelled. Teams that are
// gone are left out. It returns how many blocks it added.
func (s *Schedule) Copy(to season.Season, isTeam func(int64) bool) (added int, err error) {
	before := to.Before()
	for _, b := range slices.Clone(s.Blocks) {
		if b.From.Before(before.First()) || b.Until.IsZero() || before.Last().Before(b.Until) {
			continue
		}
		b = b.Clone()
		b.ID, b.Cancelled = 0, nil
		// What ends in February ends with it, so that it stays beside what begins in March.
		b.From, b.Until = b.From.AddYears(1), b.Until.AddDays(1).AddYears(1).AddDays(-1)
		if b.Until.Before(b.From) { // it was for 29 February alone
			continue
		}
		b.Teams = slices.DeleteFunc(b.Teams, func(id int64) bool { return !isTeam(id) })
		if slices.ContainsFunc(s.Blocks, b.sameAs) {
			continue
		}
		if _, err := s.SetBlock(b, isTeam); err != nil {
			return 0, err
		}
		added++
	}
	return added, nil
}

// sameAs reports whether another block is the same training, at least on some of the days.
func (b *Block) sameAs(other Block) bool {
	return b.Day == other.Day && b.Start == other.Start && b.End == other.End && b.Pitch == other.Pitch && b.Label == other.Label &&
		slices.Equal(b.Teams, other.Teams) && b.meets(&other)
}
