package helpdesk

import (
	"maps"
	"slices"
	"strconv"

	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// recallOwners lets every entry be that of its own person. An older backup of the application that came back makes numbers other
// people's: the customer of who had the number goes with them to the number that they have now, and is sent once more. Of who is
// not found it is not known any more; when they come back, their customer is found as that of somebody new.
func (h *Helpdesk) recallOwners(step *engine.Step) error {
	h.owned, h.astray = nil, nil
	states, remembered := map[int64]state{}, map[int64]customer.Remembered{}
	for k, e := range h.entries {
		s, err := ledger.State[state](e)
		if err != nil {
			return err
		}
		number, _ := strconv.ParseInt(k, 10, 64)
		states[number] = s
		remembered[number] = customer.Remembered{Owner: s.Owner, Customer: e.Number(), Emails: s.Emails}
	}
	owners := customer.Owners(h.people, remembered)
	before := maps.Clone(h.entries)
	for _, number := range slices.Sorted(maps.Keys(owners)) {
		now, e, s := owners[number], before[key(number)], states[number]
		if p := h.at[now]; p != nil {
			if s.Owner == p.Owner() && now == number {
				continue
			}
			s.Owner = p.Owner()
			e.SetState(s)
		} else if h.at[number] == nil { // gone
			continue
		}
		if now != number {
			h.moves(e, now)
		}
		if now != 0 {
			h.owned = append(h.owned, *e)
		}
	}
	if len(h.astray) > 0 {
		step.Note(texts.OtherOwners, len(h.astray))
	}
	return nil
}

// moves gives an entry the number that its person has now, 0 for nobody.
func (h *Helpdesk) moves(e *ledger.Entry, to int64) {
	h.astray = append(h.astray, e.Key)
	if h.entries[e.Key] == e {
		delete(h.entries, e.Key)
	}
	if to != 0 {
		e.Key, e.Synced = key(to), ""
		h.entries[e.Key] = e
	}
}
