package person

import (
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
)

// Detail is one thing of somebody that a search looks in.
type Detail struct {
	Field string // the key of acf, the type of a contact, or DetailName or DetailAddress
	Value string
}

// What a Detail is that is no single field.
const (
	DetailName    = "name"    // the full name
	DetailAddress = "address" // an address on one line
)

// Details are the name, the nickname, the member codes, the e-mail addresses, and the fields of acf that the club searches in
// (contract §4.2). Never those that are not for everybody: whoever is found by one learns it.
func (p *Indexed) Details() []Detail {
	const otherCode = "custom_assoc-id"
	list := []Detail{
		{DetailName, p.Name.Full()}, {"nickname", p.Name.Nick}, {"assoc-id", p.Membership.Code},
		{otherCode, textOf(p.Extra[otherCode])},
	}
	for _, contact := range p.Contacts {
		if contact.Type == Email || contact.Type == Email2 {
			list = append(list, Detail{string(contact.Type), contact.Value})
		}
	}
	for _, key := range p.Club.Searchable {
		if !Entrusted(key) { // as settings of an earlier program may have it
			list = append(list, Detail{key, p.text(key)})
		}
	}
	return list
}

// Numbers are the telephone numbers, as they were typed.
func (p *Person) Numbers() (list []Detail) {
	for _, contact := range p.Contacts {
		if contact.Type == Phone || contact.Type == Mobile || contact.Type == "other" {
			list = append(list, Detail{string(contact.Type), contact.Value})
		}
	}
	return list
}

// Places are the addresses, each on one line.
func (p *Person) Places() (list []Detail) {
	for _, a := range p.Addresses {
		line := oneLine(a.Street)
		if town := oneLine(a.PostalCode + " " + a.City); line == "" {
			line = town
		} else if town != "" {
			line += ", " + town
		}
		list = append(list, Detail{DetailAddress, line})
	}
	return list
}

// searchKey are the Details, folded, each on a line of its own.
func searchKey(p *Indexed) string {
	found := []string{}
	for _, detail := range p.Details() {
		if key := fold.Key(detail.Value); key != "" && !slices.Contains(found, key) {
			found = append(found, key)
		}
	}
	return listing.Lines(found)
}

// reachKey are the Digits of each telephone number, and each address, on a line of its own. See AddressLine.
func reachKey(p *Indexed) string {
	lines := []string{}
	for _, number := range p.Numbers() {
		lines = append(lines, Digits(number.Value)...)
	}
	for _, place := range p.Places() {
		if line := AddressLine(place.Value); line != "" {
			lines = append(lines, line)
		}
	}
	return listing.Lines(lines)
}

// AddressLine is an address as a search looks in it: its folded words, each with a blank before it, so that a search can ask for
// how a word begins. A postal code stands there in one word, too.
func AddressLine(address string) string {
	words := strings.FieldsFunc(fold.Key(address), func(r rune) bool { return r == ' ' || r == ',' })
	for i := len(words) - 1; i > 0; i-- {
		if letters := words[i]; len(letters) == 2 && isDigits(words[i-1]) && len(words[i-1]) == 4 {
			words = slices.Insert(words, i+1, words[i-1]+letters)
		}
	}
	if len(words) == 0 {
		return ""
	}
	return " " + strings.Join(words, " ")
}

// AddressWords passes the words of the addresses in a KeyReach, which AddressLine wrote.
func AddressWords(reach string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range listing.EachLine(reach) {
			address, is := strings.CutPrefix(line, " ")
			if !is {
				continue // a telephone number
			}
			for word := range strings.SplitSeq(address, " ") {
				if !yield(word) {
					return
				}
			}
		}
	}
}

func isDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// FewestDigits is how many digits of a telephone number make one that is looked for.
const FewestDigits = 4

// Digits returns the digits of the telephone numbers in a text, as they are dialled in the Netherlands: 06 12, +31 6 12,
// 0031 6 12 and +31 (0)6 12 are one. What has less than FewestDigits is none.
func Digits(text string) (numbers []string) {
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !strings.ContainsRune(numberRunes, r) }) {
		if digits := national(run); len(digits) >= FewestDigits {
			numbers = append(numbers, digits)
		}
	}
	return numbers
}

// numberRunes are what telephone numbers are written with.
const numberRunes = "0123456789+-()./ \u00a0\u2010\u2011\u2013"

// IsNumber reports whether a text is written as a part of a telephone number is.
func IsNumber(text string) bool { return text != "" && strings.Trim(text, numberRunes) == "" }

func national(number string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, strings.ReplaceAll(number, "(0)", ""))
	abroad, hasPrefix := strings.CutPrefix(digits, "00")
	if !hasPrefix && strings.HasPrefix(strings.TrimLeft(number, " \u00a0("), "+") {
		abroad, hasPrefix = digits, true
	}
	const netherlands, withCountry = "31", 11
	inside, isDutch := strings.CutPrefix(abroad, netherlands)
	switch {
	case hasPrefix && isDutch:
		return "0" + strings.TrimLeft(inside, "0")
	case hasPrefix:
		return "00" + abroad
	case len(digits) == withCountry && strings.HasPrefix(digits, netherlands):
		return "0" + digits[len(netherlands):]
	}
	return digits
}

// text returns a member of acf as a text, "" for what is none.
func (p *Indexed) text(key string) string {
	if text, isText := Fields.TextOf(p.Person, key); isText {
		return text
	}
	return textOf(p.Extra[key])
}

// Line is the test for those in whose searchKey a whole line is the text.
func Line(text string) listing.Test {
	return listing.Test{Key: KeySearch, Is: listing.Contains, Value: listing.Lines([]string{fold.Key(text)})}
}

// textOf is an unknown member as text: a text itself, or a number; "" for everything else.
func textOf(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var number json.Number
	if json.Unmarshal(raw, &number) == nil {
		return number.String()
	}
	return ""
}
