package invoice

import (
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/season"
)

// Month is what became of invoices in one calendar month.
type Month struct {
	First    civil.Date  // its first day
	Billed   money.Cents // what was sent, with the fees of the chosen plans, less the credit notes of the month
	Received money.Cents // what came in, less what was given or taken back of it
	Open     money.Cents // at the end of the month, of all before, too; negative when too much was paid
}

// InSeason reports whether an invoice counts for a season: a membership by the season that it is for, another one by the day on
// which it was sent. Drafts count for none, unless something was received for them.
func (i *Invoice) InSeason(of season.Season) bool {
	switch day := i.issued(); {
	case day.IsZero():
		return false
	case i.Kind == Membership:
		return i.Season == of
	default:
		return season.On(day) == of
	}
}

// issued is the day on which an invoice was sent, or paid in part before that; the zero Date for a draft for which nothing was
// received.
func (i *Invoice) issued() civil.Date {
	if i.SentOn.IsZero() && len(i.Payments) > 0 && (i.Status == Paid || i.Received() > 0) {
		return i.Payments[0].PaidOn
	}
	return i.SentOn
}

// Months tells of invoices of a season by month: from its first month to the one of today, and later ones in which something
// happened. What happened before counts for the first. dayOf is the day of an instant in the club's zone.
func Months(list []Invoice, of season.Season, moment Moment, dayOf func(*Credit) civil.Date) []Month {
	first := of.First()
	months := []Month{{First: monthOf(first)}}
	at := func(day civil.Date) *Month {
		n := max(0, (day.Year-first.Year)*12+int(day.Month)-int(first.Month))
		for len(months) <= n {
			months = append(months, Month{First: next(months[len(months)-1].First)})
		}
		return &months[n]
	}
	if at(first); first.Before(moment.On) && moment.On.Before(of.Last().AddDays(1)) {
		at(moment.On)
	} else if of.Last().Before(moment.On) {
		at(of.Last())
	}
	for n := range list {
		v := &list[n]
		if !v.InSeason(of) {
			continue
		}
		at(v.issued()).Billed += v.Total() + v.Fees()
		for c := range v.Credits {
			at(dayOf(&v.Credits[c])).Billed -= v.Credits[c].Total()
		}
		for p := range v.Payments {
			at(v.Payments[p].PaidOn).Received += v.Payments[p].Net()
		}
	}
	open := money.Cents(0)
	for n := range months {
		open += months[n].Billed - months[n].Received
		months[n].Open = open
	}
	return months
}

func monthOf(day civil.Date) civil.Date { return civil.Date{Year: day.Year, Month: day.Month, Day: 1} }

func next(first civil.Date) civil.Date { return monthOf(first.AddDays(31)) }
