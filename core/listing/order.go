package listing

import (
	"cmp"
	"strings"
)

// Order sorts by how well records fit, the best first, and then by one key after the other. Whoever sorts makes the order
// total: equal records sort by number, in the direction of the first key.
type Order struct {
	Best []Score // nil finds that all records fit alike
	By   []Sort
}

// Sort is one key and its direction.
type Sort struct {
	By   string
	Desc bool
	// AtLeast, when it is not empty, sorts by whether the key is at least this value, not by the key itself. Records that are
	// below it come first.
	AtLeast string
	// FirstOf, when it is not nil, sorts by a key with several values: by which of these lines of Reaching it reaches first, none
	// of which is about the same as another. Records that reach none of them come last, in either direction.
	FirstOf []string
}

// Score gives a test its points. Of the positive scores whose test a record passes, the greatest counts; the negative ones
// count all.
type Score struct {
	Test
	Points int
}

// Desc returns the direction in which equal records are sorted by number.
func (o Order) Desc() bool { return len(o.By) > 0 && o.By[0].Desc }

// Points returns the points of a record.
func (k *Keys[T]) Points(scores []Score, v *T) int { return k.Ranking(scores).Points(k.Values(v)) }

// Compare compares two records by the order, without the number that decides between equal ones.
func (k *Keys[T]) Compare(order Order, a, b *T) int {
	if better := k.Points(order.Best, b) - k.Points(order.Best, a); better != 0 {
		return better
	}
	return k.Sorting(order).Compare(k.Values(a), k.Values(b))
}

// Ranking is a list of scores, prepared to rank many records.
type Ranking []weighed

type weighed struct {
	condition Condition
	points    int
}

// Ranking prepares scores.
func (k *Keys[T]) Ranking(scores []Score) Ranking {
	ready := make(Ranking, len(scores))
	for i, score := range scores {
		ready[i] = weighed{k.Condition(score.Test), score.Points}
	}
	return ready
}

// Points returns the points of a record with these values; see Keys.Values.
func (r Ranking) Points(values *Values) int {
	best, penalty := 0, 0
	for i := range r {
		score := &r[i]
		switch {
		case score.points > 0 && score.points <= best || !score.condition.Match(values):
		case score.points > 0:
			best = score.points
		default:
			penalty += score.points
		}
	}
	return best + penalty
}

// Sorting is the keys of an Order, without its scores, prepared to compare many records.
type Sorting []sorted

type sorted struct {
	place   int
	desc    bool
	atLeast string
	firstOf map[string]reached // by what it is about; nil for none
}

// reached is a line of Sort.FirstOf.
type reached struct {
	at    int
	until string
}

// Sorting prepares the keys of an order.
func (k *Keys[T]) Sorting(order Order) Sorting {
	ready := make(Sorting, len(order.By))
	for i, sort := range order.By {
		ready[i] = sorted{k.Place(sort.By), sort.Desc, sort.AtLeast, firstOf(sort.FirstOf)}
	}
	return ready
}

func firstOf(lines []string) map[string]reached {
	if lines == nil {
		return nil
	}
	first := make(map[string]reached, len(lines))
	for at, line := range lines {
		what, until := Reached(line)
		first[what] = reached{at, until}
	}
	return first
}

// Compare compares the values of two records, without the number that decides between equal ones.
func (s Sorting) Compare(a, b *Values) int {
	for i := range s {
		sort := &s[i]
		if sort.firstOf != nil {
			if c := sort.compareFirst(a, b); c != 0 {
				return c
			}
			continue
		}
		if c := strings.Compare(sort.value(a), sort.value(b)); c != 0 {
			return Direct(c, sort.desc)
		}
	}
	return 0
}

func (s *sorted) value(values *Values) string {
	value := values.At(s.place)
	if s.atLeast == "" {
		return value
	}
	return Flag(value >= s.atLeast)
}

// compareFirst puts records that reach none behind the others, whatever the direction.
func (s *sorted) compareFirst(a, b *Values) int {
	x, y := s.first(a), s.first(b)
	if none := len(s.firstOf); x == none || y == none {
		return cmp.Compare(x, y)
	}
	return Direct(cmp.Compare(x, y), s.desc)
}

// first returns which of the lines the key reaches first, their number for none.
func (s *sorted) first(values *Values) int {
	first := len(s.firstOf)
	for line := range EachLine(values.At(s.place)) {
		what, until := Reached(line)
		if wanted, known := s.firstOf[what]; known && until >= wanted.until {
			first = min(first, wanted.at)
		}
	}
	return first
}

// Direct inverts the result of a comparison if desc is set.
func Direct(c int, desc bool) int {
	if desc {
		return -c
	}
	return c
}
