package peopleapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/people"
)

type addressesInput struct {
	Body struct {
		IDs    []int64  `json:"ids,omitempty" doc:"At least one, at most 1,000; or filter."`
		Filter *Filters `json:"filter,omitempty" doc:"Everybody whom the people list would show."`
		By     string   `json:"by,omitempty" enum:"email,phone" default:"email" doc:"E-mail addresses or telephone numbers."`
		To     string   `json:"to,omitempty" enum:"parents,self,both" default:"parents" doc:"Who is reached about those under 16. A child whose parents cannot be reached is reached itself; everybody else always is."`
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
	ask := people.Addressing{IDs: in.Body.IDs, To: addressee.To(in.Body.To), By: addressee.By(in.Body.By)}
	if err := in.check(); err != nil {
		return nil, err
	}
	if in.Body.Filter != nil {
		filter, err := in.Body.Filter.filter(h, viewer.User)
		if err != nil {
			return nil, err
		}
		ask.Filter, ask.Former = &filter, in.Body.Filter.former()
	}
	reached, err := h.people.Addresses(ctx, viewer, ask)
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

func (in *addressesInput) check() error {
	switch {
	case in.Body.Filter != nil && len(in.Body.IDs) > 0:
		return fault.Param("ids", people.EitherWay)
	case in.Body.Filter == nil && len(in.Body.IDs) == 0:
		return fault.Param("ids", fault.Required)
	case len(in.Body.IDs) > mostAtOnce:
		return fault.Param("ids", fault.TooManyIDs)
	}
	return nil
}
