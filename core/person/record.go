package person

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/term"
)

// Record is a person as lists hand it out: the fields ready for the answer, and beside them what the
// answer needs that is no part of them. Nothing has to be decoded to answer a reader.
type Record struct {
	ID                ID
	Author            int64
	Administered      bool
	Created, Modified time.Time
	Revision, Editor  int64 // see record.Edition
	Name              Name
	Title             string // Name.Full
	Former            bool
	Photo             int64
	Slug              string // without the number
	Document          string // the acf object without its late members
	Meta              string // the meta object

	// What depends on more than the person, as of the day and the reader that were asked for.
	Volunteer  bool
	Screened   bool      // a certificate of conduct is asked for
	Whole      bool      // the reader gets the members that are acf.Entrusted, too
	LinkedUser int64     // the user whose person this is, 0 for none
	Welcomed   time.Time // when that user was last written a welcome, zero for never
	Relations  []Related
	Labels     []term.Term     // those that exist
	Allowed    *access.Allowed // of the reader; nil where it was not asked for
	Suppressed []string        // of the e-mail addresses those to which nothing is sent; nil likewise
}

// Related is a relation as it is answered: with its type, and with what the reader may know of the other person.
type Related struct {
	To       ID
	Document string // the row without its late members
	TypeName string
	TypeSlug string
	Name     string // "" for somebody whom the reader may not see
	Photo    int64  // 0 likewise
}

// Summary is what lists of names show of somebody (contract §2.1 rule 4).
type Summary struct {
	ID     ID
	Name   Name
	Former bool
	Photo  int64
	Labels []term.Term
}

// FormatVersion is the number of the form in which stores keep people: of Fields and MetaFields, and of what databases keep
// beside them. Raise it when one of them changes; stores then bring what they keep into the new form when they are migrated.
const FormatVersion = 4

// Edition says how often and by whom the person was changed.
func (r *Record) Edition() record.Edition {
	return record.Edition{Revision: r.Revision, Modified: r.Modified, Editor: r.Editor}
}

// Summary is the part of the record that lists of names show.
func (r *Record) Summary() Summary {
	return Summary{ID: r.ID, Name: r.Name, Former: r.Former, Photo: r.Photo, Labels: r.Labels}
}

// Answer is a record on its way to a reader. Picture appends a JSON text: the address of the small form of a picture, empty
// for the number 0.
type Answer struct {
	*Record
	Picture func(dst []byte, id int64) []byte
}

// ACF appends the acf object as the contract has it.
func (a Answer) ACF(dst []byte) []byte {
	if !a.Whole {
		return acf.AppendReduced(dst, Fields, a.Document, &a)
	}
	return acf.AppendAnswer(dst, Fields, a.Document, &a)
}

type relatedAnswer struct {
	*Related
	picture func(dst []byte, id int64) []byte
}

func appendRelations(dst []byte, a *Answer) []byte {
	dst = append(dst, '[')
	for i := range a.Relations {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = acf.AppendAnswer(dst, relationFields, a.Relations[i].Document, &relatedAnswer{&a.Relations[i], a.Picture})
	}
	return append(dst, ']')
}

func appendGallery(dst []byte, a *Answer) []byte {
	if a.Photo == 0 {
		return append(dst, "[]"...)
	}
	return append(strconv.AppendInt(append(dst, '['), a.Photo, 10), ']')
}

// Document is the relation as stores keep it and Related hands it out.
func (r *Relation) Document() string { return relationFields.Object(r) }

// LoadRelation decodes a relation that Document made: how a program reads what Related hands out.
func LoadRelation(document string) (r Relation, err error) {
	err = relationFields.Load(&r, document)
	return r, err
}

// Person decodes the record, without its relations to others, which stores keep apart. An error means that what is stored is
// damaged: an internal fault.
func (r *Record) Person() (Person, error) {
	p := Person{
		ID: r.ID, Author: r.Author, Administered: r.Administered, Created: r.Created, Modified: r.Modified,
		Revision: r.Revision, Editor: r.Editor, Photo: r.Photo,
	}
	for _, label := range r.Labels {
		p.Labels = append(p.Labels, label.ID)
	}
	err := Fields.Load(&p, r.Document)
	if err == nil {
		err = MetaFields.Load(&p, r.Meta)
	}
	if err != nil {
		return Person{}, fault.ErrInternal.Because(fmt.Errorf("person %d is damaged: %w", r.ID, err))
	}
	return p, nil
}

// Same reports whether two people have the same fields: what an answer shows of them, times aside.
func (p *Person) Same(other *Person) bool {
	return p.Author == other.Author && Fields.Object(p) == Fields.Object(other) &&
		MetaFields.Object(p) == MetaFields.Object(other) &&
		p.Photo == other.Photo && p.Administered == other.Administered && slices.Equal(p.Labels, other.Labels) &&
		SameRelations(p.Relations, other.Relations)
}

// SameRelations reports whether two lists of relations are the same.
func SameRelations(a, b []Relation) bool {
	return slices.EqualFunc(a, b, func(a, b Relation) bool { return a.Document() == b.Document() })
}
