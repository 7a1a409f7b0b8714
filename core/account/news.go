package account

import (
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
)

// The kinds of the mails that tell a user what became of the account, so that who did not do it can act.
const (
	MailNewSignIn  = "new-sign-in"
	MailCredential = "credential-changed"
)

// CredentialChange is what becomes of what lets somebody in.
type CredentialChange string

// What can become of it. The second factor has its own mail: FactorMail.
const (
	PasswordNew         CredentialChange = "password"
	ProgramPasswordNew  CredentialChange = "application-password"
	ProgramPasswordGone CredentialChange = "application-password-revoked" // by somebody else
	AccessGone          CredentialChange = "access-revoked"               // all sessions, application passwords and passkeys
	PasskeyNew          CredentialChange = "passkey"
	PasskeyGone         CredentialChange = "passkey-removed"
	CodesTried          CredentialChange = "codes-tried"
	EmailNew            CredentialChange = "email" // told to the address before
)

// HearsOf reports whether the user is mailed what becomes of the account. An account that somebody tries out is nobody's, and who
// is kept out is not told how others come in.
func (u *User) HearsOf() bool { return !u.Demo && u.MaySignIn() }

// SignInMail tells a user of a sign-in from a device that the club had not seen yet.
func (u *User) SignInMail(house letter.House, device Device, at time.Time, zone *time.Location) mail.Draft {
	return u.news(house, MailNewSignIn, signInTitle,
		strings.NewReplacer("{device}", device.String(), "{at}", moment(at, zone), "{username}", u.Username, "{club}", house.Club).
			Replace(signInText), signInEnd)
}

// CredentialMail tells a user what became of what lets somebody in; name is that of an application password or a
// passkey.
func (u *User) CredentialMail(
	house letter.House, change CredentialChange, name string, at time.Time, zone *time.Location,
) mail.Draft {
	text := strings.NewReplacer("{at}", moment(at, zone), "{username}", u.Username, "{club}", house.Club, "{name}", mail.Line(name)).
		Replace(credentialTexts[change])
	end := credentialEnd
	switch change {
	case PasskeyNew:
		end = passkeyEnd
	case ProgramPasswordGone, AccessGone:
		end = takenEnd
	}
	return u.news(house, MailCredential, credentialTitles[change], text, end)
}

func (u *User) news(house letter.House, kind, title, text, end string) mail.Draft {
	draft := mail.Draft{
		Kind: kind, To: []mail.Address{u.Address()},
		Subject: mail.Line(strings.NewReplacer("{title}", title, "{club}", house.Club).Replace(newsSubject)),
	}
	parts := []letter.Part{{Text: strings.ReplaceAll(resetGreeting, "{name}", mail.Line(u.DisplayName))}, {Text: text}}
	if house.BaseURL != "" { // a command on the machine does not know where the page is
		parts = append(parts, letter.Part{Text: lookAtSecurity, Link: securityPath})
	}
	draft.Text, draft.HTML = house.Write(letter.Letter{Title: title, Parts: append(parts, letter.Part{Text: end})})
	return draft
}

// moment returns an instant as people say it: "24-11-2026 om 18:58 uur".
func moment(at time.Time, zone *time.Location) string {
	return civil.Instant(at).In(zone).Format(momentLayout)
}
