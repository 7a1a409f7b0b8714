package peopleapi

import (
	"context"
	"encoding/base64"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/messages"
	"github.com/clubhuis/clubhuis/core/usecase/people"
)

// mostMessage is the size of the largest message, in bytes of JSON: its attachments are a third larger in base64.
const mostMessage = message.MostBytes/3*4 + rest.MostBody

// mountMessages adds what users write to people.
func (h *Handler) mountMessages(api huma.API) {
	const path, tag = "/club/v1/messages", "people"
	rest.Handle(api, rest.Operation{Name: "messages.send", Method: http.MethodPost, Path: path, Tag: tag,
		Summary:  "Write to people whom one may read, at the addresses of their records; the mails are sent afterwards",
		Patience: patience, Audit: true, MostBody: mostMessage}, h.sendMessage)
	rest.Handle(api, rest.Operation{Name: "messages.show", Method: http.MethodGet, Path: path + "/{id}", Tag: tag,
		Summary: "What became of a message, for its author and administrators"}, h.showMessage)
}

type messageInput struct {
	Body struct {
		People      []int64      `json:"people,omitempty" doc:"At least one, at most 1,000; or filter, or shift."`
		Shift       int64        `json:"shift,omitempty" minimum:"1" doc:"Who comes to this shift, also whom the caller may not see; with vrijwilligers."`
		Filter      *Filters     `json:"filter,omitempty" doc:"Everybody whom the people list would show."`
		Expected    *int         `json:"expected,omitempty" minimum:"0" doc:"With filter, which it needs: how many people that is. When the filter finds another number, nothing is sent and the answer is 409 selection_changed."`
		To          string       `json:"to,omitempty" enum:"parents,self,both" default:"parents" doc:"Who is written to about those under 16. A child whose parents cannot be reached is written to itself; everybody else always is."`
		Subject     string       `json:"subject,omitempty" doc:"One line, at most 200 characters. Needed to send."`
		Content     string       `json:"content,omitempty" doc:"HTML, of which what is safe stays, or plain text. Needed to send."`
		Attachments []Attachment `json:"attachments,omitempty" maxItems:"5" doc:"Together at most 10 MB."`
		Request     string       `json:"request_id,omitempty" doc:"Names the deed, for its author: sent twice, it is done once. At most 100 characters."`
		DryRun      bool         `json:"dry_run,omitempty" doc:"Only counts: nothing is sent."`
	}
}

// Attachment is a file that goes along.
type Attachment struct {
	Name    string `json:"name" doc:"Its ending says what it is: pdf, jpg, png, gif, webp, docx, xlsx, pptx, odt, ods, odp, txt, csv or ics."`
	Content string `json:"content" doc:"In base64."`
}

type messageOutput struct{ Body Message }

// Message is what a user wrote to people, and what became of it.
type Message struct {
	ID        *int64        `json:"id" doc:"null when nothing was sent."`
	State     string        `json:"state" enum:"preview,sending,done"`
	Subject   string        `json:"subject"`
	Created   *string       `json:"created" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	People    int           `json:"people" doc:"How many people it is about."`
	Addresses int           `json:"addresses" doc:"To how many addresses it goes, each once."`
	Parents   int           `json:"parents" doc:"How many of them are those of parents."`
	Without   []Unreachable `json:"without" doc:"Whom no address reaches."`
	Open      int           `json:"open" doc:"Mails that wait or are on their way."`
	Sent      int           `json:"sent"`
	Failed    int           `json:"failed"`
	Uncertain int           `json:"uncertain" doc:"Mails of which nobody knows whether they were taken."`
	Left      *int          `json:"left_today" doc:"To how many addresses the caller may still write today; null without a limit."`
}

func (h *Handler) message(p messages.Progress, err error) (*messageOutput, error) {
	if err != nil {
		return nil, err
	}
	body := Message{
		State: "preview", Subject: p.Subject, People: p.People, Addresses: p.Addresses, Parents: p.Parents,
		Without: make([]Unreachable, len(p.Unreached)), Open: p.Open(), Sent: p.Sent, Failed: p.Failed, Uncertain: p.Uncertain,
	}
	for i := range p.Unreached {
		body.Without[i] = Unreachable{ID: p.Unreached[i].ID, Name: p.Unreached[i].Name.Full()}
	}
	if p.ID != 0 {
		created := p.Created.In(h.format.Zone).Format(civil.StampLayout)
		body.ID, body.Created, body.State = &p.ID, &created, "sending"
		if body.Open == 0 {
			body.State = "done"
		}
	}
	if p.Left >= 0 {
		body.Left = &p.Left
	}
	return &messageOutput{body}, nil
}

func (h *Handler) sendMessage(ctx context.Context, in *messageInput) (*messageOutput, error) {
	viewer := session.Viewer(ctx)
	var problems fault.Problems
	selected := Selected{IDs: in.Body.People, Filter: in.Body.Filter, Expected: in.Body.Expected, named: "people"}
	who := person.Selection{Shift: in.Body.Shift}
	if in.Body.Shift == 0 {
		var err error
		if who, err = selected.selection(h, viewer, &problems); err != nil {
			return nil, err
		}
	} else if len(in.Body.People) > 0 || in.Body.Filter != nil {
		problems.Add("shift", people.EitherWay)
	}
	var files []mail.Attachment
	for _, file := range in.Body.Attachments {
		data, err := base64.StdEncoding.DecodeString(file.Content)
		if err != nil {
			problems.Add("attachments", message.NotBase64)
		}
		files = append(files, mail.Attachment{Name: file.Name, Data: data})
	}
	if err := problems.Fault(); err != nil {
		return nil, err
	}
	to := addressee.To(in.Body.To)
	if in.Body.DryRun {
		return h.message(h.messages.Look(ctx, viewer, who, to))
	}
	return h.message(h.messages.Send(ctx, viewer, messages.Draft{
		Who: who, To: to, Subject: in.Body.Subject, Content: in.Body.Content, Attachments: files, Request: in.Body.Request,
	}))
}

type showMessageInput struct {
	ID int64 `path:"id"`
}

func (h *Handler) showMessage(ctx context.Context, in *showMessageInput) (*messageOutput, error) {
	return h.message(h.messages.Show(ctx, session.Viewer(ctx), in.ID))
}
