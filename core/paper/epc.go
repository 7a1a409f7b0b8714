package paper

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/money"
)

// Transfer is a transfer to somebody.
type Transfer struct {
	Name   string // of who gets it
	IBAN   string
	Amount money.Cents
	Text   string // that comes along, unstructured
}

// The limits of the guideline, in characters but for the last one, which is in bytes.
const (
	epcName   = 70
	epcText   = 140
	epcAmount = money.Cents(99_999_999_999)
	epcBytes  = 331
)

// EPC returns what the QR code of a transfer holds: EPC069-12 version 002, UTF-8 without a BIC. There is none of an amount that
// is not positive, without a name or without a right account number.
func EPC(t Transfer) string {
	name, text := flat(t.Name, epcName), flat(t.Text, epcText)
	if t.Amount <= 0 || t.Amount > epcAmount || name == "" || !finance.ValidIBAN(t.IBAN) {
		return ""
	}
	payload := func() string {
		return strings.Join([]string{"BCD", "002", "1", "SCT", "", name, t.IBAN, "EUR" + t.Amount.String(), "", "", text}, "\n")
	}
	for len(payload()) > epcBytes { // letters of several bytes
		if len(name) > len(text) {
			name = name[:len(name)-lastLetter(name)]
		} else {
			text = text[:len(text)-lastLetter(text)]
		}
	}
	return payload()
}

// flat returns the first characters of one line.
func flat(text string, most int) string {
	text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return ' '
		}
		return r
	}, norm.NFC.String(text))), " ")
	if letters := []rune(text); len(letters) > most {
		text = strings.TrimSpace(string(letters[:most]))
	}
	return text
}

func lastLetter(text string) int {
	_, size := utf8.DecodeLastRuneInString(text)
	return size
}
