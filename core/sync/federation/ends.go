package federation

import "github.com/clubhuis/clubhuis/core/civil"

// RelationEnd returns the day on which the last of the functions and seats ended, the zero Date while one has no end, or without
// any.
func (r *Roles) RelationEnd() (last civil.Date) {
	var ends []civil.Date
	for _, f := range r.Functions {
		ends = append(ends, f.End)
	}
	for _, s := range r.Seats {
		ends = append(ends, s.End)
	}
	for _, end := range ends {
		if end.IsZero() {
			return civil.Date{}
		}
		if last.Before(end) {
			last = end
		}
	}
	return last
}
