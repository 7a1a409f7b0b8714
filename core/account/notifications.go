package account

import (
	"regexp"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Notifications say how a user is told what others do (contract §2.10). The zero value is as it comes.
type Notifications struct {
	NoMail   bool           `json:"no_mail,omitempty"`  // nothing is mailed
	Time     string         `json:"time,omitempty"`     // of the daily overview in the club's zone, HH:MM; "" is DigestTime
	Mentions MentionsChoice `json:"mentions,omitempty"` // "" is MentionsDaily

	NoFeedback bool `json:"no_feedback,omitempty"` // nothing of what becomes of what the user reported
}

// MentionsChoice says when a user is told of mentions.
type MentionsChoice string

// The choices.
const (
	MentionsDaily MentionsChoice = "digest" // with the daily overview
	MentionsNow   MentionsChoice = "immediate"
	MentionsNever MentionsChoice = "never"
)

// DigestTime is when the daily overview comes to who chose no time.
const DigestTime = "09:00"

// OfClub reports whether the user is mailed what happens in the club: who is kept out, or wants no mail, is not.
func (u *User) OfClub() bool { return u.MaySignIn() && !u.Preferences.Notifications.NoMail }

// OfFeedback reports whether the user is mailed what becomes of what they reported.
func (n Notifications) OfFeedback() bool { return !n.NoMail && !n.NoFeedback }

// At returns when the daily overview comes, HH:MM in the club's zone.
func (n Notifications) At() string {
	if n.Time == "" {
		return DigestTime
	}
	return n.Time
}

// OfMentions returns when the user is told of mentions.
func (n Notifications) OfMentions() MentionsChoice {
	if n.Mentions == "" {
		return MentionsDaily
	}
	return n.Mentions
}

var fiveMinutes = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][05]$`)

// Validate checks edited settings.
func (n Notifications) Validate() error {
	if n.Time != "" && !fiveMinutes.MatchString(n.Time) {
		return fault.Param("time", notATimeInSteps)
	}
	switch n.Mentions {
	case "", MentionsDaily, MentionsNow, MentionsNever:
		return nil
	}
	return fault.Param("preference", fault.NotAChoice)
}
