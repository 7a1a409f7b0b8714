package main

import (
	"math/rand/v2"
	"strings"
)

// dice are the random numbers of one request.
type dice struct{ *rand.Rand }

func newDice(seed uint64, number int64) dice {
	return dice{rand.New(rand.NewPCG(seed, uint64(number)))}
}

// chance returns true so many times of a hundred.
func (d dice) chance(percent int) bool { return d.IntN(100) < percent }

// upTo returns a number from 0 to most.
func (d dice) upTo(most int) int { return d.IntN(max(0, most) + 1) }

func pick[T any](d dice, list []T) T { return list[d.IntN(len(list))] }

// oddTexts are texts that programs have fallen over.
var oddTexts = []string{
	"", " ", "\x00", "a\x00b", "\t\r\n", "\u2028\u2029", "\ufeffx", "\u202eslot\u202c", "مرحبا", "日本語", "👩\u200d👩\u200d👧",
	"\U0010ffff", "e\u0301", "İıſK",
	"\xff", "\xc3\x28", "\xed\xa0\x80", "\xf0\x9f\x91", "%", "_", "%%", "a%b_c", `\`, `\\`, `'`, `''`, `"`, "`", "' OR 1=1 --",
	"'; DROP TABLE people; --",
	`" OR ""="`, "1) UNION SELECT 1 --", "a* OR b*", `NEAR("a" "b")`, "{a}: b", "-x", "^x", "$1", "?", ":x", "@y",
	"../../../etc/passwd", `..\..\windows\win.ini`,
	"/etc/passwd\x00.jpg", "file:///etc/passwd", "=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "\t=1",
	"<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`,
	"<!--", "]]>", "&lt;", "javascript:alert(1)", "data:text/html,x", "{{7*7}}", "${7*7}", "#{7}", "%s%s%n", "null", "undefined",
	"NaN", "Infinity", "true", "[]", "{}",
	"0", "00", "-0", "1e3", "0x10", "1,2", "9223372036854775808", "2026-02-30", "T", "a@b", "@", "a@b@c", "x\r\nSet-Cookie: a=b",
	"\x1b[31m", "\u0000", "\\u0000",
}

func (d dice) odd() string {
	switch d.upTo(30) {
	case 0:
		return strings.Repeat("a", pick(d, []int{199, 200, 201, 255, 256, 1000, 70_000}))
	case 1:
		return strings.Repeat(pick(d, []string{"é", "👩", "\u0301", "'", "%", "\\"}), pick(d, []int{100, 201, 2000}))
	case 2:
		return pick(d, oddTexts) + pick(d, oddTexts)
	}
	return pick(d, oddTexts)
}

// oddNumbers are written into JSON as they stand.
var oddNumbers = []raw{
	"0", "-1", "-0", "1", "1.5", "1e2", "1E400", "-1e-400", "2147483647", "2147483648", "-2147483649", "9007199254740993",
	"9223372036854775807",
	"9223372036854775808", "-9223372036854775808", "18446744073709551616", "0.1e1", "1.0", "01", "+1", ".5", "1.", "0x10",
	"NaN", "Infinity",
}

// oddNumber returns one of them, or a very long one.
func (d dice) oddNumber() raw {
	if d.chance(15) {
		return raw(strings.Repeat("9", pick(d, []int{39, 40, 41, 400, 5000, 100_000})))
	}
	return pick(d, oddNumbers)
}

// deep returns a value inside of so many others.
func (d dice) deep() raw {
	depth := pick(d, []int{15, 16, 17, 100, 1000, 9_998, 10_001, 20_000})
	if d.chance(30) {
		return raw(strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth))
	}
	return raw(strings.Repeat("[", depth) + strings.Repeat("]", depth))
}
