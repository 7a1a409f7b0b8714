package mailing

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// Key returns the address in the form in which addresses are compared: in lower case.
func (e Entry) Key() string { return strings.ToLower(strings.TrimSpace(e.Email)) }

// Hash returns the hash of the address and the fields (contract §2.2).
func (e Entry) Hash() string {
	return diff.Hash(map[string]any{"email": e.Email, "custom_fields": e.Fields})
}

// Only returns the entry with the named fields alone, such as those that a list has.
func (e Entry) Only(names []string) Entry {
	e.Fields = maps.Clone(e.Fields)
	maps.DeleteFunc(e.Fields, func(name, _ string) bool { return !slices.Contains(names, name) })
	return e
}

// Prepared is who belongs on the lists.
type Prepared struct {
	Lists    [][]Entry // in the order of the member codes; an address stands once on a list
	Excluded int       // uses of an address for which there was no list left
	Invalid  int       // addresses that are none
}

// Prepare puts the members and their parents on so many lists (contract §2.2). The n-th member who uses an address stands on
// list n, in the order of the member codes: the order of the rows does not matter. A parent's address stands once, with the names
// of all children in oudervan and their teams and age classes combined; when it is also a member's main address, the member's
// entry tells that. An address that parent and child share stands for the child alone. Who has died stands on no list, and among
// nobody's children.
//
// volunteers tells who is a volunteer; nil leaves the field out.
func Prepare(rows []federation.Member, lists int, volunteers func(code string) bool) Prepared {
	p := &preparation{
		lists: make([][]*listed, lists), uses: map[string]int{}, first: map[string]*listed{}, main: map[string]bool{},
		volunteers: volunteers,
	}
	members := make([]*federation.Member, 0, len(rows))
	for i := range rows {
		if m := &rows[i]; m.Died.IsZero() { // the site's search still has who died
			members, p.main[key(m.Email)] = append(members, m), true
		}
	}
	slices.SortStableFunc(members, func(a, b *federation.Member) int { return strings.Compare(a.Code, b.Code) })
	for _, m := range members {
		p.member(m)
	}
	p.joinParents()
	prepared := Prepared{Lists: make([][]Entry, lists), Excluded: p.excluded, Invalid: p.invalid}
	for i, list := range p.lists {
		for _, l := range list {
			prepared.Lists[i] = append(prepared.Lists[i], l.entry())
		}
	}
	return prepared
}

func key(address string) string { return strings.ToLower(strings.TrimSpace(address)) }

// listed is an entry in the making.
type listed struct {
	address  string
	fields   map[string]string
	member   *federation.Member // whose entry it is; the first child of a parent's entry
	standing bool               // a parent's own entry
	named    bool               // a parent's, whose name is known
	children []*federation.Member
}

type preparation struct {
	lists      [][]*listed
	uses       map[string]int     // of an address
	first      map[string]*listed // the entry on the first list
	main       map[string]bool    // the main addresses of members
	later      []kinship
	volunteers func(string) bool
	excluded   int
	invalid    int
}

// kinship is a child of the parent behind an address.
type kinship struct {
	child  *federation.Member
	parent federation.Parent
}

// member lists a member's addresses, then those of the parents.
func (p *preparation) member(m *federation.Member) {
	for i, address := range []string{m.Email, m.Email2} {
		if !p.valid(address) || i == 1 && key(address) == key(m.Email) {
			continue
		}
		p.use(&listed{address: strings.TrimSpace(address), fields: fieldsOf(m, p.volunteers), member: m})
	}
	for _, parent := range m.Parents {
		k := key(parent.Email)
		switch {
		case !p.valid(parent.Email) || k == key(m.Email):
		case p.main[k] || p.uses[k] > 0:
			p.later = append(p.later, kinship{m, parent})
		default:
			p.use(parentEntry(m, parent, p.volunteers))
		}
	}
}

// valid reports whether a text is an address, and counts those that are not.
func (p *preparation) valid(address string) bool {
	address = strings.TrimSpace(address)
	if address == "" {
		return false
	}
	name, domain, found := strings.Cut(address, "@")
	if !found || name == "" || domain == "" || strings.ContainsFunc(address, unicode.IsSpace) {
		p.invalid++
		return false
	}
	return true
}

// use puts an entry on the list that the address has not been put on yet.
func (p *preparation) use(l *listed) {
	k := key(l.address)
	p.uses[k]++
	n := p.uses[k]
	if n == 1 {
		p.first[k] = l
	}
	if n > len(p.lists) {
		p.excluded++
		return
	}
	p.lists[n-1] = append(p.lists[n-1], l)
}

// joinParents tells in the entries that are there whose parents stand behind them.
func (p *preparation) joinParents() {
	for _, kin := range p.later {
		l := p.first[key(kin.parent.Email)]
		if !l.standing && hasParent(l.member, l.address) {
			continue // a child's entry: the address is the child's parents'
		}
		if l.standing && !l.named && kin.parent.Name != "" {
			l.named, l.fields["voornaam"] = true, kin.parent.Name
		}
		if !slices.Contains(l.children, kin.child) {
			l.children = append(l.children, kin.child)
		}
	}
}

func hasParent(m *federation.Member, address string) bool {
	return slices.ContainsFunc(m.Parents[:], func(p federation.Parent) bool { return key(p.Email) == key(address) })
}

// entry returns the entry as it is sent.
func (l *listed) entry() Entry {
	if len(l.children) > 0 {
		names := []string{}
		teams, classes := []string{l.fields["team"]}, []string{l.fields["leeftijdscategorie"]}
		for _, child := range l.children {
			names, teams, classes = append(names, child.Name()), append(teams, child.UnionTeams), append(classes, child.AgeClass)
		}
		l.fields["oudervan"] = joined(names)
		l.fields["team"], l.fields["leeftijdscategorie"] = joined(teams), joined(classes)
	}
	return Entry{Email: l.address, Fields: l.fields}
}

// joined returns the parts of comma-separated lists, each once.
func joined(lists []string) string {
	var parts []string
	for _, list := range lists {
		for part := range strings.SplitSeq(list, ",") {
			if part = strings.TrimSpace(part); part != "" && !slices.Contains(parts, part) {
				parts = append(parts, part)
			}
		}
	}
	return strings.Join(parts, ", ")
}

var genders = map[string]string{"Male": "M", "Female": "V"}

// fieldsOf returns the fields of a member (contract §2.2, and those beside it that clubs have on their lists).
func fieldsOf(m *federation.Member, volunteers func(string) bool) map[string]string {
	fields := map[string]string{
		"voornaam": m.First, "tussenvoegsel": m.Infix, "achternaam": m.Last, "geboortedatum": m.Birth.String(),
		"team": joined([]string{m.UnionTeams}), "geslacht": genders[m.Gender], "leeftijdscategorie": m.AgeClass, "relatiecode": m.Code,
		"datumpasfoto": m.PhotoOn.String(), "lidsinds": m.Since.String(), "mobielnummer": m.Mobile, "mobielnummer2": m.Mobile2,
		"telefoonnummer": m.Telephone, "telefoonnummer2": m.Telephone2, "straatnaam": m.Address.Street, "huisnummer": m.Address.Number,
		"huisnummertoevoeging": m.Address.Appendix, "postcode": m.Address.Zip, "plaats": m.Address.City,
		"naamouder1": m.Parents[0].Name, "naamouder2": m.Parents[1].Name, "telefoonouder1": m.Parents[0].Telephone,
		"telefoonouder2": m.Parents[1].Telephone, "oudervan": "",
	}
	if volunteers != nil {
		fields["huidigvrijwilliger"] = "0"
		if volunteers(m.Code) {
			fields["huidigvrijwilliger"] = "1"
		}
	}
	return fields
}

// parentEntry returns the entry of a parent: those of the child's fields that hold for the family.
func parentEntry(child *federation.Member, parent federation.Parent, volunteers func(string) bool) *listed {
	fields := fieldsOf(child, nil)
	for _, own := range []string{
		"tussenvoegsel", "achternaam", "geboortedatum", "geslacht", "datumpasfoto", "lidsinds", "mobielnummer", "mobielnummer2",
		"telefoonnummer2",
	} {
		fields[own] = ""
	}
	fields["voornaam"], fields["telefoonnummer"] = parent.Name, parent.Telephone
	if parent.Name == "" {
		fields["voornaam"] = carer + child.Name()
	}
	if volunteers != nil {
		fields["huidigvrijwilliger"] = "0" // of members alone
	}
	return &listed{
		address: strings.TrimSpace(parent.Email), fields: fields, member: child, standing: true, named: parent.Name != "",
		children: []*federation.Member{child},
	}
}
