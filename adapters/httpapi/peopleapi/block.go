package peopleapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
)

type blockInput struct {
	ID   int64 `path:"id"`
	Body struct {
		Blocked bool `json:"blocked"`
	}
}

type blockOutput struct {
	Body struct {
		Success bool  `json:"success"`
		ID      int64 `json:"id"`
		Blocked bool  `json:"blocked"`
	}
}

func (h *Handler) block(ctx context.Context, in *blockInput) (*blockOutput, error) {
	if err := h.people.Block(ctx, session.Viewer(ctx), in.ID, in.Body.Blocked); err != nil {
		return nil, err
	}
	output := &blockOutput{}
	output.Body.Success, output.Body.ID, output.Body.Blocked = true, in.ID, in.Body.Blocked
	return output, nil
}
