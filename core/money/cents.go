// Package money owns amounts of money: whole cents, how they are rounded and divided, and how they are written.
//
// It knows no currency but the euro, and not what is paid for.
package money

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Cents is an amount in euro cents. It may be negative.
type Cents int64

// Most is the largest amount that is taken from outside, in either direction: ten million euros.
const Most Cents = 1_000_000_000

// Parse reads a decimal number of euros, such as "12.5" or "-3.25", in the notation of JSON. It returns ErrNotAnAmount for
// anything else, for more than two decimals that are not zero, and for more than Most.
func Parse(s string) (Cents, error) {
	if c, ok := plain(s); ok {
		return c, nil
	}
	if !json.Valid([]byte(s)) || strings.ContainsAny(s, "\"[]{}tfn \t\r\n") || len(s) > 40 {
		return 0, ErrNotAnAmount
	}
	if _, exponent, found := strings.Cut(strings.ToLower(s), "e"); found {
		if power, err := strconv.Atoi(exponent); err != nil || power > 20 || power < -20 {
			return 0, ErrNotAnAmount
		}
	}
	euros, ok := new(big.Rat).SetString(s)
	if !ok {
		return 0, ErrNotAnAmount
	}
	cents := euros.Mul(euros, big.NewRat(100, 1))
	if !cents.IsInt() || !cents.Num().IsInt64() {
		return 0, ErrNotAnAmount
	}
	c := Cents(cents.Num().Int64())
	if c > Most || c < -Most {
		return 0, ErrNotAnAmount
	}
	return c, nil
}

// plain reads an amount as String writes it, which is how stores have them by the thousand.
func plain(s string) (c Cents, ok bool) {
	digits, negative := strings.CutPrefix(s, "-")
	euros, fraction, found := strings.Cut(digits, ".")
	if len(euros) == 0 || len(euros) > 8 || len(euros) > 1 && euros[0] == '0' || found && len(fraction) != 2 {
		return 0, false
	}
	for _, part := range []string{euros, fraction} {
		for i := range len(part) {
			if part[i] < '0' || part[i] > '9' {
				return 0, false
			}
			c = c*10 + Cents(part[i]-'0')
		}
	}
	if !found {
		c *= 100
	}
	if c > Most {
		return 0, false
	}
	if negative {
		c = -c
	}
	return c, true
}

// Part returns numerator/denominator of an amount, rounded to whole cents, half a cent away from zero. The denominator is
// positive. It is the one place where money is rounded.
func (c Cents) Part(numerator, denominator int64) Cents {
	product := new(big.Int).Mul(big.NewInt(int64(c)), big.NewInt(numerator))
	product.Lsh(product, 1) // twice, to round by adding the denominator
	half := big.NewInt(denominator)
	if product.Sign() < 0 {
		half.Neg(half)
	}
	product.Add(product, half)
	return Cents(product.Quo(product, big.NewInt(2*denominator)).Int64())
}

// Percent returns so many percent of an amount, rounded as Part does.
func (c Cents) Percent(percent int64) Cents { return c.Part(percent, 100) }

// Split divides an amount into n parts, at least 1, that add up to it: each a rounded nth, and the last one the rest.
func (c Cents) Split(n int) []Cents {
	parts := make([]Cents, n)
	rest := c
	for i := range parts[:n-1] {
		parts[i] = c.Part(1, int64(n))
		rest -= parts[i]
	}
	parts[n-1] = rest
	return parts
}

// Sum adds amounts up.
func Sum(amounts ...Cents) (sum Cents) {
	for _, amount := range amounts {
		sum += amount
	}
	return sum
}

// String returns the amount in euros with two decimals: "1234.50".
func (c Cents) String() string {
	sign, rest := "", uint64(c) //nolint:gosec // a negative one is turned round below
	if c < 0 {
		sign, rest = "-", -rest
	}
	digits := strconv.FormatUint(rest, 10)
	for len(digits) < 3 {
		digits = "0" + digits
	}
	return sign + digits[:len(digits)-2] + "." + digits[len(digits)-2:]
}

// Dutch returns the amount as members read it: "€ 1.234,50", "-€ 3,25". The space does not break.
func (c Cents) Dutch() string {
	sign, s := "", c.String()
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	euros, cents, _ := strings.Cut(s, ".")
	var b strings.Builder
	for i, digit := range euros {
		if i > 0 && (len(euros)-i)%3 == 0 {
			b.WriteByte('.')
		}
		b.WriteRune(digit)
	}
	return sign + "€\u00a0" + b.String() + "," + cents
}

// MarshalJSON writes the amount as a number of euros with two decimals.
func (c Cents) MarshalJSON() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalJSON reads a number of euros, as Parse does.
func (c *Cents) UnmarshalJSON(data []byte) (err error) {
	*c, err = Parse(string(data))
	return err
}

// ErrNotAnAmount is the error of what is no amount of money.
var ErrNotAnAmount = fault.New(fault.Invalid, "rest_invalid_param", "Dit is geen bedrag in euro's met hoogstens twee decimalen.")
