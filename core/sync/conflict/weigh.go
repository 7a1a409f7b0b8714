package conflict

import (
	"time"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// Verdict is what becomes of a unit.
type Verdict struct {
	Waits bool // somebody changed it in the application, and it waits for the site
	Keep  bool // the application's values stay
}

// Weigh says what becomes of a unit. The application's values stay when they wait and the site did not change them since. both
// says that the site changed them, too: then Decide says who wins. edited is when the application's were changed.
func (s *Seen) Weigh(unit Unit, site, app Values) (verdict Verdict, both bool, edited time.Time) {
	siteChanged, equal := false, true
	for _, field := range unit {
		if since, waits := s.Pending[field]; waits {
			verdict.Waits = true
			if since.After(edited) {
				edited = since
			}
		}
		theirs, told := site[field]
		if _, there := app[field]; !there { // an address without a country
			continue
		}
		siteChanged = siteChanged || told && changedSince(s.Site, field, theirs)
		equal = equal && told && Same(field, theirs, app[field])
	}
	verdict.Keep = verdict.Waits && !equal && !siteChanged
	return verdict, verdict.Waits && !equal && siteChanged, edited
}

// Decide says which side wins a unit that both changed. From then on the site's values are not new any more.
func (s *Seen) Decide(unit Unit, site, app Values, siteAt, edited time.Time) (Winner, string) {
	winner, reason := Resolve(Side{Value: unit.Text(site), At: siteAt}, Side{Value: unit.Text(app), At: edited})
	for _, field := range unit {
		if s.Site != nil {
			s.Site[field] = diff.Hash(site[field])
		}
	}
	return winner, reason
}

// Staying returns the values of a unit that stay in the application when the site's are sent to it. What lost does not wait any
// more.
func (s *Seen) Staying(unit Unit, site, app Values, v Verdict) Values {
	stay := Values{}
	for _, field := range unit {
		theirs, told := site[field]
		_, there := app[field]
		switch {
		case !there:
		case v.Keep && told:
			stay[field] = app[field]
		case v.Waits && !v.Keep:
			s.settle(field)
		case s.Held[field] && !changedSince(s.Site, field, theirs):
			stay[field] = app[field]
		default:
			delete(s.Held, field)
		}
	}
	return stay
}

// WriteBack returns the values of a unit that waits which go to the site. resend says that the site's stay, and must be sent to
// the application again. read says that all pages of the member were read before: what the site does not tell then waits on.
func (s *Seen) WriteBack(unit Unit, site, app Values, keep, read bool) (edits federation.Edits, resend bool) {
	edits = federation.Edits{}
	for _, field := range unit {
		theirs, told := site[field]
		if _, there := app[field]; !there {
			continue
		}
		_, waits := s.Pending[field]
		switch {
		case !told && !read: // nobody knows what stands there
		case !told && waits, keep && !Same(field, theirs, app[field]):
			edits[field] = app[field]
		case !told:
		case keep, Same(field, theirs, app[field]):
			s.Agree(field, theirs, app[field])
		default:
			s.Agree(field, theirs, app[field])
			resend = true
		}
	}
	return edits, resend
}
