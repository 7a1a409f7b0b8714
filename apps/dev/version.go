package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// atLeast returns nil when version have is want or newer. Both are numbers with
// dots, after letters ("go1.26.0", "v20.19.1") or before them ("1.27rc1").
func atLeast(have, want string) error {
	if compareVersions(have, want) < 0 {
		return fmt.Errorf("version %s is too old, %s is needed", have, want)
	}
	return nil
}

// compareVersions orders two versions by their numbers; absent ones are 0, and
// a word behind a number ("rc1") is ignored.
func compareVersions(a, b string) int {
	left, right := numbers(a), numbers(b)
	for i := range max(len(left), len(right)) {
		if order := cmp.Compare(at(left, i), at(right, i)); order != 0 {
			return order
		}
	}
	return 0
}

func numbers(version string) []int {
	version = strings.TrimLeft(version, "abcdefghijklmnopqrstuvwxyz ")
	var found []int
	for part := range strings.SplitSeq(version, ".") {
		digits := part[:len(part)-len(strings.TrimLeft(part, "0123456789"))]
		number, err := strconv.Atoi(digits)
		if err != nil {
			break
		}
		found = append(found, number)
		if digits != part {
			break // "27rc1", "4-devel": what follows is no part of the number
		}
	}
	return found
}

func at(numbers []int, i int) int {
	if i < len(numbers) {
		return numbers[i]
	}
	return 0
}
