package listing

import "strings"

// Test is a condition on one key, or on several.
type Test struct {
	Key   string
	Is    Operator
	Value string
	AnyOf []Test // instead of the three above: one of these must hold
	AllOf []Test // likewise: all of these must hold
}

// Operator compares a key with a value.
type Operator int

// The operators.
const (
	Equal Operator = iota
	NotEqual
	Contains // the value is plain text, without wildcards
	Begins   // likewise
	Before   // smaller
	From     // equal or greater
	After    // greater
	Has      // of a key with several values: one of them is the value
	Lacks    // likewise: none of them is
	Reaches  // likewise: one of them is of what the value is of, and until the same day or later; see Reaching
)

// Holds reports whether a value of a key passes.
func (o Operator) Holds(value, wanted string) bool {
	switch o {
	case Equal:
		return value == wanted
	case NotEqual:
		return value != wanted
	case Contains:
		return strings.Contains(value, wanted)
	case Begins:
		return strings.HasPrefix(value, wanted)
	case Before:
		return value < wanted
	case From:
		return value >= wanted
	case After:
		return value > wanted
	case Has:
		return hasLine(value, wanted)
	case Lacks:
		return !hasLine(value, wanted)
	case Reaches:
		return reaches(value, wanted)
	}
	panic("listing: there is no such operator")
}

func hasLine(lines, wanted string) bool {
	return anyLine(lines, wanted, func(line string) bool { return line == wanted })
}

func reaches(lines, wanted string) bool {
	what := wanted[:strings.Index(wanted, tab)+1]
	return anyLine(lines, what, func(line string) bool { return line >= wanted })
}

// anyLine reports whether a line that begins so passes. It looks for the beginning in all lines at once. No line begins with
// nothing.
func anyLine(lines, begins string, passes func(string) bool) bool {
	for from := 0; begins != ""; {
		at := strings.Index(lines[from:], begins)
		if at < 0 {
			break
		}
		at += from
		line, _, _ := strings.Cut(lines[at:], lineEnd)
		if at > 0 && lines[at-1] == lineEnd[0] && passes(line) {
			return true
		}
		from = at + len(line)
	}
	return false
}

// Condition is a test, prepared to match many records.
type Condition struct {
	place int
	is    Operator
	value string
	anyOf []Condition // when not nil: one of these
	allOf []Condition // likewise: all of these
}

// Condition prepares a test.
func (k *Keys[T]) Condition(test Test) Condition {
	switch {
	case len(test.AnyOf) == 1:
		return k.Condition(test.AnyOf[0])
	case len(test.AllOf) == 1 && test.AnyOf == nil:
		return k.Condition(test.AllOf[0])
	case test.AnyOf != nil:
		return Condition{anyOf: k.Conditions(test.AnyOf)}
	case test.AllOf != nil:
		return Condition{allOf: k.Conditions(test.AllOf)}
	}
	return Condition{place: k.Place(test.Key), is: test.Is, value: test.Value}
}

// Conditions prepares several tests.
func (k *Keys[T]) Conditions(tests []Test) []Condition {
	ready := make([]Condition, len(tests))
	for i, test := range tests {
		ready[i] = k.Condition(test)
	}
	return ready
}

// Match reports whether a record with these values passes; see Keys.Values.
func (c *Condition) Match(values *Values) bool {
	switch {
	case c.anyOf != nil:
		for i := range c.anyOf {
			if c.anyOf[i].Match(values) {
				return true
			}
		}
		return false
	case c.allOf != nil:
		for i := range c.allOf {
			if !c.allOf[i].Match(values) {
				return false
			}
		}
		return true
	}
	return c.is.Holds(values.At(c.place), c.value)
}

// Match reports whether v passes the test.
func (k *Keys[T]) Match(test Test, v *T) bool {
	condition := k.Condition(test)
	return condition.Match(k.Values(v))
}

// MatchAll reports whether v passes every test.
func (k *Keys[T]) MatchAll(tests []Test, v *T) bool {
	return k.Match(Test{AllOf: append([]Test{}, tests...)}, v)
}

// ContainsAll returns the tests that every word occurs in the key.
func ContainsAll(key string, words []string) []Test {
	tests := make([]Test, len(words))
	for i, word := range words {
		tests[i] = Test{Key: key, Is: Contains, Value: word}
	}
	return tests
}
