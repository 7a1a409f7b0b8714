// Package fees owns who reads what members pay for a season, who changes the settings that say so, and who is left out. It puts
// together what the engine needs; lists, one person, totals, the preview, exports and invoices all go through Computed.
//
// It does not own how a fee is computed (core/fee) and makes no invoices.
package fees

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the fees of one club. All its fields are needed.
type Service struct {
	Directory    ports.Directory
	Atomic       ports.Atomic // of the same stores
	Invoices     ports.Invoices
	Spreadsheets ports.Spreadsheets
	Now          func() time.Time
	Zone         *time.Location // the club's

	// Looked is told whom the viewer took along in a file. It may be nil.
	Looked func(viewer access.Viewer, exported bool, people ...person.ID)
}

// Today is the day at the club.
func (s *Service) Today() civil.Date { return civil.On(s.Now(), s.Zone) }

// Current is the season of today.
func (s *Service) Current() season.Season { return season.On(s.Today()) }

// Computed are the fees of a season, of all people of the club, by number. Those who have none are among them, with the reason.
type Computed struct {
	fee.Terms
	Borrowed season.Season // whose settings these are, 0 for the season's own and for those of a new club
	Fees     []fee.Fee
}

// Of returns the fee of one person, and whether there is such a person.
func (c *Computed) Of(id person.ID) (*fee.Fee, bool) {
	at, found := slices.BinarySearchFunc(c.Fees, id, func(f fee.Fee, id person.ID) int { return int(f.Member.ID - id) })
	if !found {
		return nil, false
	}
	return &c.Fees[at], true
}

// Computed computes the fees of a season, 0 for the current one, or those of a forecast, which is always of the season after the
// current one. It asks no permission: other use cases ask theirs first.
func (s *Service) Computed(of season.Season, forecast bool) Computed {
	return s.computed(s.Directory.View(), of, forecast)
}

func (s *Service) computed(view *directory.View, of season.Season, forecast bool) Computed {
	c := s.terms(view, of, forecast)
	c.Fees = fee.Season(c.Terms, view.FeeMembers(s.Today()))
	return c
}

func (s *Service) terms(view *directory.View, of season.Season, forecast bool) (c Computed) {
	switch {
	case forecast:
		of = s.Current().Next()
	case of == 0:
		of = s.Current()
	}
	c.Terms = fee.Terms{Season: of, Forecast: forecast}
	c.Settings, c.Borrowed = view.FeeBook().Of(of, view.RecreationalTeams())
	c.Teams = teamNames(view, &c.Settings)
	return c
}

func teamNames(view *directory.View, settings *fee.Settings) map[int64]string {
	names := map[int64]string{}
	for i := range settings.Categories {
		for _, id := range settings.Categories[i].Teams {
			names[id] = view.GroupTitle(id)
		}
	}
	return names
}

// Query is which fees are asked for.
type Query struct {
	Season   season.Season // 0 for the current one
	Forecast bool
	Filter   fee.Filter
	Order    string // of fee.Orders, "" for the usual one
	Desc     bool
	Offset   int
	Limit    int // 0 for all
}

// Listing is a part of the fees of a season.
type Listing struct {
	Computed
	Total int // how many rows there are in all, of those who have a fee and pass the filter
	Sum   fee.Sum
	Rows  []fee.Row
}

// List returns the fees that are asked for, to who keeps the money.
func (s *Service) List(ctx context.Context, viewer access.Viewer, q Query) (Listing, error) {
	if err := viewer.Require(access.Finance); err != nil {
		return Listing{}, err
	}
	view := s.Directory.View()
	list := Listing{Computed: s.computed(view, q.Season, q.Forecast)}
	rows, err := s.rows(ctx, view, &list.Computed)
	if err != nil {
		return Listing{}, err
	}
	rows = slices.DeleteFunc(rows, func(r fee.Row) bool { return !q.Filter.Match(&r) })
	for i := range rows {
		list.Sum.Add(&rows[i])
	}
	fee.Sort(rows, q.Order, q.Desc)
	list.Total = len(rows)
	start := min(q.Offset, len(rows))
	end := len(rows)
	if q.Limit > 0 {
		end = min(start+q.Limit, end)
	}
	list.Rows = rows[start:end]
	return list, nil
}

// bills are the membership invoices of a season by person. Of a season that is only forecast there are none.
func (s *Service) bills(ctx context.Context, c *Computed) (map[person.ID]fee.Bill, error) {
	if c.Forecast {
		return nil, nil
	}
	billed, err := s.Invoices.Billed(ctx, c.Season, s.Today())
	bills := make(map[person.ID]fee.Bill, len(billed))
	for _, b := range billed {
		bills[b.Person] = fee.Bill{Invoice: b.Invoice, Status: string(b.Status)}
	}
	return bills, err
}

// rows are the fees of those who have one.
func (s *Service) rows(ctx context.Context, view *directory.View, c *Computed) ([]fee.Row, error) {
	bills, err := s.bills(ctx, c)
	if err != nil {
		return nil, err
	}
	rows := make([]fee.Row, 0, len(c.Fees))
	for i := range c.Fees {
		if c.Fees[i].Calculable() {
			rows = append(rows, s.row(view, &c.Fees[i], bills, c))
		}
	}
	return rows, nil
}

func (s *Service) row(view *directory.View, f *fee.Fee, bills map[person.ID]fee.Bill, c *Computed) fee.Row {
	row := fee.Row{Fee: f}
	if bill, billed := bills[f.Member.ID]; billed {
		row.Bill = &bill
	}
	if !c.Forecast {
		row.Dues, row.Balance = person.DuesIn(view.Dues(f.Member.ID), int(c.Season))
	}
	return row
}

// Summary are the sums of a season by the slug of the category.
type Summary struct {
	Computed
	Total      fee.Sum
	Categories map[string]fee.Sum
}

// Summary returns what the fees of a season come to, to who keeps the money.
func (s *Service) Summary(
	ctx context.Context, viewer access.Viewer, of season.Season, forecast bool, filter fee.Filter,
) (sum Summary, err error) {
	if err := viewer.Require(access.Finance); err != nil {
		return sum, err
	}
	view := s.Directory.View()
	sum = Summary{Computed: s.computed(view, of, forecast), Categories: map[string]fee.Sum{}}
	rows, err := s.rows(ctx, view, &sum.Computed)
	for i := range rows {
		if !filter.Match(&rows[i]) || rows[i].Member.Excluded {
			continue
		}
		slug := rows[i].Category.Slug
		part := sum.Categories[slug]
		part.Add(&rows[i])
		sum.Categories[slug] = part
		sum.Total.Add(&rows[i])
	}
	return sum, err
}

// One is the fee of one person.
type One struct {
	Computed
	fee.Row
	Blocked bool // there is a financial block
}

// Person returns the fee of one person, to who keeps the money, whether they see the person's record or not. Nobody is
// person.ErrAbsent.
func (s *Service) Person(
	ctx context.Context, viewer access.Viewer, id person.ID, of season.Season, forecast bool,
) (one One, err error) {
	if err := viewer.Require(access.Finance); err != nil {
		return one, err
	}
	view := s.Directory.View()
	one.Computed = s.computed(view, of, forecast)
	f, there := one.Of(id)
	if !there {
		return one, person.ErrAbsent
	}
	bills, err := s.bills(ctx, &one.Computed)
	if err != nil {
		return one, err
	}
	one.Row, one.Blocked = s.row(view, f, bills, &one.Computed), view.Blocked(id)
	return one, nil
}
