package payload

import (
	"maps"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// contact is a row of contact_info that belongs to a field of the site.
type contact struct {
	field federation.Field
	kind  person.ContactType
	label string
}

// contacts are the rows that the synchronization owns, in the order in which they are sent.
var contacts = []contact{
	{federation.FieldEmail, person.Email, ""}, {federation.FieldEmail2, person.Email2, ""},
	{federation.FieldMobile, mobile, ""}, {federation.FieldMobile2, mobile, "2"},
	{federation.FieldTelephone, telephone, ""}, {federation.FieldTelephone2, telephone, "2"},
}

// The types whose value is a telephone number.
const (
	mobile    person.ContactType = "mobile"
	telephone person.ContactType = "phone"
)

func (c contact) is(r person.Contact) bool { return r.Type == c.kind && r.Label == c.label }

func (c contact) row(value string) person.Contact {
	return person.Contact{Type: c.kind, Label: c.label, Value: value}
}

// tidy returns a value of the row in the form in which it is compared: the application keeps e-mail addresses in lower case.
func (c contact) tidy(value string, phone func(string) string) string {
	value = strings.TrimSpace(value)
	switch {
	case value == "":
		return ""
	case c.kind == mobile || c.kind == telephone:
		return phone(value)
	}
	return strings.ToLower(value)
}

// ownContact returns which of the synchronization's rows a row of contact_info is, "" for somebody else's.
func ownContact(r person.Contact) string {
	if i := slices.IndexFunc(contacts, func(c contact) bool { return c.is(r) }); i >= 0 {
		return string(contacts[i].field)
	}
	return ""
}

// ownAddress returns the same for addresses: the one without a label is the synchronization's.
func ownAddress(r person.Address) string {
	if r.Label == "" {
		return "home"
	}
	return ""
}

// rows says how the synchronization's rows of a repeater are told from those of others.
type rows[R any] struct {
	own   func(R) string      // which of the synchronization's rows it is, "" for somebody else's
	label func(*R) *string    // tells whose it is
	same  func(a, b R) bool   // whether two rows tell the same, whatever their labels
	keep  func(row *R, was R) // keeps what only the application knows of an own row
}

func contactRows(own func(person.Contact) string) rows[person.Contact] {
	return rows[person.Contact]{
		own:   own,
		label: func(r *person.Contact) *string { return &r.Label },
		same:  func(a, b person.Contact) bool { return a.Type == b.Type && sameText(a.Value, b.Value) },
		keep:  func(r *person.Contact, was person.Contact) { r.Extra = unknown(person.ContactFields, &was, was.Extra) },
	}
}

var addressRows = rows[person.Address]{
	own:   ownAddress,
	label: func(r *person.Address) *string { return &r.Label },
	same: func(a, b person.Address) bool {
		return sameText(a.Street, b.Street) && sameText(a.PostalCode, b.PostalCode) && sameText(a.City, b.City)
	},
	keep: func(r *person.Address, was person.Address) {
		r.State, r.Extra = was.State, unknown(person.AddressFields, &was, was.Extra)
	},
}

func sameText(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }

// unknown returns the members of a row that nobody knows, without those that could not be read.
func unknown[R any](table *acf.Table[R], row *R, extra acf.Extra) acf.Extra {
	extra = maps.Clone(extra)
	for _, key := range table.Unread(row) {
		delete(extra, key)
	}
	return extra
}

// extra is the label of a second row of an own kind: without it the row would pass for the synchronization's when that goes.
const extra = "extra"

// merge returns the own rows, then the standing rows of others. An own row is left out when a row with somebody's own label tells
// the same.
func (k rows[R]) merge(own, there []R) []R {
	standing := map[string]R{}
	var others []R
	for _, r := range there {
		key := k.own(r)
		switch _, taken := standing[key]; {
		case key == "":
			others = append(others, r)
		case !taken:
			standing[key] = r
		case !k.has(own, r):
			others = append(others, k.extra(r))
		}
	}
	merged := make([]R, 0, len(own)+len(others))
	for _, o := range own {
		was, stands := standing[k.own(o)]
		told := func(r R) bool { return k.same(o, r) && *k.label(&r) != extra }
		switch {
		case stands:
			k.keep(&o, was)
		case slices.ContainsFunc(others, told):
			continue
		}
		merged = append(merged, o)
	}
	return append(merged, others...)
}

// beside returns the rows that stand there. Those in the place of an own row that tells something else get the label of somebody
// else's.
func (k rows[R]) beside(own, there []R) []R {
	there = slices.Clone(there)
	for i, r := range there {
		if k.own(r) != "" && !k.has(own, r) {
			there[i] = k.extra(r)
		}
	}
	return there
}

// has reports whether one of the rows tells what a row tells.
func (k rows[R]) has(list []R, row R) bool {
	return slices.ContainsFunc(list, func(r R) bool { return k.same(r, row) })
}

func (k rows[R]) extra(r R) R {
	*k.label(&r) = extra
	return r
}
