// Package directory owns who stands in the application already, whatever is remembered: nobody is made twice when what was
// remembered is lost, or when a run died before it could remember.
//
// It changes nothing. Members and parents ask it; a pipeline hands it to them.
package directory

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
	"github.com/clubhuis/clubhuis/ports"
)

// Directory finds people of the application. It asks for everybody once, and only when somebody has no number yet.
type Directory struct {
	*engine.Runner
	App ports.ApplicationPeople

	asked      bool
	members    map[string]int64    // by code
	others     map[string][]person // without a code, by e-mail address
	unreadable []payload.UnreadableRecord
	strangers  struct {
		members map[string][]int64 // by code
		others  map[string][]int64 // by e-mail address, with a code or without
	}
}

type person struct {
	id   int64
	name string
}

// ask asks for everybody. An unreadable record that is surely a stranger's is nobody.
func (d *Directory) ask(ctx context.Context) error {
	if d.asked {
		return nil
	}
	d.members, d.others, d.unreadable = map[string]int64{}, map[string][]person{}, nil
	d.strangers.members, d.strangers.others = map[string][]int64{}, map[string][]int64{}
	err := d.App.Each(ctx, time.Time{}, func(p payload.Person) error {
		d.add(p)
		return nil
	})
	err = payload.Readable(err, func(r payload.UnreadableRecord) {
		d.NoteOnce("%v", r)
		if !r.Stranger() {
			d.unreadable = append(d.unreadable, r)
		}
	})
	d.asked = err == nil
	return err
}

func (d *Directory) add(p payload.Person) {
	code := fold.Key(p.Membership.Code) // as the application compares codes
	if !p.Administered {
		d.strangers.members[code] = append(d.strangers.members[code], p.ID)
		for _, email := range p.Emails() {
			d.strangers.others[email] = append(d.strangers.others[email], p.ID)
		}
		return
	}
	if code != "" {
		if d.members[code] == 0 {
			d.members[code] = p.ID
		}
		return
	}
	for _, email := range p.Emails() {
		d.others[email] = append(d.others[email], person{p.ID, p.FullName()})
	}
}

// Member returns the number of the member with the code, 0 for nobody. It fails when it could be somebody who cannot be read.
func (d *Directory) Member(ctx context.Context, code string) (int64, error) {
	if err := d.ask(ctx); err != nil {
		return 0, err
	}
	folded := fold.Key(code)
	id := d.members[folded]
	for _, other := range d.unreadable {
		if id == 0 && (other.ID == 0 || fold.Key(other.Code) == folded) {
			return 0, texts.ErrUnsure.Because(other.Cause)
		}
	}
	for _, other := range d.strangers.members[folded] {
		d.NoteOnce(texts.StrangeMember, code, other)
	}
	return id, nil
}

// Parent returns the number of somebody without a code who has the e-mail address and the name, 0 for nobody. It fails when it
// could be somebody who cannot be read.
func (d *Directory) Parent(ctx context.Context, email, name string) (int64, error) {
	if err := d.ask(ctx); err != nil {
		return 0, err
	}
	for _, p := range d.others[email] {
		if fold.Same(p.name, name) {
			return p.id, nil
		}
	}
	for _, other := range d.unreadable {
		if other.Code == "" {
			return 0, texts.ErrUnsure.Because(other.Cause)
		}
	}
	for _, other := range d.strangers.others[email] {
		d.NoteOnce(texts.StrangeParent, other)
	}
	return 0, nil
}
