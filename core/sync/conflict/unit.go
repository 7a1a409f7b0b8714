package conflict

import (
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// Values are what a member's fields hold, by field.
type Values = map[federation.Field]string

// Unit are fields that are one thing to people: an address is moved as a whole, never mixed from both sides.
type Unit []federation.Field

// Units are all fields that can be written back, by unit.
var Units = func() (list []Unit) {
	address := Unit{
		federation.FieldStreet, federation.FieldNumber, federation.FieldAppendix, federation.FieldZip, federation.FieldCity,
		federation.FieldCountry,
	}
	for _, field := range federation.Fields {
		if !slices.Contains(address, field) {
			list = append(list, Unit{field})
		}
	}
	return append(list, address)
}()

// Name is the name of the unit in the log of conflicts.
func (u Unit) Name() string {
	if len(u) > 1 {
		return "address"
	}
	return string(u[0])
}

// Text is the values of the unit in one line.
func (u Unit) Text(of Values) string {
	var parts []string
	for _, field := range u {
		if value := of[field]; value != "" {
			parts = append(parts, value)
		}
	}
	return strings.Join(parts, " ")
}

// Differs reports whether a side has another value than the other one, of a field that both tell.
func (u Unit) Differs(site, app Values) bool {
	for _, field := range u {
		theirs, told := site[field]
		ours, there := app[field]
		if told && there && !Same(field, theirs, ours) {
			return true
		}
	}
	return false
}

// Mask is as much of a value as a log may keep: who knows the value recognizes it.
func Mask(value string) string {
	letters := []rune(value)
	if len(letters) < 5 {
		return strings.Repeat("•", len(letters))
	}
	return string(letters[:2]) + "…" + string(letters[len(letters)-2:])
}

// Same reports whether two values of a field are one: case means nothing in e-mail addresses.
func Same(field federation.Field, a, b string) bool {
	if field == federation.FieldEmail || field == federation.FieldEmail2 {
		return strings.EqualFold(a, b)
	}
	return a == b
}
