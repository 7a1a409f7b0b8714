package parents

import (
	"context"
	"errors"
	"slices"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/parents"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// find returns the person whom a parent is in the application; nil for nobody yet, and never a stranger. The known number is
// theirs while the name or the address stands there. Otherwise it is somebody who has the address, the one of the same name
// first. It is never one of the own children, a member of another name (a child who has left), or another known parent.
func (to *sending) find(ctx context.Context, key string, f parents.Household) (*payload.Person, error) {
	if f.Member != "" {
		return to.findMember(ctx, f)
	}
	if id := to.households.Person(key); id != 0 {
		record, err := to.App.Person(ctx, id)
		switch {
		case err == nil && !record.Administered:
			to.NoteOnce(texts.StrangeParent, id)
		case err == nil && to.same(key, record):
			return &record, nil
		case err != nil && !engine.Absent(err):
			return nil, err
		}
	}
	id, err := to.App.ByEmail(ctx, f.Email)
	if err != nil || id == 0 {
		return nil, err
	}
	var other *payload.Person
	if !slices.Contains(f.Numbers, id) {
		record, err := to.App.Person(ctx, id)
		switch {
		case err != nil:
			return nil, err
		case !record.Administered:
			to.NoteOnce(texts.StrangeParent, id)
		case sameName(&record, f):
			return &record, nil
		case record.Membership.Code == "" && len(to.households.Remembered(id)) == 0:
			other = &record
		}
	}
	if id, err = to.directory.Parent(ctx, f.Email, f.Name); err != nil || id == 0 {
		return other, err
	}
	record, err := to.App.Person(ctx, id)
	return administered(record, err)
}

// findMember is the person of the member who is a parent.
func (to *sending) findMember(ctx context.Context, f parents.Household) (*payload.Person, error) {
	record, err := to.App.Person(ctx, to.Members.Number(f.Member))
	if err == nil && to.isMember(record, f.Member) || err != nil && !engine.Absent(err) {
		return &record, err
	}
	if err == nil { // the next run finds the member, or makes them anew
		to.NoteOnce(texts.NotMember(record.Administered), f.Member, record.ID)
		if err := to.Members.Detach(ctx, f.Member); err != nil {
			return nil, err
		}
	}
	id, err := to.directory.Member(ctx, f.Member)
	if err != nil {
		return nil, err
	}
	if id == 0 {
		return nil, texts.ErrNotSentYet.Because(errors.New(f.Member))
	}
	found, err := administered(to.App.Person(ctx, id))
	if err == nil && found == nil {
		err = texts.ErrNotSentYet.Because(errors.New(f.Member))
	}
	return found, err
}

// isMember reports whether a record is that of the member with the code.
func (to *sending) isMember(record payload.Person, code string) bool {
	for i := range to.Rows {
		if row := &to.Rows[i]; row.Code == code {
			return record.IsMember(code, row)
		}
	}
	return record.IsMember(code, nil)
}

// same reports whether a record is that of the parent who is known under the address.
func (to *sending) same(key string, record payload.Person) bool {
	return to.households.Same(key, record.ID, record.FullName(), record.Membership.Code, record.Emails())
}

func sameName(record *payload.Person, f parents.Household) bool {
	return fold.Same(record.FullName(), f.Name)
}

// administered is a record that was read, nil for a stranger.
func administered(record payload.Person, err error) (*payload.Person, error) {
	if err != nil || !record.Administered {
		return nil, err
	}
	return &record, nil
}
