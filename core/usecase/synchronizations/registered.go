package synchronizations

import (
	"context"
	"errors"
	"slices"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// registered are the people whom the application has already. It asks for them once, and only when somebody has no number yet: so
// nobody is registered twice when what was remembered is lost, or a run died before it could remember. Strangers are none of them.
type registered struct {
	*execution
	asked     bool
	codes     map[string]int64   // members by code
	parents   map[string][]found // others by e-mail address
	strangers struct {
		codes   map[string][]int64
		parents map[string][]int64 // by e-mail address, with a code or without
	}
	unreadable []payload.UnreadableRecord // those who may be anybody
}

type found struct {
	id   int64
	name string
}

func (r *registered) ask(ctx context.Context) error {
	if r.asked {
		return nil
	}
	r.codes, r.parents, r.unreadable = map[string]int64{}, map[string][]found{}, nil
	r.strangers.codes, r.strangers.parents = map[string][]int64{}, map[string][]int64{}
	err := r.People.Each(ctx, never, func(p payload.Record) error {
		code := fold.Key(p.Text("assoc-id")) // as the application compares codes
		if !p.Administered {
			r.strangers.codes[code] = append(r.strangers.codes[code], p.ID)
			for _, email := range p.Emails() {
				r.strangers.parents[email] = append(r.strangers.parents[email], p.ID)
			}
			return nil
		}
		if code != "" {
			if r.codes[code] == 0 {
				r.codes[code] = p.ID
			}
			return nil
		}
		for _, email := range p.Emails() {
			r.parents[email] = append(r.parents[email], found{p.ID, p.FullName()})
		}
		return nil
	})
	var unreadable *payload.Unreadable
	if errors.As(err, &unreadable) {
		r.unreadable = slices.DeleteFunc(slices.Clone(unreadable.Records), payload.UnreadableRecord.Stranger)
		err = r.tellUnreadable(err)
	}
	r.asked = err == nil
	return err
}

// member is the number of the member with the code, 0 for nobody. It is an error when it could be somebody who cannot be read.
func (r *registered) member(ctx context.Context, code string) (int64, error) {
	if err := r.ask(ctx); err != nil {
		return 0, err
	}
	folded := fold.Key(code)
	id := r.codes[folded]
	for _, other := range r.unreadable {
		if id == 0 && (other.ID == 0 || fold.Key(other.Code) == folded) {
			return 0, errUnsure.Because(other.Cause)
		}
	}
	for _, other := range r.strangers.codes[folded] {
		r.tell(strangeMember, code, other)
	}
	return id, nil
}

// parent is the number of somebody without a code who has the e-mail address and the name, 0 for nobody. It is an error when it
// could be somebody who cannot be read.
func (r *registered) parent(ctx context.Context, email, name string) (int64, error) {
	if err := r.ask(ctx); err != nil {
		return 0, err
	}
	for _, p := range r.parents[email] {
		if sameName(p.name, name) {
			return p.id, nil
		}
	}
	for _, other := range r.unreadable {
		if other.Code == "" {
			return 0, errUnsure.Because(other.Cause)
		}
	}
	for _, other := range r.strangers.parents[email] {
		r.tell(strangeParent, other)
	}
	return 0, nil
}
