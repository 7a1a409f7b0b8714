package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"sync"
)

// marks are words that nobody can guess, each in something that belongs to one identity. Whoever may not see that must never
// read the word.
type marks struct {
	*sync.Mutex
	random  *rand.Rand
	owners  map[string]*identity
	numbers []string // those that are telephone numbers
}

// word is what a mark looks like: no word of any language has it.
var word = regexp.MustCompile(`zqx[a-z]{10}`)

// known is how much of a mark the attackers know: enough to search for it, too little to be taken for the mark.
const known = len("zqx") + 5

func newMarks(random *rand.Rand) marks {
	return marks{Mutex: new(sync.Mutex), random: random, owners: map[string]*identity{}}
}

// new makes a mark of an owner.
func (m *marks) new(owner *identity) string {
	m.Lock()
	defer m.Unlock()
	text := []byte("zqx")
	for range 10 {
		text = append(text, "bcdfghjklmnprstvwz"[m.random.IntN(18)])
	}
	m.owners[string(text)] = owner
	return string(text)
}

// number makes a mark that is a mobile number.
func (m *marks) number(owner *identity) string {
	m.Lock()
	defer m.Unlock()
	number := fmt.Sprintf("06%08d", 10_000_000+m.random.IntN(89_999_999))
	m.owners[number] = owner
	m.numbers = append(m.numbers, number)
	return number
}

// foreign returns the first mark in a text that the reader may not see, "" for none.
func (m *marks) foreign(text []byte, reader *identity) string {
	m.Lock()
	defer m.Unlock()
	if bytes.Contains(bytes.ToLower(text), []byte("zqx")) {
		for _, found := range word.FindAll(bytes.ToLower(text), -1) {
			if owner := m.owners[string(found)]; owner != nil && !reader.sees(owner) {
				return fmt.Sprintf("%s, which belongs to %s", found, owner.name)
			}
		}
	}
	for _, number := range m.numbers {
		if !reader.sees(m.owners[number]) && bytes.Contains(text, []byte(number[2:])) {
			return fmt.Sprintf("%s, which belongs to %s", number, m.owners[number].name)
		}
	}
	return ""
}

// any returns a mark at all in a text, "" for none.
func (m *marks) any(text []byte) string { return m.foreign(text, &identity{}) }
