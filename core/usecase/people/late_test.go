package people_test

import (
	"context"
	"testing"

	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/ports"
)

// late is the directory of a program that has not caught up yet.
type late struct {
	ports.Directory
	view *directory.View
}

func (l *late) View() *directory.View {
	if l.view != nil {
		return l.view
	}
	return l.Directory.View()
}

func (l *late) Refresh(ctx context.Context) error {
	l.view = nil
	return l.Directory.Refresh(ctx)
}

// lateAtomic runs steps with it.
type lateAtomic struct {
	ports.Atomic
	dir *late
}

func (a lateAtomic) Do(ctx context.Context, change func(ports.Stores) error) error {
	return a.Atomic.Do(ctx, func(s ports.Stores) error { s.Directory = a.dir; return change(s) })
}

func TestBothSidesOfARelationGoAlsoWhenTheViewDoesNotKnowTheOtherYet(t *testing.T) {
	const jan, eva = 1, 2
	c := open(t)
	c.named(anna, "Jan")
	old := c.Directory.View()
	_, err := c.Register(ctx, anna, evaWith(jan))
	wants(t, "register", err, nil)
	behind := &late{c.Directory, old}
	s := &people.Service{Directory: behind, People: c.People, Atomic: lateAtomic{c.Atomic, behind}, Now: c.Now, Zone: c.Zone}
	_, err = s.Change(ctx, anna, jan, nil, relations())
	wants(t, "the change", err, nil)
	c.hasRelated("neither", map[person.ID]string{jan: "", eva: ""})
}
