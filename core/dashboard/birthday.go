package dashboard

import (
	"cmp"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// The windows, in days from today on, today included.
const (
	BirthdayDays    = 7
	AnniversaryDays = 90
	MatchDays       = 7
)

// Birthday is a birthday that comes.
type Birthday struct {
	Person int64
	Name   string
	Key    string // that people are sorted by
	Photo  int64
	Born   civil.Date
	On     civil.Date
	Until  int // days
	Age    int // that the person then reaches
}

// Born is a day of the year on which people were born, MM-DD, and On the day of a window on which they have their birthday.
type Born struct {
	Day string
	On  civil.Date
}

// BirthdaysIn returns which days of birth have their birthday on one of so many days, in order. Who was born on 29 February has
// it on 1 March in other years. Of more than a year each day counts once.
func BirthdaysIn(from civil.Date, days int) (list []Born) {
	const monthAndDay = len("2006-")
	leap := civil.Date{Month: time.February, Day: 29}
	seen := map[string]bool{}
	add := func(day string, on civil.Date) {
		if !seen[day] {
			seen[day] = true
			list = append(list, Born{day, on})
		}
	}
	for i := range days {
		on := from.AddDays(i)
		add(on.String()[monthAndDay:], on)
		if on.Month == time.March && on.Day == 1 && on.AddDays(-1).Day != leap.Day {
			add("02-29", on)
		}
	}
	return list
}

// NewBirthday works out the age, and how far off it is. It reports whether there is one: the first is a year after being born.
func NewBirthday(b Birthday, today civil.Date) (Birthday, bool) {
	b.Age, b.Until = b.On.Year-b.Born.Year, today.DaysUntil(b.On)
	return b, b.Born.Before(b.On)
}

// SortBirthdays puts them in their order: by day, then by name.
func SortBirthdays(list []Birthday) {
	sorting.By(list, func(a, b Birthday) int {
		return cmp.Or(cmp.Compare(a.Until, b.Until), strings.Compare(a.Key, b.Key), cmp.Compare(a.Person, b.Person))
	})
}
