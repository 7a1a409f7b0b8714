package money_test

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/money"
)

func TestParse(t *testing.T) {
	for given, want := range map[string]money.Cents{
		"0": 0, "-0": 0, "12": 1200, "12.5": 1250, "12.50": 1250, "0.1": 10, "-3.25": -325, "1e2": 10000, "1.10000": 110,
		"10000000": money.Most, "-10000000.00": -money.Most, "1e-2": 1,
	} {
		if got, err := money.Parse(given); err != nil || got != want {
			t.Errorf("Parse(%q) = %d, %v, want %d", given, got, err, want)
		}
	}
	for _, given := range []string{
		"", " 1", "1,50", "0.001", "1e-3", "1e99999999", "10000000.01", "-1e9", "NaN", "0x10", "1_000", "null", "true", `"1"`, "[1]",
		"+1", ".5", "1.", "€1", "1/2",
	} {
		if got, err := money.Parse(given); !errors.Is(err, money.ErrNotAnAmount) {
			t.Errorf("Parse(%q) = %d, %v, want ErrNotAnAmount", given, got, err)
		}
	}
}

func TestPart(t *testing.T) {
	for _, c := range []struct {
		amount                 money.Cents
		numerator, denominator int64
		want                   money.Cents
	}{
		{18000, 25, 100, 4500}, {13500, 75, 100, 10125}, {1, 1, 2, 1}, {-1, 1, 2, -1}, {1, 1, 3, 0}, {2, 1, 3, 1},
		{-2, 1, 3, -1}, {5, 3, 10, 2}, {5, 1, 10, 1}, {-5, 1, 10, -1}, {4, 1, 10, 0}, {0, 1, 7, 0}, {10, -1, 4, -3},
	} {
		if got := c.amount.Part(c.numerator, c.denominator); got != c.want {
			t.Errorf("%d.Part(%d, %d) = %d, want %d", c.amount, c.numerator, c.denominator, got, c.want)
		}
	}
}

func TestSplitAddsUpToTheWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := money.Cents(rapid.Int64Range(-int64(money.Most), int64(money.Most)).Draw(t, "whole"))
		n := rapid.IntRange(1, 24).Draw(t, "n")
		parts := whole.Split(n)
		if len(parts) != n || money.Sum(parts...) != whole {
			t.Fatalf("%d in %d parts is %v", whole, n, parts)
		}
		for _, part := range parts {
			if apart := part - whole/money.Cents(n); apart > money.Cents(n) || apart < -money.Cents(n) {
				t.Fatalf("%d in %d parts is %v: not equal", whole, n, parts)
			}
		}
	})
}

func TestWritten(t *testing.T) {
	for cents, want := range map[money.Cents][2]string{
		0: {"0.00", "€\u00a00,00"}, 5: {"0.05", "€\u00a00,05"}, -5: {"-0.05", "-€\u00a00,05"}, 123456: {"1234.56", "€\u00a01.234,56"},
		100000000: {"1000000.00", "€\u00a01.000.000,00"}, math.MinInt64: {"-92233720368547758.08", "-€\u00a092.233.720.368.547.758,08"},
	} {
		if got := [2]string{cents.String(), cents.Dutch()}; got != want {
			t.Errorf("%d is written %v, want %v", int64(cents), got, want)
		}
	}
}

func TestJSONKeepsEachAmount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := money.Cents(rapid.Int64Range(-int64(money.Most), int64(money.Most)).Draw(t, "amount"))
		data, err := json.Marshal(amount)
		if err != nil {
			t.Fatal(err)
		}
		var read money.Cents
		if err := json.Unmarshal(data, &read); err != nil || read != amount {
			t.Fatalf("%d came back from %s as %d, %v", amount, data, read, err)
		}
	})
}
