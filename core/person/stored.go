package person

import (
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/term"
)

// Stored is a person in the form in which stores keep it: the documents that readers get, and what the rules of a database need
// beside them. Nothing has to be decoded to answer a reader.
type Stored struct {
	ID                ID
	Author            int64
	Administered      bool
	Created, Modified time.Time
	Revision, Editor  int64 // see record.Edition
	Photo             int64
	Labels            []term.ID
	Document          string // the acf object without its late members
	Meta              string // the meta object
	Relations         []StoredRelation
	Unreadable        error // why a store can't read what else there is; nil when it can
}

// StoredRelation is one of somebody's relations in the form in which stores keep it.
type StoredRelation struct {
	To       ID
	Type     term.ID
	Document string // the row without its late members
}

// Store returns p in the form in which stores keep it. It shares the list of labels with p.
func (p *Person) Store() Stored {
	stored := Stored{
		ID: p.ID, Author: p.Author, Administered: p.Administered, Created: p.Created, Modified: p.Modified,
		Revision: p.Revision, Editor: p.Editor, Photo: p.Photo, Labels: p.Labels,
		Document: Fields.Object(p), Meta: MetaFields.Object(p),
	}
	for i := range p.Relations {
		r := &p.Relations[i]
		stored.Relations = append(stored.Relations, StoredRelation{To: r.To, Type: r.Type, Document: relationFields.Object(r)})
	}
	return stored
}

// Person decodes what is stored. An error means that it is damaged: an internal fault.
func (s *Stored) Person() (Person, error) {
	p := Person{
		ID: s.ID, Author: s.Author, Administered: s.Administered, Created: s.Created, Modified: s.Modified,
		Revision: s.Revision, Editor: s.Editor, Photo: s.Photo,
		Labels: append([]term.ID(nil), s.Labels...),
	}
	err := s.Unreadable
	if err == nil {
		err = Fields.Load(&p, s.Document)
	}
	if err == nil {
		err = MetaFields.Load(&p, s.Meta)
	}
	for i := 0; i < len(s.Relations) && err == nil; i++ {
		var r Relation
		err = relationFields.Load(&r, s.Relations[i].Document)
		p.Relations = append(p.Relations, r)
	}
	if err != nil {
		return Person{}, fault.ErrInternal.Because(fmt.Errorf("person %d is damaged: %w", s.ID, err))
	}
	return p, nil
}

// Name returns the name in the document, and that of nobody when it is damaged.
func (s *Stored) Name() Name { return s.fields().Name }

// Gender returns the gender in the document.
func (s *Stored) Gender() Gender { return s.fields().Gender }

// Code returns the member code in the document, "" when it is damaged.
func (s *Stored) Code() string { return s.fields().Membership.Code }

func (s *Stored) fields() (p Person) {
	if Fields.Load(&p, s.Document) != nil {
		return Person{}
	}
	return p
}
