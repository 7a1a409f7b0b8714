package mailing

import (
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/sync/diff"
)

// Known is what is remembered of an address under the number of a list.
type Known struct {
	List   string // id of the list at the provider on which it was put; "" when that was not noted
	Synced string // hash of the entry that was last sent
	There  bool   // it is known to stand there
}

// Lists are the lists of a club.
type Lists struct {
	IDs      []string           // at the provider, by number from 1
	Known    []map[string]Known // what is remembered, by number from 1 and key; there may be more numbers than lists
	Prepared Prepared
	Force    bool // send entries that did not change, too
	Complete bool // everybody is prepared; without it nobody is taken off
}

// ListPlan makes one list like the club.
type ListPlan struct {
	Number int    // from 1, in the settings
	List   string // id at the provider; "" when it was not noted
	Plan   diff.Plan
	Wanted map[string]Entry // by key
	Known  map[string]Known // what is remembered of addresses on this list
	// Forget are addresses that are remembered under the number, and stay on the list under another one.
	Forget []string
}

// Plan compares the lists with what was prepared. Addresses on lists that are not those of the settings any more come off them
// first.
func (l Lists) Plan() []ListPlan {
	wanted := l.wanted()
	var before, plans []ListPlan
	for i, known := range l.Known {
		id := ""
		if i < len(l.IDs) {
			id = l.IDs[i]
		}
		here, elsewhere := split(known, id)
		for _, old := range slices.Sorted(maps.Keys(elsewhere)) {
			before = append(before, l.removeFromOldList(i+1, old, elsewhere[old], wanted[old]))
		}
		if id != "" {
			plans = append(plans, l.plan(i, here))
		}
	}
	return append(before, plans...)
}

// wanted are the addresses that are wanted on each list, by its id.
func (l Lists) wanted() map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for i, id := range l.IDs {
		if all[id] == nil {
			all[id] = map[string]bool{}
		}
		for _, entry := range l.Prepared.Lists[i] {
			all[id][entry.Key()] = true
		}
	}
	return all
}

// split are the addresses on the list, "" for none, and those on others, by the others' ids.
func split(known map[string]Known, id string) (here map[string]Known, elsewhere map[string]map[string]Known) {
	here, elsewhere = map[string]Known{}, map[string]map[string]Known{}
	for key, k := range known {
		if k.List == id || k.List == "" && id != "" {
			here[key] = k
			continue
		}
		if elsewhere[k.List] == nil {
			elsewhere[k.List] = map[string]Known{}
		}
		elsewhere[k.List][key] = k
	}
	return here, elsewhere
}

// plan is what makes the i-th list like the club. An address that is remembered on another list waits until it came off that.
func (l Lists) plan(i int, here map[string]Known) ListPlan {
	p := ListPlan{Number: i + 1, List: l.IDs[i], Known: here, Wanted: make(map[string]Entry, len(l.Prepared.Lists[i]))}
	var tracked []diff.Tracked
	for key, k := range here {
		tracked = append(tracked, diff.Tracked{Key: key, Hash: k.Synced, There: k.There})
	}
	var wanted []diff.Wanted
	for _, entry := range l.Prepared.Lists[i] {
		key := entry.Key()
		p.Wanted[key] = entry
		_, isHere := here[key]
		_, isKnown := l.Known[i][key]
		if isHere || !isKnown || l.Complete {
			wanted = append(wanted, diff.Wanted{Key: key, Hash: entry.Hash()})
		}
	}
	p.Plan = diff.Compare(wanted, tracked, l.Force, l.Complete)
	return p
}

// removeFromOldList takes addresses off a list that the settings do not name under the number any more, but for those that are
// wanted on it under another one.
func (l Lists) removeFromOldList(number int, id string, known map[string]Known, wanted map[string]bool) ListPlan {
	p := ListPlan{Number: number, List: id, Known: known}
	if !l.Complete {
		return p
	}
	for _, key := range slices.Sorted(maps.Keys(known)) {
		if wanted[key] {
			p.Forget = append(p.Forget, key)
			continue
		}
		p.Plan.Actions = append(p.Plan.Actions, diff.Action{Kind: diff.Delete, Key: key, Reason: diff.Vanished})
	}
	return p
}
