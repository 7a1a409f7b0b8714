package synchronizations

import (
	"context"
	"errors"
	"slices"

	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// find is the person whom a parent is in the application; nil for nobody yet, and never a stranger. A known number is theirs while the
// name or the address stands there; otherwise it is whoever has the address, unless that is one of the own children, a member of
// another name, such as a child who has left, or of another name and another parent. Of two the one of the same name is it.
func (p *parentSender) find(ctx context.Context, key string, f family) (*payload.Record, error) {
	if f.member != "" {
		return p.findMember(ctx, f)
	}
	if id := p.kin.number(key); id != 0 {
		record, err := p.People.Person(ctx, id)
		switch {
		case err == nil && !record.Administered:
			p.tell(strangeParent, id)
		case err == nil && p.kin.still(record, key):
			return &record, nil
		case err != nil && !absent(err):
			return nil, err
		}
	}
	id, err := p.People.ByEmail(ctx, f.Email)
	if err != nil || id == 0 {
		return nil, err
	}
	var other *payload.Record
	if !slices.Contains(f.children, id) {
		record, err := p.People.Person(ctx, id)
		switch {
		case err != nil:
			return nil, err
		case !record.Administered:
			p.tell(strangeParent, id)
		case sameName(record.FullName(), f.Name):
			return &record, nil
		case record.Text("assoc-id") == "" && len(p.kin.held[id]) == 0:
			other = &record
		}
	}
	if id, err = p.there.parent(ctx, f.Email, f.Name); err != nil || id == 0 {
		return other, err
	}
	record, err := p.People.Person(ctx, id)
	return administered(record, err)
}

// findMember is the person of the member who is a parent.
func (p *parentSender) findMember(ctx context.Context, f family) (*payload.Record, error) {
	is := func(record payload.Record) bool {
		code := record.Text("assoc-id")
		return record.Administered && (code == f.member || code == "" && sameName(record.FullName(), p.club.row(f.member).Name()))
	}
	e := p.club.members[f.member]
	record, err := p.People.Person(ctx, e.Number())
	if err == nil && is(record) || err != nil && !absent(err) {
		return &record, err
	}
	if err == nil && !record.Administered { // the next run makes the member anew
		p.tell(strangeMember, f.member, record.ID)
		if err := p.detachMember(ctx, e); err != nil {
			return nil, err
		}
	}
	id, err := p.there.member(ctx, f.member)
	if err != nil {
		return nil, err
	}
	if id == 0 {
		return nil, errNotSentYet.Because(errors.New(f.member))
	}
	found, err := administered(p.People.Person(ctx, id))
	if err == nil && found == nil {
		err = errNotSentYet.Because(errors.New(f.member))
	}
	return found, err
}

// administered is a record that was read, nil for a stranger.
func administered(record payload.Record, err error) (*payload.Record, error) {
	if err != nil || !record.Administered {
		return nil, err
	}
	return &record, nil
}
