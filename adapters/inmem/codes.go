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

// byCode returns the people who are not removed and have a member code, by the folded code and then by number.
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
	return ask(ctx, s.handle, func(t *tables) (map[string][]person.ID, error) {
		doubles := map[string][]person.ID{}
		for code, holders := range t.byCode() {
			for _, holder := range holders {
				doubles[code] = append(doubles[code], holder.ID)
			}
		}
		maps.DeleteFunc(doubles, func(_ string, ids []person.ID) bool { return len(ids) < 2 })
		return doubles, nil
	})
}
