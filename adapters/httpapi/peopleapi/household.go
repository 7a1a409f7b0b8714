package peopleapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/term"
)

// Housemate is somebody of the household of a person.
type Housemate struct {
	rest.Summary
	Together bool `json:"same_address"`
	Related  bool `json:"related"`
}

type householdInput struct {
	ID int64 `path:"id"`
}

type householdOutput struct{ Body []Housemate }

func (h *Handler) household(ctx context.Context, in *householdInput) (*householdOutput, error) {
	mates, err := h.people.Household(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	out := &householdOutput{Body: make([]Housemate, len(mates))}
	for i := range mates {
		m := &mates[i]
		out.Body[i] = Housemate{rest.Summary{
			ID: m.ID, Name: m.Name.Full(), FirstName: m.Name.First, LastName: m.Name.Last,
			Thumbnail: h.format.Picture(m.Photo, media.Thumbnail), Labels: term.Names(m.Labels), Former: m.Former,
		}, m.Together, m.Related}
	}
	return out, nil
}
