package payload

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/parents"
)

// Parenthood ties a parent to people of the application.
type Parenthood struct {
	Type     int64   // the application's type of relationship "child"
	Children []int64 // the application's numbers
	// Written are the children whose relations the synchronization wrote before. Those that are not in Children any more go;
	// other relations of the type are somebody's own and stay.
	Written []int64
	// Gone are addresses under which the synchronization knew the parent before.
	Gone []string
	// ByHand says that somebody made the person by hand, and First that nothing was told about them yet.
	ByHand, First bool
}

// Parent returns what the application is told about a parent. current is the person who is the parent there, nil for nobody yet.
//
// Relations of other types stay, and so do rows of contact_info and addresses that are not the synchronization's. Of a parent who
// is a member only the children are sent: the rest comes with the member. A name that stands there in parts stays in parts.
//
// A person made by hand keeps their name. Under another name than the parent's they keep everything else, too; under the same
// name, the first time, the rows in the place of the synchronization's are kept beside them.
func Parent(p parents.Parent, tie Parenthood, current *Record) Payload {
	acf := map[string]any{keyFirst: p.Name, keyLast: "", keyParent: true, keyRelations: tie.relations(current)}
	if current == nil {
		acf[keyContacts], acf[keyAddresses] = parentContacts(p, p.Addresses()), addressesOf(p.Address)
		return Payload{ACF: acf}
	}
	member, same := current.Text(keyCode) != "", fold.Same(current.FullName(), p.Name)
	if member || same || tie.ByHand {
		acf[keyFirst], acf[keyLast] = current.Text(keyFirst), current.Text(keyLast)
	} else {
		acf[keyInfix] = ""
	}
	if member || tie.ByHand && !same {
		return Payload{ACF: acf}
	}
	own, emails := parentRows(p, tie, current)
	acf[keyContacts], acf[keyAddresses] = parentContacts(p, emails), addressesOf(p.Address)
	there := *current
	if tie.ByHand && tie.First {
		there.ACF = maps.Clone(there.ACF)
		there.ACF[keyContacts] = beside(rowsOf(acf[keyContacts]), rowsOf(there.ACF[keyContacts]), keyContactLabel, own)
		there.ACF[keyAddresses] = beside(rowsOf(acf[keyAddresses]), rowsOf(there.ACF[keyAddresses]), keyAddressLabel, ownAddress)
	}
	return Payload{ACF: acf}.mergeInto(there, own)
}

// ParentHash returns the hash of everything that the application is told about a parent. It covers the children, so that an
// unchanged parent costs no request. children are the application's numbers, sorted; member says that the parent is a member, of
// whom less is told.
func ParentHash(p parents.Parent, children []int64, member bool) string {
	return diff.Hash(map[string]any{
		"email": p.Email, "also": p.Also, "name": p.Name, "phones": p.Phones, "address": addressesOf(p.Address), "children": children,
		"member": member,
	})
}

// parentContacts returns the parent's rows: the addresses, then the numbers. From the second on, the label is the row's place.
func parentContacts(p parents.Parent, emails []string) []entry {
	rows := []entry{}
	for _, list := range []struct {
		kind   string
		values []string
	}{{"email", emails}, {"phone", p.Phones}} {
		for i, value := range list.values {
			label := ""
			if i > 0 {
				label = strconv.Itoa(i + 1)
			}
			rows = append(rows, contactRow(list.kind, label, value))
		}
	}
	return rows
}

// parentRows returns ownContact for this parent's rows of current, and the addresses that belong in such rows: those that do not
// stand in rows of somebody else. The one that stands there already comes first. When no address is left, the first row is
// somebody else's, too, unless it holds an address that is gone.
func parentRows(p parents.Parent, tie Parenthood, current *Record) (func(entry) string, []string) {
	known := slices.Concat(p.Addresses(), tie.Gone)
	own := func(r entry) string {
		kind, label := text(r[keyContactType]), text(r[keyContactLabel])
		switch {
		case strings.Trim(label, "0123456789") != "":
			return ""
		case kind == "phone", kind == "email" && (label == "" || slices.Contains(known, parents.Key(text(r[keyContactValue])))):
			return kind + label
		}
		return ""
	}
	emails := p.Addresses()
	for _, r := range rowsOf(current.ACF[keyContacts]) {
		kind, value := text(r[keyContactType]), parents.Key(text(r[keyContactValue]))
		at := slices.Index(emails, value)
		switch {
		case at < 0 || kind != "email" && kind != "email2":
		case own(r) == "":
			emails = slices.Delete(emails, at, at+1)
		case own(r) == "email":
			emails = slices.Insert(slices.Delete(emails, at, at+1), 0, value)
		}
	}
	if len(emails) > 0 {
		return own, emails
	}
	return func(r entry) string {
		if text(r[keyContactType]) == "email" && !slices.Contains(tie.Gone, parents.Key(text(r[keyContactValue]))) {
			return ""
		}
		return own(r)
	}, nil
}

// beside returns the rows that stand there. Those in the place of an own row that tells something else get the label of somebody
// else's.
func beside(own, there []entry, label string, which func(entry) string) json.RawMessage {
	rows := make([]entry, 0, len(there))
	for _, r := range there {
		if which(r) != "" && !slices.ContainsFunc(own, func(o entry) bool { return sameValue(o, r) }) {
			r = maps.Clone(r)
			r[label] = extra
		}
		rows = append(rows, r)
	}
	encoded, err := json.Marshal(rows)
	if err != nil {
		panic("payload: encode rows that were decoded: " + err.Error()) // what was JSON encodes again
	}
	return encoded
}

// relations returns the rows that stand there, without the synchronization's that are over, and one for each child.
func (t Parenthood) relations(current *Record) []entry {
	self, rows, stand := int64(0), []entry{}, map[int64]bool{}
	if current != nil {
		self = current.ID
		for _, r := range rowsOf(current.ACF[keyRelations]) {
			to, kind := number(r["related_person"]), number(r["relationship_type"])
			if kind == t.Type {
				if to == self || slices.Contains(t.Written, to) && !slices.Contains(t.Children, to) {
					continue
				}
				stand[to] = true
			}
			rows = append(rows, relationRow(to, kind, text(r["relationship_label"])))
		}
	}
	for _, child := range t.Children {
		if child != self && !stand[child] {
			rows = append(rows, relationRow(child, t.Type, ""))
		}
	}
	return rows
}

func relationRow(to, kind int64, label string) entry {
	return entry{"related_person": to, "relationship_type": kind, "relationship_label": label}
}

// Unrelated returns what is sent about a person who is nobody's parent any more, as far as the synchronization knows: the
// relations to children that it wrote go.
func Unrelated(record Record, childType int64, written []int64) Payload {
	rows := Parenthood{Type: childType, Written: written}.relations(&record)
	parent := slices.ContainsFunc(rows, func(r entry) bool { return r["relationship_type"] == childType })
	return Payload{ACF: map[string]any{
		keyFirst: record.Text(keyFirst), keyLast: record.Text(keyLast), keyParent: parent, keyRelations: rows,
	}}
}
