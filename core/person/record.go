package person

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fields"
	"github.com/clubhuis/clubhuis/core/work"
)

// Record is a person as stores keep it and lists hand it out: the fields ready for the answer, and beside them what the
// answer needs that is no part of them. Nothing has to be decoded to answer a reader.
type Record struct {
	ID                ID
	Author            int64
	Created, Modified time.Time
	Name              Name
	Former            bool
	Document          json.RawMessage // the acf object without its late members
	Meta              json.RawMessage // the meta object

	// What depends on more than the person, for the day and the rules that were asked for.
	Volunteer  bool
	LinkedUser int64 // the user whose person this is, 0 for none
}

// Form is the number of the form in which stores keep people: of Fields and Keys together. Raise it when either changes;
// stores then bring what they keep into the new form when they are migrated.
const Form = 1

// AsOf is what an answer about people depends on besides the people: the day, and the club's settings.
type AsOf struct {
	Day   civil.Date
	Rules work.Rules
}

// Record prepares p for keeping and answering. LinkedUser is the store's to fill.
func (p *Person) Record(as AsOf) Record {
	return Record{
		ID: p.ID, Author: p.Author, Created: p.Created, Modified: p.Modified,
		Name: p.Name, Former: p.Membership.Former,
		Document: Fields.Object(p), Meta: object(p.Meta),
		Volunteer: as.Rules.Volunteer(p.Work, as.Day),
	}
}

// Subject is what the access rule looks at.
func (r *Record) Subject() access.Subject { return access.Subject{Author: r.Author} }

// ACF appends the acf object as the contract answers it.
func (r *Record) ACF(dst []byte) []byte { return fields.AppendAnswer(dst, Fields, r.Document, r) }

// Person decodes the record. An error means that what is stored is damaged: an internal fault.
func (r *Record) Person() (Person, error) {
	p := Person{ID: r.ID, Author: r.Author, Created: r.Created, Modified: r.Modified}
	err := Fields.Load(&p, r.Document)
	if err == nil {
		err = json.Unmarshal(r.Meta, &p.Meta)
	}
	if len(p.Meta) == 0 {
		p.Meta = nil
	}
	if err != nil {
		return Person{}, fault.ErrInternal.Because(fmt.Errorf("person %d is damaged: %w", r.ID, err))
	}
	return p, nil
}

// Same reports whether two people have the same fields and meta: what an answer shows of them, times aside.
func (p *Person) Same(other *Person) bool {
	return bytes.Equal(Fields.Object(p), Fields.Object(other)) && bytes.Equal(object(p.Meta), object(other.Meta))
}
