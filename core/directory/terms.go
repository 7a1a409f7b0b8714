package directory

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/bulk"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/jubilee"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

// RelationTypes are the types of relationship, by number.
func (v *View) RelationTypes() []relation.Type { return slices.Clone(v.types) }

// Labels are the labels of people, by number.
func (v *View) Labels() []term.Term { return slices.Clone(v.labels) }

// Favorites are the records that a user has marked, in no particular order.
func (v *View) Favorites(user account.UserID) []account.Favorite {
	return slices.Clone(v.favorites[user])
}

// PersonOf is which person a user is, 0 for none.
func (v *View) PersonOf(user account.UserID) person.ID { return v.persons[user] }

// Matrix says which capabilities roles bring. Every request asks for it: nobody may change it.
func (v *View) Matrix() access.Matrix { return v.matrix }

// FactorRule says of whom a second factor is asked.
func (v *View) FactorRule() account.FactorRule { return v.factorRule.Clone() }

// Functions says which roles functions of the club bring.
func (v *View) Functions() access.FunctionMap { return v.functions.Clone() }

// Welcome is what new users are written.
func (v *View) Welcome() account.Welcome { return v.welcome }

// Finance are the club's financial settings.
func (v *View) Finance() finance.Settings { return v.finance.Clone() }

// Identity is what administrators set of who the club is.
func (v *View) Identity() identity.Settings { return v.identity }

// FirstStart is what is kept of the address at which the first administrator is made.
func (v *View) FirstStart() account.FirstStart { return v.firstStart }

// BulkJob is the job that bills a season, or the last one.
func (v *View) BulkJob() bulk.Job { return v.bulk.Clone() }

// ScreeningSettings are the club's settings for mails about certificates of conduct.
func (v *View) ScreeningSettings() screening.Settings { return v.screening.Clone() }

// JubileeSettings are the anniversaries that the club celebrates.
func (v *View) JubileeSettings() jubilee.Settings { return v.jubilee.Clone() }

// LeaverRules say for how long the club keeps what it knows of people who left.
func (v *View) LeaverRules() leaver.Settings { return v.leavers.Clone() }

// VolunteerRules are the club's settings for who is a volunteer.
func (v *View) VolunteerRules() work.Rules { return v.rules.Clone() }

// SearchSettings are the club's settings for searches.
func (v *View) SearchSettings() search.Settings {
	return search.Settings{Fields: slices.Clone(v.search.Fields)}
}

// Suppressed returns those of the e-mail addresses, in lower case, to which nothing is sent.
func (v *View) Suppressed(addresses []string) (blocked []string) {
	if len(v.suppressed) == 0 {
		return nil
	}
	for _, address := range addresses {
		if v.suppressed[address] {
			blocked = append(blocked, address)
		}
	}
	return blocked
}

// SuppressedOf returns those of somebody's e-mail addresses to which nothing is sent, for a reader who gets all of the record
// that for invoices too. It is never nil.
func (v *View) SuppressedOf(r *person.Record) []string {
	if len(v.suppressed) > 0 {
		p, err := r.Person()
		switch {
		case err != nil: // the page of somebody who can't be read warns of nothing
		case r.Whole:
			return append([]string{}, v.Suppressed(p.Mailed())...)
		default:
			return append([]string{}, v.Suppressed(p.Emails())...)
		}
	}
	return []string{}
}
