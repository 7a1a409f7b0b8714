package person

import (
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
)

// The values of AssociationKey: a member of the association or a past one, with or without an activity in which they play.
const (
	associated     = "bondslid"
	onceAssociated = "oud bondslid"
	plays          = "+"
	doesNotPlay    = "-"
)

// AssociationKey tells of a type of member and an activity whether somebody is or was a member of the association, and plays.
// It is "" for everybody else. The activity "-" is none.
func AssociationKey(memberType, activity string) string {
	key := fold.Key(memberType)
	if key != associated && key != onceAssociated {
		return ""
	}
	switch strings.TrimSpace(activity) {
	case "", "-":
		return key + doesNotPlay
	}
	return key + plays
}

// PlayingMembers are the tests for the members of the association who play, on a day (contract §2.11-6): whose membership has
// begun, and ends that day or later. Former members and the deceased are none.
func PlayingMembers(today civil.Date) []listing.Test {
	return []listing.Test{
		{Key: KeyAssociation, Value: associated + plays}, WithoutFormer(), Alive(),
		{Key: KeySince, Is: listing.Before, Value: dayAfter(today)},
		{AnyOf: []listing.Test{{Key: KeyUntil}, {Key: KeyUntil, Is: listing.From, Value: today.String()}}},
	}
}

// Alive is the test that leaves out the deceased: no dashboard, overview or calendar shows them.
func Alive() listing.Test { return listing.Test{Key: KeyDeceased, Value: listing.Flag(false)} }

// Joined are the tests for those whose membership began between two days: who plays in the association, or did. Those who died
// since count, for they came.
func Joined(from, to civil.Date) []listing.Test {
	return append(Days{from, to}.tests(KeySince), inAssociation(plays))
}

// Left are the tests for those whose membership ended between two days, former members and the deceased too: who played, or who
// did not.
func Left(from, to civil.Date, played bool) []listing.Test {
	how := plays
	if !played {
		how = doesNotPlay
	}
	return append(Days{from, to}.tests(KeyUntil), inAssociation(how))
}

func inAssociation(how string) listing.Test {
	return listing.Test{AnyOf: []listing.Test{
		{Key: KeyAssociation, Value: associated + how}, {Key: KeyAssociation, Value: onceAssociated + how},
	}}
}
