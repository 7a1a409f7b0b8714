package person

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/money"
)

// What the provider that collects contributions says of somebody, in the members _nikki_2025_total and _nikki_2025_saldo.
const (
	duesPrefix  = "_nikki_"
	duesTotal   = "_total"
	duesBalance = "_saldo"
)

// duesKey says of each year what was charged, and what is left of it.
func duesKey(p *Indexed) string {
	var lines []string
	for key := range p.Extra {
		rest, ours := strings.CutPrefix(key, duesPrefix)
		year, total := strings.CutSuffix(rest, duesTotal)
		if !ours || !total || len(year) != len("2025") {
			continue
		}
		charged, known := duesAmount(p.Extra[key])
		if !known {
			continue
		}
		line := year + "=" + strconv.FormatInt(int64(charged), 10)
		if balance, known := duesAmount(p.Extra[duesPrefix+year+duesBalance]); known {
			line += "/" + strconv.FormatInt(int64(balance), 10)
		}
		lines = append(lines, line)
	}
	return listing.Lines(lines)
}

// duesAmount reads an amount as a number or as text. More decimals than cents are no amount.
func duesAmount(raw json.RawMessage) (money.Cents, bool) {
	text := string(raw)
	if unquoted, err := strconv.Unquote(text); err == nil {
		text = unquoted
	}
	amount, err := money.Parse(text)
	return amount, err == nil
}

// DuesIn returns what a value of KeyDues says of a year, nil for what is not known.
func DuesIn(dues string, year int) (total, balance *money.Cents) {
	for line := range listing.EachLine(dues) {
		text, of := strings.CutPrefix(line, strconv.Itoa(year)+"=")
		if !of {
			continue
		}
		first, second, both := strings.Cut(text, "/")
		total = duesCents(first)
		if both {
			balance = duesCents(second)
		}
	}
	return total, balance
}

func duesCents(text string) *money.Cents {
	cents, _ := strconv.ParseInt(text, 10, 64)
	amount := money.Cents(cents)
	return &amount
}
