package directory

import (
	"strings"
	"sync"

	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

// member is a person in memory: the record as it is answered, and what is asked about.
type member struct {
	record    person.Record   // without what depends on other records, the reader and the day
	values    *listing.Values // of person.Keys
	work      []entry
	relations []person.StoredRelation
	labels    []term.ID
	damaged   error // what is stored can't be read; nothing else is set then
}

// entry is what rosters tell of an entry of somebody's work.
type entry struct {
	work.Entry // without description and unknown members
	role       work.Role
}

// newMember derives what is asked about somebody.
func newMember(stored *person.Stored, club *person.Club) *member {
	alone := *stored
	alone.Relations = nil // nothing follows from them
	p, err := alone.Person()
	if err != nil {
		return &member{record: person.Record{ID: stored.ID, Author: stored.Author}, damaged: err}
	}
	m := &member{
		record: person.Record{
			ID: stored.ID, Author: stored.Author, Administered: stored.Administered, Created: stored.Created, Modified: stored.Modified,
			Revision: stored.Revision, Editor: stored.Editor,
			Name: p.Name, Former: p.Membership.Former, Photo: stored.Photo, Document: stored.Document, Meta: stored.Meta,
		},
		values: person.Keys.Values(&person.Indexed{Person: &p, Club: club}), relations: stored.Relations, labels: stored.Labels,
	}
	m.record.Slug, m.record.Title = m.values.At(placeSlug), p.Name.Full()
	for _, e := range p.Work {
		if e.Group == 0 {
			continue
		}
		row := work.Entry{Group: e.Group, Kind: known(e.Kind), Title: e.Title, Start: e.Start, End: e.End, Current: e.Current}
		m.work = append(m.work, entry{row, club.Rules.RoleOf(e)})
	}
	name := &m.record.Name
	texts := []*string{&m.record.Title, &name.First, &name.Infix, &name.Last, &name.Nick}
	for i := range m.work {
		texts = append(texts, &m.work[i].Title)
	}
	together(texts...)
	return m
}

// known is a kind in a text that all share.
func known(kind work.Kind) work.Kind {
	switch kind {
	case work.Team:
		return work.Team
	case work.Committee:
		return work.Committee
	}
	return kind
}

// together makes texts parts of one: of many people that takes less memory than each by itself.
func together(texts ...*string) {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = *text
	}
	rest := strings.Join(all, "")
	for _, text := range texts {
		n := len(*text)
		*text, rest = rest[:n], rest[n:]
	}
}

// stored is the form in which the member came.
func (m *member) stored() person.Stored {
	r := &m.record
	return person.Stored{
		ID: r.ID, Author: r.Author, Administered: r.Administered, Created: r.Created, Modified: r.Modified,
		Revision: r.Revision, Editor: r.Editor, Photo: r.Photo, Labels: m.labels,
		Document: r.Document, Meta: r.Meta, Relations: m.relations,
	}
}

var (
	placeSlug        = person.Keys.Place(person.KeySlug)
	placeVolunteer   = person.Keys.Place(person.KeyVolunteer)
	placeScreened    = person.Keys.Place(person.KeyScreened)
	placeSearch      = person.Keys.Place(person.KeySearch)
	placeReach       = person.Keys.Place(person.KeyReach)
	placeCity        = person.Keys.Place(person.KeyCity)
	placeDeceased    = person.Keys.Place(person.KeyDeceased)
	placeTitle       = person.Keys.Place(person.KeyTitle)
	placeFirst       = person.Keys.Place(person.KeyFirst)
	placeLast        = person.Keys.Place(person.KeyLast)
	placeAgeGroup    = person.Keys.Place(person.KeyAgeGroup)
	placeBirthdate   = person.Keys.Place(person.KeyBirthdate)
	placeCertificate = person.Keys.Place(person.KeyCertificate)
	placeBlock       = person.Keys.Place(person.KeyBlock)
	placeFormer      = person.Keys.Place(person.KeyFormer)
	placeSince       = person.Keys.Place(person.KeySince)
	placeUntil       = person.Keys.Place(person.KeyUntil)
	placeFunctions   = person.Keys.Place(person.KeyFunctions)
	placeHousehold   = person.Keys.Place(person.KeyHousehold)
	placeNoFee       = person.Keys.Place(person.KeyNoFee)
	placeDues        = person.Keys.Place(person.KeyDues)
	placeWorkspaces  = person.Keys.Place(person.KeyWorkspaces)

	placeGroupSort       = group.Keys.Place(group.KeySort)
	placeGroupWorkspaces = group.Keys.Place(group.KeyWorkspaces)
)

// Newcomers are people on their way into a directory. What follows from them is derived by several goroutines while their store
// still reads others.
type Newcomers struct {
	club  *person.Club
	batch []person.Stored
	made  []*[]*member
	wait  sync.WaitGroup
}

// batchSize is how many people one goroutine derives.
const batchSize = 256

// NewNewcomers is for the people of a club with these settings.
func NewNewcomers(rules work.Rules, searches search.Settings) *Newcomers {
	return &Newcomers{club: clubWith(rules, searches)}
}

// Add takes a person over.
func (n *Newcomers) Add(p person.Stored) {
	if n.batch = append(n.batch, p); len(n.batch) == batchSize {
		n.derive()
	}
}

func (n *Newcomers) derive() {
	batch, made := n.batch, new([]*member)
	n.batch, n.made = make([]person.Stored, 0, batchSize), append(n.made, made)
	n.wait.Go(func() {
		for i := range batch {
			*made = append(*made, newMember(&batch[i], n.club))
		}
	})
}

// members are all that were added, derived.
func (n *Newcomers) members() (list []*member) {
	n.derive()
	n.wait.Wait()
	for _, made := range n.made {
		list = append(list, *made...)
	}
	return list
}

// newMembers is newMember for many.
func newMembers(list []person.Stored, club *person.Club) []*member {
	n := Newcomers{club: club}
	for i := range list {
		n.Add(list[i])
	}
	return n.members()
}
