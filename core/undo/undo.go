// Package undo owns what is kept of a change so that it can be taken back: what was there before, for whom, and for how long.
//
// It does not take anything back itself: that is the use case of the noun that was changed.
package undo

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

// Window is how long a change can be taken back.
const Window = 10 * time.Minute

// Undo is one change of one user that can be taken back, once.
type Undo struct {
	Digest account.Digest // of the token
	User   account.UserID
	Made   time.Time
	Act    Act
}

// New makes the undo of a change, and the token that opens it. draw fills with unpredictable bytes.
func New(draw func([]byte) (int, error), user account.UserID, at time.Time, act Act) (Undo, string, error) {
	raw := make([]byte, 32)
	if _, err := draw(raw); err != nil {
		return Undo{}, "", fmt.Errorf("no random bytes: %w", err)
	}
	token := base64.RawURLEncoding.EncodeToString(raw)
	return Undo{Digest: account.DigestOf(token), User: user, Made: civil.Instant(at), Act: act}, token, nil
}

// Act is a change and what was there before it. One of its fields is set.
type Act struct {
	People  []Before `json:"people,omitempty"`  // were changed
	Removed *Removed `json:"removed,omitempty"` // a person
	Group   *Group   `json:"group,omitempty"`   // was removed
	// Label was removed. The people who had it keep its number.
	Label *term.Term `json:"label,omitempty"`
}

// Encode returns the act as stores keep it.
func (a *Act) Encode() string {
	text, err := json.Marshal(a)
	if err != nil {
		panic("undo: an act does not encode: " + err.Error())
	}
	return string(text)
}

// Decode reads what Encode wrote.
func Decode(text string) (a Act, err error) {
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return Act{}, fmt.Errorf("an undo is damaged: %w", err)
	}
	return a, nil
}

// Before is a person before a change of many: what such a change writes.
type Before struct {
	ID       person.ID `json:"id"`
	Document string    `json:"document"`
	Meta     *string   `json:"meta,omitempty"` // nil for one that was kept before it was
	Labels   []term.ID `json:"labels"`
	After    int64     `json:"after"` // the revision of the person as the change left it
}

// Of returns what is kept of a person that a change is about to be stored of. before is the person as it was.
func Of(before *person.Person) Before {
	was := before.Store()
	return Before{
		ID: was.ID, Document: was.Document, Meta: &was.Meta, Labels: append([]term.ID{}, was.Labels...), After: was.Revision + 1,
	}
}

// Stands reports whether nobody has changed the person since.
func (b *Before) Stands(p *person.Person) bool { return p.Revision == b.After }

// Restore gives a person back what it was before the change.
func (b *Before) Restore(p *person.Person, by account.UserID, at time.Time) error {
	stored := p.Store()
	stored.Document, stored.Labels = b.Document, b.Labels
	if b.Meta != nil { // a new certificate ends the steps towards it
		stored.Meta = *b.Meta
	}
	restored, err := stored.Person()
	if err != nil {
		return err
	}
	restored.Touch(by, at) // it was changed, and readers who follow changes have to hear of it
	*p = restored
	return nil
}

// Name returns what the person was called.
func (b *Before) Name() string {
	stored := person.Stored{ID: b.ID, Document: b.Document}
	return stored.Name().Full()
}

// Gender returns the gender that the person had.
func (b *Before) Gender() person.Gender {
	stored := person.Stored{ID: b.ID, Document: b.Document}
	return stored.Gender()
}

// Removed is a person who was removed. The record itself is in the trash.
type Removed struct {
	ID   person.ID `json:"id"`
	Name string    `json:"name"`
}

// Group is a group that was removed, with those that stood right below it and moved to the top.
type Group struct {
	ID    group.ID  `json:"id"`
	Kind  work.Kind `json:"kind"`
	Below []Below   `json:"below,omitempty"`
}

// Below is a group that stood below a removed one.
type Below struct {
	ID    group.ID `json:"id"`
	After int64    `json:"after"` // its revision as the removal left it
}

// Outcome is what became of an undo.
type Outcome struct {
	Undone  int // records
	LeftOut []LeftOut
}

// LeftOut is a record that stays as it is.
type LeftOut struct {
	ID     int64
	Name   string // "" for one that the user may not see any more
	Reason string // a sentence
}

// Leave notes that a record stays as it is.
func (o *Outcome) Leave(id int64, name, reason string) {
	o.LeftOut = append(o.LeftOut, LeftOut{ID: id, Name: name, Reason: reason})
}
