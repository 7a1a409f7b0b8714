package inmem

import (
	"context"
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

type memberCodes struct{ handle }

var _ ports.MemberCodes = memberCodes{}

// byCode are the people who are not removed and have a member code, by the folded code and then by number.
func (t *tables) byCode() map[string][]person.Holder {
	holders := map[string][]person.Holder{}
	for _, id := range slices.Sorted(maps.Keys(t.people)) {
		k := t.people[id]
		if code := fold.Key(k.person.Membership.Code); code != "" && k.removed.IsZero() {
			holders[code] = append(holders[code], person.Holder{ID: id, Administered: k.person.Administered})
		}
	}
	return holders
}

func (s memberCodes) Holders(ctx context.Context, code string) ([]person.Holder, error) {
	return ask(ctx, s.handle, func(t *tables) ([]person.Holder, error) { return t.byCode()[fold.Key(code)], nil })
}

func (s memberCodes) Doubles(ctx context.Context) (map[string][]person.ID, error) {
	doubles := map[string][]person.ID{}
	err := s.run(ctx, func(t *tables) error {
		for code, holders := range t.byCode() {
			if len(holders) < 2 {
				continue
			}
			for _, holder := range holders {
				doubles[code] = append(doubles[code], holder.ID)
			}
		}
		return nil
	})
	return doubles, err
}
