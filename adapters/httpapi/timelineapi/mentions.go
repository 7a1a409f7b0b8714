package timelineapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/civil"
)

// Mention is that somebody mentioned the caller in a text.
type Mention struct {
	ID         int64  `json:"id"`
	Type       string `json:"type" enum:"activity,note"`
	Created    string `json:"created" doc:"When: YYYY-MM-DD HH:MM:SS in the club's zone."`
	AuthorID   int64  `json:"author_id" doc:"The user who did it."`
	Author     string `json:"author" doc:"What that user is called, empty for one who is gone."`
	RecordID   int64  `json:"record_id" doc:"The activity or note; 0 when it is hidden from the caller by now."`
	PersonID   int64  `json:"person_id" doc:"Whom it is about, 0 likewise."`
	PersonName string `json:"person_name" doc:"Likewise, empty."`
	Preview    string `json:"preview" doc:"How the text begins, as plain text; likewise."`
}

type mentionsOutput struct{ Body []Mention }

func (h *Handler) mentions(ctx context.Context, _ *struct{}) (*mentionsOutput, error) {
	list, err := h.timelines.WaitingMentions(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &mentionsOutput{Body: make([]Mention, len(list))}
	for i := range list {
		m := &list[i]
		output.Body[i] = Mention{
			ID: m.ID, Type: string(m.Kind), Created: m.At.In(h.format.Zone).Format(civil.StampLayout), AuthorID: m.Author, Author: m.By,
			RecordID: m.Record, Preview: m.Preview,
		}
		if m.Person != nil {
			output.Body[i].PersonID, output.Body[i].PersonName = m.Person.ID, m.Person.Name.Full()
		}
	}
	return output, nil
}
