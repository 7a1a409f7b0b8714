package submission

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/change"
	"github.com/clubhuis/clubhuis/core/federation"
	"github.com/clubhuis/clubhuis/core/fold"
)

// Parent is somebody through whom members are reached. The federation has no code for parents: the e-mail address is who they
// are.
type Parent struct {
	Email    string   // in lower case
	Name     string   // the whole of it
	Phones   []string // each once, in the order of first sight
	Address  federation.Address
	Children []string // member codes, in the order of first sight
}

// mention is a parent as the row of one child tells it.
type mention struct {
	name, phone string
	child       *federation.Member
	own         bool // the address is the child's own, too
}

// Parents are the parents of members: one for each e-mail address, whoever's child names it, by e-mail address. What has no @ is
// no address. The name is the first one that is told, and without any there is no parent. Phone numbers are as phone writes
// them, the address is the first child's.
//
// A member who stands as the own parent (the same address and the same name) is none; a parent who shares the address with the
// child, under another name, is one.
func Parents(rows []federation.Member, phone func(string) string) []Parent {
	mentions := map[string][]mention{}
	for i := range rows {
		row := &rows[i]
		for _, p := range row.Parents {
			email := address(p.Email)
			if !strings.Contains(email, "@") {
				continue
			}
			m := mention{
				name: strings.Join(strings.Fields(p.Name), " "), phone: strings.TrimSpace(p.Telephone), child: row,
				own: email == address(row.Email) || email == address(row.Email2),
			}
			if m.name == "" || !m.self(m.name) {
				mentions[email] = append(mentions[email], m)
			}
		}
	}
	var parents []Parent
	for email, list := range mentions {
		if p, named := parentOf(email, list, phone); named {
			parents = append(parents, p)
		}
	}
	slices.SortFunc(parents, func(a, b Parent) int { return cmp.Compare(a.Email, b.Email) })
	return parents
}

// address is an e-mail address as it is compared.
func address(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// self reports whether a parent of the name is the child.
func (m mention) self(name string) bool { return m.own && fold.Key(name) == fold.Key(m.child.Name()) }

// parentOf puts the mentions of one address together. It answers false when none of them is a parent.
func parentOf(email string, mentions []mention, phone func(string) string) (Parent, bool) {
	p := Parent{Email: email}
	for _, m := range mentions {
		p.Name = cmp.Or(p.Name, m.name)
	}
	if p.Name == "" {
		return Parent{}, false
	}
	for _, m := range mentions {
		if m.self(p.Name) { // told without a name, by the own row
			continue
		}
		if len(p.Children) == 0 {
			p.Address = m.child.Address
		}
		if !slices.Contains(p.Children, m.child.Code) {
			p.Children = append(p.Children, m.child.Code)
		}
		if m.phone != "" {
			if number := phone(m.phone); !slices.Contains(p.Phones, number) {
				p.Phones = append(p.Phones, number)
			}
		}
	}
	return p, len(p.Children) > 0
}

// Hash is the hash of everything that the application is told about a parent: the children, too, so that nothing needs to be asked
// about a parent that did not change. children are the application's numbers, sorted; member says that the parent is a
// member, of whom less is told.
func (p Parent) Hash(children []int64, member bool) string {
	return change.Hash(map[string]any{
		"email": p.Email, "name": p.Name, "phones": p.Phones, "address": addressesOf(p.Address), "children": children, "member": member,
	})
}

// Change is what the application is told about a parent. children are the application's numbers, sorted, childType is its type
// of relationship "child", and current is the person who is the parent there, nil for nobody yet.
//
// Relations of other types stay, and so do rows of contact_info and addresses that are not the synchronization's. A parent who
// is a member is told nothing but the children: the rest comes with the member. A name that stands there in parts stays
// in parts.
func (p Parent) Change(children []int64, childType int64, current *Record) Change {
	acf := map[string]any{keyFirst: p.Name, keyLast: "", keyParent: true, keyRelations: p.relations(children, childType, current)}
	if current == nil {
		acf[keyContacts], acf[keyAddresses] = p.contacts(), addressesOf(p.Address)
		return Change{ACF: acf}
	}
	member := current.Text(keyCode) != ""
	if member || fold.Key(current.FullName()) == fold.Key(p.Name) {
		acf[keyFirst], acf[keyLast] = current.Text(keyFirst), current.Text(keyLast)
	} else {
		acf[keyInfix] = ""
	}
	if member {
		return Change{ACF: acf}
	}
	acf[keyContacts], acf[keyAddresses] = p.contacts(), addressesOf(p.Address)
	which := ownParentContact
	if p.reached(current) {
		acf[keyContacts] = p.contacts()[1:]
		which = func(r entry) string {
			if text(r[keyContactType]) == "email" {
				return ""
			}
			return ownParentContact(r)
		}
	}
	return Change{ACF: acf}.onto(*current, which)
}

// contacts are the parent's rows: the address, then the numbers, of which the second and further ones carry their place.
func (p Parent) contacts() []entry {
	rows := []entry{contactRow("email", "", p.Email)}
	for i, number := range p.Phones {
		label := ""
		if i > 0 {
			label = strconv.Itoa(i + 1)
		}
		rows = append(rows, contactRow("phone", label, number))
	}
	return rows
}

// ownParentContact is ownContact for parents.
func ownParentContact(r entry) string {
	kind, label := text(r[keyContactType]), text(r[keyContactLabel])
	switch {
	case kind == "email" && label == "", kind == "phone" && strings.Trim(label, "0123456789") == "":
		return kind + label
	}
	return ""
}

// reached reports whether the address stands in another row than the one of the synchronization: then that one is somebody
// else's.
func (p Parent) reached(current *Record) bool {
	return slices.ContainsFunc(rowsOf(current.ACF[keyContacts]), func(r entry) bool {
		kind := text(r[keyContactType])
		return (kind == "email" || kind == "email2") && address(text(r[keyContactValue])) == p.Email && ownParentContact(r) == ""
	})
}

// relations are the rows that stand there, but for those of the type child, and one for each child.
func (p Parent) relations(children []int64, childType int64, current *Record) []entry {
	self, labels, rows := int64(0), map[int64]string{}, []entry{}
	if current != nil {
		self = current.ID
		rows, labels = otherRelations(*current, childType)
	}
	for _, child := range children {
		if child != self {
			rows = append(rows, relationRow(child, childType, labels[child]))
		}
	}
	return rows
}

// otherRelations are the relations of a record that are not of a type, and the labels of those that are, by person.
func otherRelations(record Record, not int64) (rows []entry, labels map[int64]string) {
	rows, labels = []entry{}, map[int64]string{}
	for _, r := range rowsOf(record.ACF[keyRelations]) {
		to, kind, label := number(r["related_person"]), number(r["relationship_type"]), text(r["relationship_label"])
		if kind == not {
			labels[to] = label
			continue
		}
		rows = append(rows, relationRow(to, kind, label))
	}
	return rows, labels
}

func relationRow(to, kind int64, label string) entry {
	return entry{"related_person": to, "relationship_type": kind, "relationship_label": label}
}

// Unrelated is a person who is nobody's parent any more: without the relations to children, whose type is childType.
func Unrelated(record Record, childType int64) Change {
	rows, _ := otherRelations(record, childType)
	return Change{ACF: map[string]any{
		keyFirst: record.Text(keyFirst), keyLast: record.Text(keyLast), keyParent: false, keyRelations: rows,
	}}
}
