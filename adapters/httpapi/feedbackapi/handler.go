// Package feedbackapi is the HTTP area of what users report: /club/v1/feedback (contract §4.8).
package feedbackapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/usecase/feedbacks"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	feedback *feedbacks.Service
	begin    func(access.Viewer) (end func(), err error)
	format   rest.Format
	written  *written
}

// New makes the area; begin lets few pictures in at once.
func New(service *feedbacks.Service, begin func(access.Viewer) (func(), error), format rest.Format) *Handler {
	return &Handler{service, begin, format, &written{}}
}

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const all, one, tag = "/club/v1/feedback", "/club/v1/feedback/{id}", "feedback"
	guard := func(ctx context.Context, id int64) error {
		return h.feedback.Expect(ctx, session.Viewer(ctx), id, rest.Expected(ctx))
	}
	rest.Handle(api, rest.Operation{Name: "feedback.list", Method: http.MethodGet, Path: all, Tag: tag,
		Summary: "List what users report: one's own, or for administrators and the agent all"}, h.list)
	rest.Handle(api, rest.Operation{Name: "feedback.create", Method: http.MethodPost, Path: all, Tag: tag,
		Summary: "Report a fault or a wish"}, h.create)
	rest.Handle(api, rest.Operation{Name: "feedback.show", Method: http.MethodGet, Path: one, Tag: tag,
		Summary: "Show an item"}, h.show)
	rest.Handle(api, rest.Operation{Name: "feedback.update", Method: http.MethodPut, Path: one, Tag: tag, Guard: guard,
		Summary: "Change the given members of an item, and move it"}, h.change)
	rest.Handle(api, rest.Operation{Name: "feedback.delete", Method: http.MethodDelete, Path: one, Tag: tag, Guard: guard,
		Summary: "Destroy an item with its thread, for its reporter and administrators"}, h.remove)
	rest.Handle(api, rest.Operation{Name: "feedback.brief", Method: http.MethodGet, Path: one + "/brief", Tag: tag,
		Summary: "All that the coding agent is told of an item, for administrators and the agent"}, h.brief)
	rest.Handle(api, rest.Operation{Name: "feedback.comments", Method: http.MethodGet, Path: one + "/comments", Tag: tag,
		Summary: "The thread of an item, oldest first"}, h.thread)
	rest.Handle(api, rest.Operation{Name: "feedback.comment", Method: http.MethodPost, Path: one + "/comments", Tag: tag,
		Summary: "Add to the thread; what a user says of an item that needs_info makes it approved"}, h.say)
	rest.Handle(api, rest.Operation{Name: "feedback.screenshots", Method: http.MethodPost, Path: one + "/screenshots", Tag: tag,
		Upload: true, Summary: "Add a screenshot, at most three: JPEG, PNG, GIF or WebP"}, h.attach)
}

type feedbackListInput struct {
	Type     string `query:"type" enum:"bug,feature_request"`
	Status   string `query:"status" enum:"new,approved,in_progress,in_review,needs_info,resolved,declined,open" doc:"open: all but resolved and declined."`
	Priority string `query:"priority" enum:"low,medium,high,critical"`
	Project  string `query:"project" maxLength:"100"`
	Page     int    `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage  int    `query:"per_page" minimum:"1" maximum:"100" default:"10" doc:"Items a page."`
	OrderBy  string `query:"orderby" enum:"date,title,priority,status" default:"date"`
	Order    string `query:"order" enum:"asc,desc" default:"desc"`
}

type feedbackListOutput struct {
	rest.Paged
	Body feedbackList
}

func (h *Handler) list(ctx context.Context, in *feedbackListInput) (*feedbackListOutput, error) {
	q := feedback.Query{
		Type: feedback.Type(in.Type), Priority: feedback.Priority(in.Priority), Project: in.Project,
		Order: feedback.Order(in.OrderBy), Desc: in.Order == "desc", Offset: rest.Offset(in.Page, in.PerPage), Limit: in.PerPage,
	}
	switch in.Status {
	case "":
	case "open":
		q.Statuses = feedback.Open()
	default:
		q.Statuses = []feedback.Status{feedback.Status(in.Status)}
	}
	viewer := session.Viewer(ctx)
	page, err := h.feedback.List(ctx, viewer, q)
	if err != nil {
		return nil, err
	}
	return &feedbackListOutput{
		Paged: rest.Paged{Total: page.Total, TotalPages: rest.Pages(page.Total, in.PerPage)},
		Body:  feedbackList{h, viewer, page.Records},
	}, nil
}

type feedbackInput struct {
	ID int64 `path:"id" doc:"The item's number."`
}

type feedbackOutput struct {
	ETag string `header:"ETag" doc:"The item's revision, for If-Match."`
	Body FeedbackItem
}

func (h *Handler) one(ctx context.Context, shown feedbacks.Shown, err error) (*feedbackOutput, error) {
	if err != nil {
		return nil, err
	}
	return &feedbackOutput{rest.ETag(shown.Revision), h.item(&shown, shown.PicturesReadableBy(session.Viewer(ctx)))}, nil
}

func (h *Handler) show(ctx context.Context, in *feedbackInput) (*feedbackOutput, error) {
	shown, err := h.feedback.Show(ctx, session.Viewer(ctx), in.ID)
	return h.one(ctx, shown, err)
}

type feedbackCreateInput struct{ Body FeedbackChange }

func (h *Handler) create(ctx context.Context, in *feedbackCreateInput) (*feedbackOutput, error) {
	shown, err := h.feedback.Report(ctx, session.Viewer(ctx), in.Body.change())
	return h.one(ctx, shown, err)
}

type feedbackChangeInput struct {
	ID   int64 `path:"id" doc:"The item's number."`
	Body FeedbackChange
}

func (h *Handler) change(ctx context.Context, in *feedbackChangeInput) (*feedbackOutput, error) {
	shown, err := h.feedback.Change(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx), in.Body.change())
	return h.one(ctx, shown, err)
}

type feedbackRemoveOutput struct {
	Body struct {
		Deleted bool  `json:"deleted"`
		ID      int64 `json:"id"`
	}
}

func (h *Handler) remove(ctx context.Context, in *feedbackInput) (*feedbackRemoveOutput, error) {
	if err := h.feedback.Remove(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx)); err != nil {
		return nil, err
	}
	output := &feedbackRemoveOutput{}
	output.Body.Deleted, output.Body.ID = true, in.ID
	return output, nil
}

type briefOutput struct {
	Body struct {
		Text string `json:"text" doc:"Plain text."`
	}
}

func (h *Handler) brief(ctx context.Context, in *feedbackInput) (*briefOutput, error) {
	text, err := h.feedback.Brief(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	output := &briefOutput{}
	output.Body.Text = text
	return output, nil
}

type threadOutput struct{ Body []FeedbackComment }

func (h *Handler) thread(ctx context.Context, in *feedbackInput) (*threadOutput, error) {
	thread, err := h.feedback.Thread(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	output := &threadOutput{Body: make([]FeedbackComment, len(thread))}
	for i := range thread {
		output.Body[i] = h.comment(&thread[i])
	}
	return output, nil
}

type sayInput struct {
	ID   int64 `path:"id" doc:"The item's number."`
	Body struct {
		Content    string `json:"content,omitempty" doc:"HTML, of which what is safe stays, or plain text."`
		AuthorType string `json:"author_type,omitempty" enum:"user,agent" default:"user" doc:"agent: for the agent and administrators."`
	}
}

type sayOutput struct{ Body FeedbackComment }

func (h *Handler) say(ctx context.Context, in *sayInput) (*sayOutput, error) {
	by := feedback.ByUser
	if in.Body.AuthorType == string(feedback.ByAgent) {
		by = feedback.ByAgent
	}
	said, err := h.feedback.Comment(ctx, session.Viewer(ctx), in.ID, by, in.Body.Content)
	if err != nil {
		return nil, err
	}
	return &sayOutput{h.comment(&said)}, nil
}

type attachInput struct {
	ID int64 `path:"id" doc:"The item's number."`
	rest.Upload
}

func (h *Handler) attach(ctx context.Context, in *attachInput) (*feedbackOutput, error) {
	viewer := session.Viewer(ctx)
	if err := h.feedback.MayAttach(ctx, viewer, in.ID); err != nil {
		return nil, err
	}
	end, err := h.begin(viewer)
	if err != nil {
		return nil, err
	}
	defer end()
	file, err := in.File()
	if err != nil {
		return nil, err
	}
	shown, err := h.feedback.Attach(ctx, viewer, in.ID, file.Data)
	return h.one(ctx, shown, err)
}
