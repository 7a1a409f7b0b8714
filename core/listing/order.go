package listing

import "strings"

// Order sorts by how well records fit, the best first, and then by one key after the other. Stores make it total: equal
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

// Points are what a record is worth.
func (k *Keys[T]) Points(rank Rank, v *T) int {
	best, fine := 0, 0
	for _, merit := range rank {
		switch {
		case merit.Points > 0 && merit.Points <= best || !k.Match(merit.Test, v):
		case merit.Points > 0:
			best = merit.Points
		default:
			fine += merit.Points
		}
	}
	return best + fine
}

// Compare puts two records in order, but for equal ones.
func (k *Keys[T]) Compare(order Order, a, b *T) int {
	if better := k.Points(order.Best, b) - k.Points(order.Best, a); better != 0 {
		return better
	}
	for _, sort := range order.By {
		if c := strings.Compare(k.sorted(sort, a), k.sorted(sort, b)); c != 0 {
			return Direct(c, sort.Desc)
		}
	}
	return 0
}

func (k *Keys[T]) sorted(sort Sort, v *T) string {
	value := k.Of(sort.By, v)
	if sort.Reached == "" {
		return value
	}
	return Flag(value >= sort.Reached)
}

// Direct turns the result of a comparison round for a list that runs from the last to the first.
func Direct(c int, desc bool) int {
	if desc {
		return -c
	}
	return c
}

// Desc is the direction in which equal records are sorted by number.
func (o Order) Desc() bool { return len(o.By) > 0 && o.By[0].Desc }
