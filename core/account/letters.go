package account

import (
	"strings"

	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
)

// MailReset is the kind of the mail by which a user sets another password.
const MailReset = "password-reset"

// passwordPath is where on the page a link leads, before the token.
const passwordPath = "/wachtwoord/"

// securityPath is where on the page a user sees what lets somebody in.
const securityPath = "/instellingen/beveiliging"

// Address is where mail for the user goes.
func (u *User) Address() mail.Address {
	return mail.Address{Name: mail.Line(u.DisplayName), Email: u.Email}
}

// RequiredResetMail writes the mail with the link by which a user has to set another password: an administrator took the old one
// away.
func (u *User) RequiredResetMail(house letter.House, token string) mail.Draft {
	draft := mail.Draft{
		Kind:    MailReset,
		To:      []mail.Address{u.Address()},
		Subject: mail.Line(strings.ReplaceAll(resetSubject, "{club}", house.Club)),
		Secret:  token,
	}
	draft.Text, draft.HTML = house.Write(letter.Letter{
		Title: resetTitle,
		Parts: []letter.Part{
			{Text: strings.ReplaceAll(resetGreeting, "{name}", mail.Line(u.DisplayName))},
			{Text: strings.NewReplacer("{username}", u.Username, "{club}", house.Club).Replace(requiredText)},
			{Text: setPassword, Link: passwordPath + letter.Secret},
			{Text: welcomeEnd},
		},
	})
	return draft
}

// ResetMail writes the mail with the link by which a user sets another password.
func (u *User) ResetMail(house letter.House, token string) mail.Draft {
	draft := mail.Draft{
		Kind:    MailReset,
		To:      []mail.Address{u.Address()},
		Subject: mail.Line(strings.ReplaceAll(resetSubject, "{club}", house.Club)),
		Secret:  token,
	}
	draft.Text, draft.HTML = house.Write(letter.Letter{
		Title: resetTitle,
		Parts: []letter.Part{
			{Text: strings.ReplaceAll(resetGreeting, "{name}", mail.Line(u.DisplayName))},
			{Text: strings.NewReplacer("{username}", u.Username, "{club}", house.Club).Replace(resetText)},
			{Text: setPassword, Link: passwordPath + letter.Secret},
			{Text: resetEnd},
		},
	})
	return draft
}

// MailFactor is the kind of the mail that tells what became of a second factor.
const MailFactor = "second-factor"

// FactorChange is what becomes of a second factor.
type FactorChange string

// What can become of one.
const (
	FactorAdded     FactorChange = "added"
	FactorRemoved   FactorChange = "removed"
	AppRemoved      FactorChange = "app-removed" // passkeys stay
	AppReplaced     FactorChange = "app-replaced"
	RecoveryRenewed FactorChange = "renewed"
)

// FactorMail writes to a user what became of the second factor, so that who did not do it can act.
func (u *User) FactorMail(house letter.House, change FactorChange) mail.Draft {
	said := strings.NewReplacer("{username}", u.Username, "{club}", house.Club)
	draft := mail.Draft{Kind: MailFactor, To: []mail.Address{u.Address()}, Subject: mail.Line(said.Replace(factorSubject))}
	draft.Text, draft.HTML = house.Write(letter.Letter{
		Title: factorTitle,
		Parts: []letter.Part{
			{Text: strings.ReplaceAll(resetGreeting, "{name}", mail.Line(u.DisplayName))},
			{Text: said.Replace(factorTexts[change])},
			{Text: factorEnd},
		},
	})
	return draft
}
