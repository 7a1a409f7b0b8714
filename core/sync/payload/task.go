package payload

import "github.com/clubhuis/clubhuis/core/civil"

// Task is something that the synchronization asks a volunteer to do (contract: club §2.10).
type Task struct {
	ID       int64
	Content  string // one line of plain text
	Notes    string // plain text, or HTML as it was read
	Due      civil.Date
	Function string // who has to do it, by what they do for the club
}
