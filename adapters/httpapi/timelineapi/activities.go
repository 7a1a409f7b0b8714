package timelineapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/usecase/timelines"
)

// ActivityChange is what clients send to log or change an activity.
type ActivityChange struct {
	Content      *string  `json:"content,omitempty" doc:"HTML, of which what is safe stays, or plain text; needed for a new one."`
	ActivityType *string  `json:"activity_type,omitempty" doc:"As it is read; note for a new one without. financial_block_change is for the synchronization."`
	ActivityDate *string  `json:"activity_date,omitempty" doc:"Y-m-d; empty clears."`
	ActivityTime *string  `json:"activity_time,omitempty" doc:"HH:MM; empty clears."`
	Participants *[]int64 `json:"participants,omitempty" doc:"People whom the caller may see; replaced as a whole. Others who take part stay."`
}

func (c *ActivityChange) change() (timelines.ActivityChange, error) {
	date, err := day(c.ActivityDate, "activity_date")
	return timelines.ActivityChange{
		Content: c.Content, Type: (*activity.Type)(c.ActivityType), Date: date, Time: c.ActivityTime, Participants: c.Participants,
	}, err
}

type activitiesOutput struct {
	rest.Paged
	Body []Activity
}

type activityOutput struct {
	ETag string `header:"ETag" doc:"The activity's revision, for If-Match."`
	Body Activity
}

func (h *Handler) listActivities(ctx context.Context, in *pageInput) (*activitiesOutput, error) {
	page, err := h.timelines.Page(ctx, session.Viewer(ctx), in.ID, timelines.Part{
		Kinds: []timeline.Kind{timeline.Activity}, Offset: in.offset(), Limit: in.limit(),
	})
	if err != nil {
		return nil, err
	}
	output := &activitiesOutput{Paged: in.paged(page.Total), Body: make([]Activity, len(page.Records))}
	for i := range page.Records {
		output.Body[i] = h.activity(page.Records[i].Activity)
	}
	return output, nil
}

type logInput struct {
	ID   int64 `path:"id" doc:"The person's number."`
	Body ActivityChange
}

func (h *Handler) logActivity(ctx context.Context, in *logInput) (*activityOutput, error) {
	change, err := in.Body.change()
	if err != nil {
		return nil, err
	}
	return h.oneActivity(h.timelines.Log(ctx, session.Viewer(ctx), in.ID, change))
}

type changeActivityInput struct {
	ID   int64 `path:"id" doc:"The activity's number."`
	Body ActivityChange
}

func (h *Handler) changeActivity(ctx context.Context, in *changeActivityInput) (*activityOutput, error) {
	change, err := in.Body.change()
	if err != nil {
		return nil, err
	}
	return h.oneActivity(h.timelines.ChangeActivity(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx), change))
}

func (h *Handler) oneActivity(a activity.Activity, err error) (*activityOutput, error) {
	if err != nil {
		return nil, err
	}
	return &activityOutput{rest.ETag(a.Revision), h.activity(&a)}, nil
}

func (h *Handler) removeActivity(ctx context.Context, in *removeInput) (*removeOutput, error) {
	return removed(h.timelines.RemoveActivity(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx)))
}

// NoteChange is what clients send to write or change a note.
type NoteChange struct {
	Content    *string `json:"content,omitempty" doc:"HTML, of which what is safe stays, or plain text; needed for a new one."`
	Visibility *string `json:"visibility,omitempty" doc:"private or shared; private for a new one without."`
}

func (c *NoteChange) change() timelines.NoteChange {
	return timelines.NoteChange{Content: c.Content, Visibility: (*note.Visibility)(c.Visibility)}
}

type notesOutput struct {
	rest.Paged
	Body []Note
}

type noteOutput struct {
	ETag string `header:"ETag" doc:"The note's revision, for If-Match."`
	Body Note
}

func (h *Handler) listNotes(ctx context.Context, in *pageInput) (*notesOutput, error) {
	page, err := h.timelines.Page(ctx, session.Viewer(ctx), in.ID, timelines.Part{
		Kinds: []timeline.Kind{timeline.Note}, Offset: in.offset(), Limit: in.limit(),
	})
	if err != nil {
		return nil, err
	}
	output := &notesOutput{Paged: in.paged(page.Total), Body: make([]Note, len(page.Records))}
	for i := range page.Records {
		output.Body[i] = h.note(page.Records[i].Note)
	}
	return output, nil
}

type writeInput struct {
	ID   int64 `path:"id" doc:"The person's number."`
	Body NoteChange
}

func (h *Handler) writeNote(ctx context.Context, in *writeInput) (*noteOutput, error) {
	return h.oneNote(h.timelines.Write(ctx, session.Viewer(ctx), in.ID, in.Body.change()))
}

type rewriteInput struct {
	ID   int64 `path:"id" doc:"The note's number."`
	Body NoteChange
}

func (h *Handler) rewriteNote(ctx context.Context, in *rewriteInput) (*noteOutput, error) {
	return h.oneNote(h.timelines.Rewrite(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx), in.Body.change()))
}

func (h *Handler) oneNote(n note.Note, err error) (*noteOutput, error) {
	if err != nil {
		return nil, err
	}
	return &noteOutput{rest.ETag(n.Revision), h.note(&n)}, nil
}

func (h *Handler) eraseNote(ctx context.Context, in *removeInput) (*removeOutput, error) {
	return removed(h.timelines.Erase(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx)))
}
