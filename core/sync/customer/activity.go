package customer

import (
	"fmt"
	"html"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

// mostSubject is how much of a subject is logged, in characters.
const mostSubject = 200

// noSubject is what stands for an empty subject.
const noSubject = "Zonder onderwerp"

// Activity returns what is logged of a conversation: its subject and its link, never its text.
func (c *Conversation) Activity(zone *time.Location) payload.Activity {
	subject := []rune(strings.Join(strings.Fields(c.Subject), " "))
	if len(subject) > mostSubject {
		subject = append(subject[:mostSubject], '…')
	}
	if len(subject) == 0 {
		subject = []rune(noSubject)
	}
	at := c.Created.In(zone)
	return payload.Activity{
		Type: activity.Email, On: civil.On(c.Created, zone), Time: at.Format("15:04"),
		Content: fmt.Sprintf(`<p>Helpdesk #%d: <a href="%s">%s</a></p>`,
			c.Number, html.EscapeString(c.Link), html.EscapeString(string(subject))),
	}
}

// Logged reports whether the conversation stands among activities.
func (c *Conversation) Logged(list []payload.Activity) bool {
	for _, a := range list {
		if a.Type == activity.Email && strings.Contains(html.UnescapeString(a.Content), `"`+c.Link+`"`) {
			return true
		}
	}
	return false
}
