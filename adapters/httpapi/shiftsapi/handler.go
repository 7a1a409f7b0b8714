// Package shiftsapi is the HTTP area of shifts of volunteers: /club/v1/shifts.
package shiftsapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/shifts"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	shifts *shifts.Service
	format rest.Format
}

// New makes the area.
func New(service *shifts.Service, format rest.Format) *Handler { return &Handler{service, format} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const root, one, tag = "/club/v1/shifts", "/club/v1/shifts/{id}", "shifts"
	operation := func(name, method, path, summary string, needs access.Capability) rest.Operation {
		return rest.Operation{Name: "shifts." + name, Method: method, Path: path, Tag: tag, Needs: needs, Summary: summary}
	}
	const plans = access.Volunteers
	rest.Handle(api, operation("list", http.MethodGet, root,
		"Shifts, the first to begin first: all to planners, to others those that are published or on which they come", ""), h.list)
	created := operation("create", http.MethodPost, root, "Plan a shift", plans)
	created.Status = http.StatusCreated
	rest.Handle(api, created, h.create)
	repeated := operation("series", http.MethodPost, root+"/series", "Plan the same shift every so many weeks", plans)
	repeated.Status = http.StatusCreated
	rest.Handle(api, repeated, h.series)
	rest.Handle(api, operation("served", http.MethodGet, root+"/served", "Who did how many shifts in a season", plans), h.served)
	rest.Handle(api, operation("show", http.MethodGet, one, "Show a shift", ""), h.show)
	guarded := func(name, method, summary string) rest.Operation {
		op := operation(name, method, one, summary, plans)
		op.Guard = func(ctx context.Context, id int64) error {
			return h.shifts.Expect(ctx, session.Viewer(ctx), id, rest.Expected(ctx))
		}
		return op
	}
	rest.Handle(api, guarded("update", http.MethodPut, "Change the given members of a shift"), h.change)
	rest.Handle(api, guarded("delete", http.MethodDelete, "Remove a shift"), h.remove)
	rest.Handle(api, operation("assign", http.MethodPost, one+"/assignments", "Put somebody on a shift", plans), h.assign)
	rest.Handle(api, operation("candidates", http.MethodGet, one+"/candidates",
		"Who can be put on a shift: 20 at most, who has the time and did the fewest shifts first", plans), h.candidates)
	rest.Handle(api, operation("release", http.MethodDelete, one+"/assignments/{person_id}", "Take somebody from a shift", plans),
		h.release)
	rest.Handle(api, operation("sign-up", http.MethodPost, one+"/signup",
		"Sign up for an open, published shift: for who is linked to a person", ""), h.signUp)
	rest.Handle(api, operation("sign-off", http.MethodDelete, one+"/signup",
		"Sign off, until 24 hours before it begins", ""), h.signOff)
}

// ShiftFields are what planners say of a shift. When it is made, published is false and capacity 1 unless they are given.
type ShiftFields struct {
	Title     *string `json:"title,omitempty"`
	Place     *string `json:"place,omitempty"`
	Date      *string `json:"date,omitempty" doc:"YYYY-MM-DD."`
	Start     *string `json:"start,omitempty" doc:"HH:MM at the club."`
	End       *string `json:"end,omitempty" doc:"HH:MM; before start it is on the next day."`
	Capacity  *int    `json:"capacity,omitempty" doc:"How many people are needed, 1 to 500."`
	Status    *string `json:"status,omitempty" enum:"open,full,cancelled,completed" doc:"Open and full follow from the assignments: either makes it neither cancelled nor completed."`
	Published *bool   `json:"published,omitempty"`
}

func (f *ShiftFields) edit(s *volunteer.Shift, problems *fault.Problems) {
	put(&s.Title, f.Title)
	put(&s.Place, f.Place)
	put(&s.Start, f.Start)
	put(&s.End, f.End)
	put(&s.Capacity, f.Capacity)
	put(&s.Published, f.Published)
	if f.Date != nil {
		date, ok := civil.Parse(*f.Date)
		if !ok {
			problems.Add("date", fault.NotADate)
		}
		s.Date = date
	}
	if f.Status != nil {
		switch status := volunteer.Status(*f.Status); status {
		case volunteer.IsCancelled, volunteer.IsCompleted:
			s.State = volunteer.State(status)
		default:
			s.State = volunteer.Planned
		}
	}
}

func put[T any](where, value *T) {
	if value != nil {
		*where = *value
	}
}

// ShiftWorker is somebody who comes.
type ShiftWorker struct {
	PersonID  int64  `json:"person_id"`
	Name      string `json:"name"`
	Thumbnail string `json:"thumbnail" doc:"Empty for none, and for somebody whom the caller may not see."`
	Open      bool   `json:"can_open" doc:"The caller may see the person."`
	Fills     bool   `json:"fills" doc:"Former members and the deceased fill no place."`
}

// Shift is a shift as it is answered.
type Shift struct {
	ID          int64         `json:"id"`
	Title       string        `json:"title"`
	Place       string        `json:"place"`
	Date        string        `json:"date"`
	Start       string        `json:"start"`
	End         string        `json:"end"`
	Capacity    int           `json:"capacity"`
	Filled      int           `json:"filled"`
	Status      string        `json:"status" enum:"open,full,cancelled,completed"`
	Over        bool          `json:"over" doc:"It has ended, so that nobody is looked for any more. Its status says nothing of that."`
	Published   bool          `json:"published"`
	Assignments []ShiftWorker `json:"assignments" doc:"To planners everybody, to others only themselves."`
	Mine        bool          `json:"mine" doc:"The caller comes."`
	CanSignUp   bool          `json:"can_sign_up"`
	CanSignOff  bool          `json:"can_sign_off"`
	ETag        string        `json:"etag" doc:"The ETag of the shift, for If-Match. Who signs up or off changes it, too."`
}

func (h *Handler) worker(w *shifts.Worker) ShiftWorker {
	return ShiftWorker{w.ID, w.Name, h.format.Picture(w.Photo, media.Thumbnail), w.Open, w.Serves}
}

func (h *Handler) wire(s *shifts.Shown) Shift {
	shift := Shift{
		ID: s.ID, Title: s.Title, Place: s.Place, Date: s.Date.String(), Start: s.Start, End: s.End, Capacity: s.Capacity,
		Filled: s.Filled, Status: string(s.Status), Over: s.Over, Published: s.Published,
		Assignments: make([]ShiftWorker, len(s.People)),
		Mine:        s.Mine, CanSignUp: s.CanJoin, CanSignOff: s.CanQuit,
		ETag: rest.ETag(s.Revision),
	}
	for i := range s.People {
		shift.Assignments[i] = h.worker(&s.People[i])
	}
	return shift
}

func (h *Handler) wires(list []shifts.Shown) []Shift {
	wired := make([]Shift, len(list))
	for i := range list {
		wired[i] = h.wire(&list[i])
	}
	return wired
}

type shiftOutput struct {
	ETag string `header:"ETag" doc:"The shift's revision, for If-Match."`
	Body Shift
}

func (h *Handler) one(s shifts.Shown, err error) (*shiftOutput, error) {
	if err != nil {
		return nil, err
	}
	return &shiftOutput{rest.ETag(s.Revision), h.wire(&s)}, nil
}

type shiftListInput struct {
	From    string `query:"from" doc:"The first day. Without: today, and what began yesterday and is not over."`
	To      string `query:"to" doc:"The last day; no end without."`
	Mine    string `query:"mine" enum:",0,1" doc:"1: only those on which the caller comes."`
	Page    int    `query:"page" minimum:"1" default:"1"`
	PerPage int    `query:"per_page" minimum:"1" maximum:"500" default:"100"`
}

type shiftListOutput struct {
	Body struct {
		Shifts []Shift `json:"shifts"`
		Total  int     `json:"total"`
		Page   int     `json:"page"`
		Pages  int     `json:"total_pages"`
	}
}

func (h *Handler) list(ctx context.Context, in *shiftListInput) (*shiftListOutput, error) {
	var problems fault.Problems
	q := shifts.Question{Mine: in.Mine == "1", Offset: rest.Offset(in.Page, in.PerPage), Limit: in.PerPage}
	for _, d := range []struct {
		name, text string
		into       *civil.Date
	}{{"from", in.From, &q.From}, {"to", in.To, &q.To}} {
		parsed, ok := civil.Parse(d.text)
		if !ok {
			problems.Add(d.name, fault.NotADate)
		}
		*d.into = parsed
	}
	if err := problems.Fault(); err != nil {
		return nil, err
	}
	found, err := h.shifts.List(ctx, session.Viewer(ctx), q)
	if err != nil {
		return nil, err
	}
	output := &shiftListOutput{}
	b := &output.Body
	b.Shifts, b.Total, b.Page = h.wires(found.Records), found.Total, in.Page
	b.Pages = rest.Pages(found.Total, in.PerPage)
	return output, nil
}

type shiftCreateInput struct{ Body ShiftFields }

func made(f *ShiftFields) shifts.Edit {
	return func(s *volunteer.Shift, problems *fault.Problems) {
		s.Capacity = 1
		f.edit(s, problems)
	}
}

func (h *Handler) create(ctx context.Context, in *shiftCreateInput) (*shiftOutput, error) {
	list, err := h.shifts.Plan(ctx, session.Viewer(ctx), made(&in.Body), 1, civil.Date{})
	if err != nil {
		return nil, err
	}
	return h.one(list[0], nil)
}

type shiftSeriesInput struct {
	Body struct {
		ShiftFields
		Until string `json:"until" doc:"The last day, YYYY-MM-DD."`
		Weeks int    `json:"interval_weeks,omitempty" minimum:"1" maximum:"8" default:"1"`
	}
}

type shiftSeriesOutput struct {
	Body struct {
		Shifts []Shift `json:"shifts"`
	}
}

func (h *Handler) series(ctx context.Context, in *shiftSeriesInput) (*shiftSeriesOutput, error) {
	until, ok := civil.Parse(in.Body.Until)
	if !ok || until.IsZero() {
		return nil, fault.Param("until", fault.NotADate)
	}
	list, err := h.shifts.Plan(ctx, session.Viewer(ctx), made(&in.Body.ShiftFields), in.Body.Weeks, until)
	if err != nil {
		return nil, err
	}
	output := &shiftSeriesOutput{}
	output.Body.Shifts = h.wires(list)
	return output, nil
}

type shiftInput struct {
	ID int64 `path:"id" doc:"The shift's number."`
}

func (h *Handler) show(ctx context.Context, in *shiftInput) (*shiftOutput, error) {
	return h.one(h.shifts.Show(ctx, session.Viewer(ctx), in.ID))
}

type shiftChangeInput struct {
	ID   int64 `path:"id" doc:"The shift's number."`
	Body ShiftFields
}

func (h *Handler) change(ctx context.Context, in *shiftChangeInput) (*shiftOutput, error) {
	return h.one(h.shifts.Change(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx), in.Body.edit))
}

func (h *Handler) remove(ctx context.Context, in *shiftInput) (*shiftOutput, error) {
	return h.one(h.shifts.Remove(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx)))
}

type shiftAssignInput struct {
	ID   int64 `path:"id" doc:"The shift's number."`
	Body struct {
		PersonID int64 `json:"person_id" minimum:"1"`
	}
}

func (h *Handler) assign(ctx context.Context, in *shiftAssignInput) (*shiftOutput, error) {
	return h.one(h.shifts.Assign(ctx, session.Viewer(ctx), in.ID, in.Body.PersonID))
}

type candidatesInput struct {
	ID int64  `path:"id" doc:"The shift's number."`
	Q  string `query:"q" maxLength:"100" doc:"A part of the name; the volunteers of the club without."`
}

// ShiftCandidate is somebody who can be put on a shift: a volunteer, or somebody whom the caller may see.
type ShiftCandidate struct {
	ShiftWorker
	Count int  `json:"count" doc:"Of shifts that were done this season."`
	Busy  bool `json:"busy" doc:"On another shift at that time."`
}

type candidatesOutput struct {
	Body struct {
		People []ShiftCandidate `json:"people"`
	}
}

func (h *Handler) candidates(ctx context.Context, in *candidatesInput) (*candidatesOutput, error) {
	list, err := h.shifts.Candidates(ctx, session.Viewer(ctx), in.ID, in.Q)
	if err != nil {
		return nil, err
	}
	output := &candidatesOutput{}
	output.Body.People = make([]ShiftCandidate, len(list))
	for i := range list {
		one := &list[i]
		output.Body.People[i] = ShiftCandidate{h.worker(&one.Worker), one.Count, one.Busy}
	}
	return output, nil
}

type shiftReleaseInput struct {
	ID       int64 `path:"id" doc:"The shift's number."`
	PersonID int64 `path:"person_id" doc:"The person's number."`
}

func (h *Handler) release(ctx context.Context, in *shiftReleaseInput) (*shiftOutput, error) {
	return h.one(h.shifts.Release(ctx, session.Viewer(ctx), in.ID, in.PersonID))
}

func (h *Handler) signUp(ctx context.Context, in *shiftInput) (*shiftOutput, error) {
	return h.one(h.shifts.SignUp(ctx, session.Viewer(ctx), in.ID))
}

func (h *Handler) signOff(ctx context.Context, in *shiftInput) (*shiftOutput, error) {
	return h.one(h.shifts.SignOff(ctx, session.Viewer(ctx), in.ID))
}

type servedInput struct {
	Season string `query:"season" pattern:"^\\d{4}-\\d{4}$" doc:"Two consecutive years; the current season without."`
}

type servedOutput struct {
	Body struct {
		Season string        `json:"season"`
		People []ShiftServed `json:"people"`
	}
}

// ShiftServed is how many shifts somebody did.
type ShiftServed struct {
	ShiftWorker
	Count int `json:"count"`
}

func (h *Handler) served(ctx context.Context, in *servedInput) (*servedOutput, error) {
	var of season.Season
	if in.Season != "" {
		var err error
		if of, err = season.Parse(in.Season); err != nil {
			return nil, err
		}
	}
	of, list, err := h.shifts.Served(ctx, session.Viewer(ctx), of)
	if err != nil {
		return nil, err
	}
	output := &servedOutput{}
	output.Body.Season, output.Body.People = of.String(), make([]ShiftServed, len(list))
	for i := range list {
		output.Body.People[i] = ShiftServed{h.worker(&list[i].Worker), list[i].Count}
	}
	return output, nil
}
