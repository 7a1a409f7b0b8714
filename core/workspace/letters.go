package workspace

import (
	"strings"

	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
)

// MailInvite is the kind of the mail that invites somebody.
const MailInvite = "workspace-invite"

// invitePath is where on the page an invite leads, before the token.
const invitePath = "/workspace-invite/"

// Mail writes the mail with an invite's link.
func (i *Invite) Mail(house letter.House, workspace, token string) mail.Draft {
	words := strings.NewReplacer(
		"{club}", house.Club, "{name}", mail.Line(workspace), "{by}", mail.Line(i.ByName), "{role}", roleNames[i.Role],
	)
	draft := mail.Draft{
		Kind: MailInvite, To: []mail.Address{{Email: i.Email}}, Subject: mail.Line(words.Replace(inviteSubject)), Secret: token,
	}
	draft.Text, draft.HTML = house.Write(letter.Letter{
		Title: inviteTitle,
		Parts: []letter.Part{
			{Text: inviteGreeting},
			{Text: words.Replace(inviteText)},
			{Text: openInvite, Link: invitePath + letter.Secret},
			{Text: words.Replace(inviteEnd)},
		},
	})
	return draft
}
