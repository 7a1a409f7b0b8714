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
)

// Match reports whether v passes the test.
func (k *Keys[T]) Match(test Test, v *T) bool {
	switch {
	case test.AnyOf != nil:
		for _, one := range test.AnyOf {
			if k.Match(one, v) {
				return true
			}
		}
		return false
	case test.AllOf != nil:
		return k.MatchAll(test.AllOf, v)
	}
	value := k.Of(test.Key, v)
	switch test.Is {
	case Equal:
		return value == test.Value
	case NotEqual:
		return value != test.Value
	case Contains:
		return strings.Contains(value, test.Value)
	case Begins:
		return strings.HasPrefix(value, test.Value)
	case Before:
		return value < test.Value
	case From:
		return value >= test.Value
	case After:
		return value > test.Value
	}
	panic("listing: there is no such operator")
}

// MatchAll reports whether v passes every test.
func (k *Keys[T]) MatchAll(tests []Test, v *T) bool {
	for _, test := range tests {
		if !k.Match(test, v) {
			return false
		}
	}
	return true
}

// ContainsAll are the tests that every one of the words occurs in the key.
func ContainsAll(key string, words []string) []Test {
	tests := make([]Test, len(words))
	for i, word := range words {
		tests[i] = Test{Key: key, Is: Contains, Value: word}
	}
	return tests
}
