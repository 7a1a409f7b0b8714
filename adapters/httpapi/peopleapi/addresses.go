package peopleapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/fault"
)

type addressesInput struct {
	Body struct {
		Selected
		By string `json:"by,omitempty" enum:"email,phone" default:"email" doc:"E-mail addresses or telephone numbers."`
		To string `json:"to,omitempty" enum:"parents,self,both" default:"parents" doc:"Who is reached about those under 16. A child whose parents cannot be reached is reached itself; everybody else always is."`
	}
}

type addressesOutput struct{ Body Addresses }

// Addresses are how to reach people.
type Addresses struct {
	Addresses []string      `json:"addresses" doc:"Each once. Of a person the first one counts."`
	Parents   int           `json:"parents" doc:"How many of them are those of parents."`
	People    int           `json:"people" doc:"How many people they are about."`
	Without   []Unreachable `json:"without" doc:"Those of them whom none of the addresses reaches."`
}

// Unreachable is somebody without an address.
type Unreachable struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

func (h *Handler) addresses(ctx context.Context, in *addressesInput) (*addressesOutput, error) {
	viewer := session.Viewer(ctx)
	var problems fault.Problems
	who, err := in.Body.selection(h, viewer, &problems)
	if err == nil {
		err = problems.Fault()
	}
	if err != nil {
		return nil, err
	}
	reached, err := h.people.Addresses(ctx, viewer, who, addressee.To(in.Body.To), addressee.By(in.Body.By))
	if err != nil {
		return nil, err
	}
	body := Addresses{
		Addresses: append([]string{}, reached.Values...), Parents: reached.Parents, People: reached.People,
		Without: make([]Unreachable, len(reached.Without)),
	}
	for i, id := range reached.Without {
		body.Without[i] = Unreachable{ID: id, Name: reached.Names[i]}
	}
	return &addressesOutput{body}, nil
}
