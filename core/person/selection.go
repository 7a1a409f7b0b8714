package person

import "github.com/clubhuis/clubhuis/core/record"

// Selection is who a deed of many people is about: these, or all whom a filter finds.
type Selection struct {
	IDs      []ID
	Filter   *record.Filter
	Former   bool  // with Filter: former members too
	Expected int   // with Filter: how many people that is
	Shift    int64 // instead: who comes to this shift, whoever may see them; to write to alone
}
