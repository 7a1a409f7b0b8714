package predecessor

import (
	"fmt"

	"github.com/clubhuis/clubhuis/core/origin"
)

// waiting is what can't come in this run, for something could not be read.
type waiting struct {
	lost   map[List]map[int64]bool // records that could not be read, or wait themselves; 0 is one without a number
	missed map[Part]map[int64]bool
	told   map[Finding]bool
}

// Lose notes a record of a list that could not be read this time, 0 for one whose number is not known.
func (r *Reading) Lose(list List, id int64) { mark(&r.waiting.lost, list, id) }

// Miss notes what hangs on a record and could not be read this time. It may be there the next time.
func (r *Reading) Miss(part Part, of int64) { mark(&r.waiting.missed, part, of) }

func mark[K comparable](into *map[K]map[int64]bool, key K, id int64) {
	if *into == nil {
		*into = map[K]map[int64]bool{}
	}
	if (*into)[key] == nil {
		(*into)[key] = map[int64]bool{}
	}
	(*into)[key][id] = true
}

// unsure reports whether a record that is not there may be one of a list that could not be read.
func (r *Reading) unsure(list List, id int64) bool {
	return id != 0 && (r.waiting.lost[list][id] || r.waiting.lost[list][0])
}

// unsureGroup is unsure for a team or a committee.
func (r *Reading) unsureGroup(id int64) bool { return r.unsure(Teams, id) || r.unsure(Committees, id) }

// wait leaves a record to the next run, and says what could not be read.
func (r *Reading) wait(c *Club, kind origin.Kind, id int64, format string, args ...any) {
	f := Finding{kind, id, "it comes with the next run, for " + fmt.Sprintf(format, args...) + " could not be read now"}
	if r.waiting.told == nil {
		r.waiting.told = map[Finding]bool{}
	}
	if one := (Finding{Kind: kind, Old: id}); !r.waiting.told[one] {
		r.waiting.told[one] = true
		c.Later = append(c.Later, f)
	}
}
