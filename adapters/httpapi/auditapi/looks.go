package auditapi

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/person"
)

// Look is that a user looked at a person's record on a day.
type Look struct {
	Day      string  `json:"day" doc:"YYYY-MM-DD in the club's zone."`
	UserID   int64   `json:"user_id"`
	UserName string  `json:"user_name" doc:"As it was then."`
	Opened   *string `json:"opened" doc:"When the user opened the record first on that day, YYYY-MM-DD HH:MM:SS in the club's zone; null for not."`
	Exported *string `json:"exported" doc:"When the user took it along in a file first; null for not."`
}

type looksInput struct {
	ID int64 `path:"id" doc:"The person's number."`
	Window
}

type looksOutput struct {
	rest.Paged
	Body []Look
}

func (h *Handler) looks(ctx context.Context, in *looksInput) (*looksOutput, error) {
	page, err := h.audits.Seen(ctx, session.Viewer(ctx), person.LooksQuery{
		Person: in.ID, Offset: rest.Offset(in.Page, in.PerPage), Limit: in.PerPage,
	})
	if err != nil {
		return nil, err
	}
	output := &looksOutput{Paged: in.paged(page.Total), Body: make([]Look, len(page.Records))}
	for i := range page.Records {
		l := &page.Records[i]
		output.Body[i] = Look{l.Day.String(), l.By, l.ByName, h.stamped(l.Opened), h.stamped(l.Exported)}
	}
	return output, nil
}

// stamped is a time, nil for none.
func (h *Handler) stamped(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := h.stamp(t)
	return &text
}
