package payload

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/civil"
)

// Activity is what is logged on the timeline of a person (contract: club §2.5).
type Activity struct {
	ID      int64
	Type    activity.Type
	Content string // as it was read, HTML
	On      civil.Date
	Time    string // HH:MM, "" for none
}

// PhotoLink is a link of somebody's photo in the application, which works for some days.
type PhotoLink struct {
	URL     string
	Picture int64 // the number of the picture: another photo has another one
}

// What the timeline says of a financial block.
const (
	blockSet    = "Financiele blokkade ingesteld"
	blockLifted = "Financiele blokkade opgeheven"
)

// BlockChange returns what is logged of a financial block that was set, or lifted, on the day.
func BlockChange(set bool, on civil.Date) Activity {
	a := Activity{Type: activity.FinancialBlockChange, Content: blockLifted, On: on}
	if set {
		a.Content = blockSet
	}
	return a
}

// ChangesBlock reports whether sending p to a record changes the financial block, and to what.
func (p Person) ChangesBlock(current Person) (set, changes bool) {
	set = p.Membership.FinancialBlock
	return set, p.Tells(keyBlock) && set != current.Membership.FinancialBlock
}

// LoggedBlock reports whether a change of the financial block stands among activities with a higher number.
func LoggedBlock(list []Activity, after int64) bool {
	return slices.ContainsFunc(list, func(a Activity) bool { return a.Type == activity.FinancialBlockChange && a.ID > after })
}
