package synchronizations

import "github.com/clubhuis/clubhuis/core/sync/refresh"

// Result is what became of one member (contract §4).
type Result = refresh.Result

// Action is created, updated or skipped.
type Action = refresh.Action

// The actions of the contract.
const (
	Created = refresh.Created
	Updated = refresh.Updated
	Skipped = refresh.Skipped
)

// Code reports whether a text has the form of a member code (contract §8): 4 to 10 letters and digits.
func Code(text string) bool { return refresh.CheckCode(text) == nil }
