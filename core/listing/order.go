package listing

import "strings"

// Order sorts by how well records fit, the best first, and then by one key after the other. Who sorts makes it total: equal
// records are sorted by number, in the direction of the first key.
type Order struct {
	Best Rank
	By   []Sort
}

// Sort is one key and its direction.
type Sort struct {
	By   string
	Desc bool
	// Reached, when it is not empty, sorts by whether the key has reached this value, not by the key itself: those that have
	// not come first.
	Reached string
}

// Rank says how well a record fits. The nil Rank finds all records alike.
type Rank []Merit

// Merit is what a test is worth: of the positive ones that a record passes the greatest counts, and every negative one.
type Merit struct {
	Test
	Points int
}

// Desc is the direction in which equal records are sorted by number.
func (o Order) Desc() bool { return len(o.By) > 0 && o.By[0].Desc }

// Points are what a record is worth.
func (k *Keys[T]) Points(rank Rank, v *T) int { return k.Ranking(rank).Points(k.Values(v)) }

// Compare puts two records in order, but for equal ones.
func (k *Keys[T]) Compare(order Order, a, b *T) int {
	if better := k.Points(order.Best, b) - k.Points(order.Best, a); better != 0 {
		return better
	}
	return k.Sorting(order).Compare(k.Values(a), k.Values(b))
}

// Ranking is a Rank that is ready to be asked of many records.
type Ranking []weighed

type weighed struct {
	condition Condition
	points    int
}

// Ranking prepares a rank.
func (k *Keys[T]) Ranking(rank Rank) Ranking {
	ready := make(Ranking, len(rank))
	for i, merit := range rank {
		ready[i] = weighed{k.Condition(merit.Test), merit.Points}
	}
	return ready
}

// Points are what a record with these values is worth; see Keys.Values.
func (r Ranking) Points(values *Values) int {
	best, fine := 0, 0
	for i := range r {
		merit := &r[i]
		switch {
		case merit.points > 0 && merit.points <= best || !merit.condition.Match(values):
		case merit.points > 0:
			best = merit.points
		default:
			fine += merit.points
		}
	}
	return best + fine
}

// Sorting is the keys of an Order, without its rank, ready to compare many records.
type Sorting []sorted

type sorted struct {
	place   int
	desc    bool
	reached string
}

// Sorting prepares the keys of an order.
func (k *Keys[T]) Sorting(order Order) Sorting {
	ready := make(Sorting, len(order.By))
	for i, sort := range order.By {
		ready[i] = sorted{k.Place(sort.By), sort.Desc, sort.Reached}
	}
	return ready
}

// Compare puts the values of two records in order, but for equal ones.
func (s Sorting) Compare(a, b *Values) int {
	for i := range s {
		sort := &s[i]
		if c := strings.Compare(sort.value(a), sort.value(b)); c != 0 {
			return Direct(c, sort.desc)
		}
	}
	return 0
}

func (s *sorted) value(values *Values) string {
	value := values.At(s.place)
	if s.reached == "" {
		return value
	}
	return Flag(value >= s.reached)
}

// Direct turns the result of a comparison round for a list that runs from the last to the first.
func Direct(c int, desc bool) int {
	if desc {
		return -c
	}
	return c
}
