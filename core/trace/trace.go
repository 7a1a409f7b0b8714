// Package trace owns where somebody stands beside the record, the timeline and the lists that are kept by person: what the club
// has to tell, too, when it is asked what it knows of somebody (AVG, article 15).
//
// It does not own who asks for that, nor what is told of it (core/usecase/dossiers).
package trace

import (
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/workspace"
)

// Subject is whose traces are looked for: the words and the address play no part.
type Subject = erasure.Subject

// Traces are where somebody stands. Numbers rise in each list.
type Traces struct {
	Fans     int     // users who marked the person as a favorite
	Recent   int     // users among whose last opened people the person is
	Together []int64 // activities on the timelines of others in which the person took part
	Mails    []int64 // that stand on nobody's timeline and went to one of the addresses
	Imported []Imported
	Merged   []person.ID // who became one with the person
	Invites  []workspace.Invite

	Wrote Wrote
}

// Imported is a row of an import that was about the person.
type Imported struct {
	Import int64
	peoplefile.Result
}

// Wrote is what the person wrote as a user. What a user keeps private is not among it.
type Wrote struct {
	Activities []int64
	Notes      []int64 // shared ones
	Messages   []int64
	Comments   []feedback.Comment
}
