package settingsapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
)

// Matrix says which capabilities roles bring.
type Matrix struct {
	Roles        []Named        `json:"roles"`
	Capabilities []Named        `json:"capabilities"`
	Matrix       map[string]Row `json:"matrix" doc:"By role. That of the administrator can't be changed."`
}

// Named is a role or a capability.
type Named struct {
	Name  string `json:"name"`
	Label string `json:"label" doc:"What members call it."`
}

// Row is what is decided for a role, by capability.
type Row map[string]bool

type matrixOutput struct{ Body Matrix }

func matrixBody(matrix access.Matrix, err error) (*matrixOutput, error) {
	if err != nil {
		return nil, err
	}
	body := Matrix{Matrix: map[string]Row{}}
	for _, capability := range access.Capabilities() {
		body.Capabilities = append(body.Capabilities, Named{string(capability), capability.Label()})
	}
	for _, role := range access.Roles() {
		body.Roles = append(body.Roles, Named{string(role), role.Label()})
		row := Row{}
		for _, capability := range access.Capabilities() {
			row[string(capability)] = matrix.Holds(role, capability)
		}
		body.Matrix[string(role)] = row
	}
	return &matrixOutput{body}, nil
}

func (h *Handler) showMatrix(ctx context.Context, _ *struct{}) (*matrixOutput, error) {
	return matrixBody(h.settings.Matrix(ctx, session.Viewer(ctx)))
}

type decideInput struct {
	Body struct {
		Matrix map[string]Row `json:"matrix" maxProperties:"100" doc:"Only what is to be decided: the rest stays as it is."`
	}
}

func (h *Handler) decide(ctx context.Context, in *decideInput) (*matrixOutput, error) {
	decided := access.Matrix{}
	for role, row := range in.Body.Matrix {
		decided[access.Role(role)] = map[access.Capability]bool{}
		for capability, holds := range row {
			decided[access.Role(role)][access.Capability(capability)] = holds
		}
	}
	return matrixBody(h.settings.Decide(ctx, session.Viewer(ctx), decided))
}
