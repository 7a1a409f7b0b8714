package synchronizations

import (
	"context"

	"github.com/clubhuis/clubhuis/core/submission"
)

// registered are the people whom the application has already. It asks for them once, and only when somebody has no number yet: so
// nobody is registered twice when what was remembered is lost, or a run died before it could remember.
type registered struct {
	*execution
	asked   bool
	codes   map[string]int64   // members by code
	parents map[string][]found // others by e-mail address
}

type found struct {
	id   int64
	name string
}

func (r *registered) ask(ctx context.Context) error {
	if r.asked {
		return nil
	}
	r.codes, r.parents = map[string]int64{}, map[string][]found{}
	err := r.People.Each(ctx, never, func(p submission.Record) error {
		if code := p.Text("assoc-id"); code != "" {
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
	r.asked = err == nil
	return err
}

// member is the number of the member with the code, 0 for nobody.
func (r *registered) member(ctx context.Context, code string) (int64, error) {
	err := r.ask(ctx)
	return r.codes[code], err
}

// parent is the number of somebody without a code who has the e-mail address and the name, 0 for nobody.
func (r *registered) parent(ctx context.Context, email, name string) (int64, error) {
	if err := r.ask(ctx); err != nil {
		return 0, err
	}
	for _, p := range r.parents[email] {
		if sameName(p.name, name) {
			return p.id, nil
		}
	}
	return 0, nil
}
