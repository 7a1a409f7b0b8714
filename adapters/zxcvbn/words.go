package zxcvbn

import (
	"encoding/json"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/ccojocar/zxcvbn-go/adjacency"
	"github.com/ccojocar/zxcvbn-go/data"
	"github.com/ccojocar/zxcvbn-go/entropy"
	"github.com/ccojocar/zxcvbn-go/match"
)

// wordList has words in lower case, sorted, each with its rank: how many guesses it takes to try a list down to it. All words are
// one text, because a map of 85,000 strings takes several times the memory.
type wordList struct {
	text  string
	ends  []uint32 // where each word ends in text
	ranks []int32
}

type rankedWord struct {
	word string
	rank int32
}

// newWordList sorts words. Of a word that comes twice the highest rank counts, as in the library.
func newWordList(words []rankedWord) *wordList {
	slices.SortFunc(words, func(a, b rankedWord) int {
		if order := strings.Compare(a.word, b.word); order != 0 {
			return order
		}
		return int(b.rank - a.rank)
	})
	words = slices.CompactFunc(words, func(a, b rankedWord) bool { return a.word == b.word })
	list := &wordList{ends: make([]uint32, len(words)), ranks: make([]int32, len(words))}
	end := uint32(0)
	for n, w := range words {
		end += uint32(len(w.word))
		list.ends[n], list.ranks[n] = end, w.rank
	}
	var text strings.Builder
	text.Grow(int(end))
	for _, w := range words {
		text.WriteString(w.word)
	}
	list.text = text.String()
	return list
}

// listed returns a list of words that are given in the order in which they are tried.
func listed(words []string) *wordList {
	ranked := make([]rankedWord, 0, len(words))
	for n, word := range words {
		ranked = append(ranked, rankedWord{strings.ToLower(word), int32(n + 1)})
	}
	return newWordList(ranked)
}

// common returns the words of all lists of the library, which are in lower case and share none. The first call reads them.
var common = sync.OnceValue(func() *wordList {
	var ranked []rankedWord
	for _, name := range []string{"English", "FemaleNames", "MaleNames", "Passwords", "Surnames"} {
		var file struct{ List []string }
		if err := json.Unmarshal(data.MustAsset("data/"+name+".json"), &file); err != nil {
			panic("zxcvbn: read list of words " + name + ": " + err.Error()) // it is part of the program
		}
		ranked = slices.Grow(ranked, len(file.List))
		for n, word := range file.List {
			ranked = append(ranked, rankedWord{word, int32(n + 1)})
		}
	}
	return newWordList(ranked)
})

// matches returns all words of the list in readings of a password, which have one length. Readings are followed together while
// their characters are the same, and no further than words go, so that many take little more time than one. It reorders them.
func (l *wordList) matches(readings []string) (found []match.Match) {
	for from := range len(readings[0]) {
		found = l.follow(found, readings, from, from, 0, len(l.ranks))
	}
	return found
}

// follow appends the words that begin at from. The readings are the same from there up to at, and the words of the list from
// first up to end begin with those characters.
func (l *wordList) follow(found []match.Match, readings []string, from, at, first, end int) []match.Match {
	for len(readings) > 0 && at < len(readings[0]) {
		reading, same := readings[0], 0
		for n, other := range readings {
			if other[at] == reading[at] {
				readings[n], readings[same] = readings[same], other
				same++
			}
		}
		if low, high := l.narrow(first, end, at-from, lower(reading[at])); low < high {
			if l.character(low, at-from+1) == ended {
				found = append(found, dictionaryMatch(reading, from, at, l.ranks[low]))
			}
			found = l.follow(found, readings[:same], from, at+1, low, high)
		}
		readings = readings[same:]
	}
	return found
}

func dictionaryMatch(reading string, from, last int, rank int32) match.Match {
	m := match.Match{Pattern: "dictionary", I: from, J: last, Token: reading[from : last+1]}
	m.Entropy = entropy.DictionaryEntropy(m, float64(rank))
	return m
}

// narrow returns which of the words from first up to end have a character at an index. All are the same before it.
func (l *wordList) narrow(first, end, index int, c byte) (low, high int) {
	low = first + sort.Search(end-first, func(n int) bool { return l.character(first+n, index) >= int(c) })
	high = low + sort.Search(end-low, func(n int) bool { return l.character(low+n, index) > int(c) })
	return low, high
}

const ended = -1

// character returns a character of a word, or ended behind its last.
func (l *wordList) character(word, index int) int {
	at := uint32(index)
	if word > 0 {
		at += l.ends[word-1]
	}
	if at >= l.ends[word] {
		return ended
	}
	return int(l.text[at])
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// readings returns a password as it stands, and as l33t may mean it. Within one reading a sign means one letter, and only one of
// the signs for a letter is read: p@4 is pa4 or p@a. As in the library, l33t is as easy to guess as the word that it means.
//
// How many readings there are depends on which signs occur and not on how often: with all signs there are 545.
func readings(password string) []string {
	lettersOf := map[string][]string{}
	for letter, signs := range adjacency.GraphMap["l33t"].Graph {
		for _, sign := range signs {
			if strings.Contains(password, sign) {
				lettersOf[sign] = append(lettersOf[sign], letter)
			}
		}
	}
	all := []string{password}
	for _, signsOf := range tables(lettersOf) {
		read := []string{password}
		for letter, signs := range signsOf {
			read = replacedByEach(read, signs, letter)
		}
		all = append(all, read...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// tables returns every way to give each sign one of its letters, as signs by letter. Three signs have a choice of two letters, so
// there are eight ways at most.
func tables(lettersOf map[string][]string) []map[string][]string {
	all := []map[string][]string{{}}
	for sign, letters := range lettersOf {
		var more []map[string][]string
		for _, table := range all {
			for _, letter := range letters {
				with := maps.Clone(table)
				with[letter] = append(slices.Clip(with[letter]), sign)
				more = append(more, with)
			}
		}
		all = more
	}
	return all
}

// replacedByEach returns the texts with the first of the signs replaced, then those with the second.
func replacedByEach(texts, signs []string, letter string) (all []string) {
	for _, sign := range signs {
		for _, text := range texts {
			all = append(all, strings.ReplaceAll(text, sign, letter))
		}
	}
	return all
}
