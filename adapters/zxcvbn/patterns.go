package zxcvbn

import (
	"strings"

	"github.com/ccojocar/zxcvbn-go/adjacency"
	"github.com/ccojocar/zxcvbn-go/entropy"
	"github.com/ccojocar/zxcvbn-go/match"
)

// shortest is how many characters make a pattern.
const shortest = 3

// keyboardMatches returns walks from key to neighbouring key.
func keyboardMatches(password string) (found []match.Match) {
	for _, name := range []string{"qwerty", "dvorak", "keypad", "macKeypad"} {
		keyboard := adjacency.GraphMap[name]
		for from, to := 0, 0; from < len(password); from = to {
			last, turns, shifted := -1, 0, 0
			for to = from + 1; to < len(password); to++ {
				direction, shift := neighbour(keyboard.Graph[password[to-1:to]], password[to])
				if direction < 0 {
					break
				}
				if direction != last { // the first step is a turn as well
					turns++
				}
				if shift {
					shifted++
				}
				last = direction
			}
			if to-from >= shortest {
				m := match.Match{Pattern: "spatial", I: from, J: to - 1, Token: password[from:to], DictionaryName: keyboard.Name}
				m.Entropy = entropy.SpatialEntropy(m, turns, shifted)
				found = append(found, m)
			}
		}
	}
	return found
}

// neighbour returns in which direction a character lies among the keys around one, and whether it needs Shift. The direction is
// -1 when it is on none of them. A key is written as its characters without and with Shift.
func neighbour(keys []string, c byte) (direction int, shift bool) {
	for direction, key := range keys {
		if at := strings.IndexByte(key, c); at >= 0 {
			return direction, at == 1
		}
	}
	return -1, false
}

// repeatMatches returns runs of one character, in either case.
func repeatMatches(password string) (found []match.Match) {
	for from, to := 0, 0; from < len(password); from = to {
		to = from + 1
		for to < len(password) && lower(password[to]) == lower(password[from]) {
			to++
		}
		if to-from >= shortest {
			m := match.Match{Pattern: "repeat", I: from, J: to - 1, Token: password[from:to]}
			m.Entropy = entropy.RepeatEntropy(m)
			found = append(found, m)
		}
	}
	return found
}

var alphabets = []string{"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"}

// sequenceMatches returns what goes up or down in an alphabet. What comes down to the alphabet's first character takes the next
// character along, whatever it is, as the library does: scores stay what they were.
func sequenceMatches(password string) (found []match.Match) {
	for from, to := 0, 0; from < len(password); from = to {
		to = from + 1
		alphabet, step := sequence(password[from:])
		if step == 0 {
			continue
		}
		for to < len(password) && strings.IndexByte(alphabet, password[to])-strings.IndexByte(alphabet, password[to-1]) == step {
			to++
		}
		if to-from >= shortest {
			m := match.Match{Pattern: "sequence", I: from, J: to - 1, Token: password[from:to]}
			m.Entropy = entropy.SequenceEntropy(m, len(alphabet), step > 0)
			found = append(found, m)
		}
	}
	return found
}

// sequence returns the alphabet in which a text begins to go up (1) or down (-1), and 0 when it does neither.
func sequence(text string) (alphabet string, step int) {
	if len(text) < 2 {
		return "", 0
	}
	for _, alphabet := range alphabets {
		first, second := strings.IndexByte(alphabet, text[0]), strings.IndexByte(alphabet, text[1])
		if step := second - first; first >= 0 && second >= 0 && (step == 1 || step == -1) {
			return alphabet, step
		}
	}
	return "", 0
}
