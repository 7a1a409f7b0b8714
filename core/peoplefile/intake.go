package peoplefile

import (
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/undo"
)

// Intake is somebody as an import has them.
type Intake struct {
	Person person.ID // 0 for somebody new
	Code   string    // the member code that the person gets, "" for none
	Edit   func(*person.Person)
}

// TakenIn is what became of one. Wrong says why nothing did.
type TakenIn struct {
	Person person.ID
	Before *undo.Before // of somebody who was changed
	After  int64        // the revision as the change left it, 0 where nothing changed
	Wrong  error
}
