package importsapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/peoplefile"
)

type rowsInput struct {
	ID      int64  `path:"id" minimum:"1" doc:"The import's number."`
	Outcome string `query:"outcome" enum:"new,changed,unchanged,refused" doc:"Only these rows."`
	Page    int    `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int    `query:"per_page" minimum:"1" maximum:"100" default:"50" doc:"Rows a page."`
}

// ImportRows are rows of a file.
type ImportRows struct {
	Counts ImportCounts `json:"counts" doc:"Of all rows."`
	Rows   []ImportRow  `json:"rows"`
}

// ImportRow is a row of a file, and what becomes of it.
type ImportRow struct {
	Row     int            `json:"row" doc:"As a spreadsheet program numbers it."`
	Outcome string         `json:"outcome" enum:"new,changed,unchanged,refused,"`
	Person  *int64         `json:"person_id" nullable:"true" doc:"Whom it is about, null for somebody new or nobody."`
	Name    string         `json:"name"`
	Changes []ImportChange `json:"changes"`
	Kept    []string       `json:"kept" doc:"Fields that the federation has otherwise, and that stay as they are."`
	Reasons []string       `json:"reasons" doc:"Why it is refused, else what to look at."`
	Undo    bool           `json:"can_undo" doc:"It was applied, and not taken back."`
	Undone  bool           `json:"undone"`
	Left    string         `json:"left" doc:"Why it was not taken back, empty otherwise."`
}

// ImportChange is what becomes of a field.
type ImportChange struct {
	Field string `json:"field"`
	Label string `json:"label"`
	From  string `json:"from"`
	To    string `json:"to"`
}

type rowsOutput struct {
	rest.Paged
	Body ImportRows
}

func (h *Handler) rows(ctx context.Context, in *rowsInput) (*rowsOutput, error) {
	rows, err := h.imports.Rows(
		ctx, session.Viewer(ctx), in.ID, peoplefile.Outcome(in.Outcome), rest.Offset(in.Page, in.PerPage), in.PerPage,
	)
	if err != nil {
		return nil, err
	}
	output := &rowsOutput{
		Paged: rest.Paged{Total: rows.Total, TotalPages: rest.Pages(rows.Total, in.PerPage)},
		Body:  ImportRows{Counts: counts(&rows.Counts), Rows: make([]ImportRow, len(rows.Rows))},
	}
	for i := range rows.Rows {
		output.Body.Rows[i] = row(&rows.Rows[i])
	}
	return output, nil
}

func row(r *peoplefile.Result) ImportRow {
	output := ImportRow{
		Row: r.Number, Outcome: string(r.Outcome), Name: r.Name, Changes: []ImportChange{}, Kept: []string{}, Reasons: []string{},
		Undo: r.Open(), Undone: r.Undone, Left: r.Left,
	}
	if r.Person != 0 {
		output.Person = &r.Person
	}
	for _, c := range r.Changes {
		output.Changes = append(output.Changes, ImportChange{string(c.Field), peoplefile.Label(c.Field), c.From, c.To})
	}
	for _, field := range r.Kept {
		output.Kept = append(output.Kept, peoplefile.Label(field))
	}
	output.Reasons = append(output.Reasons, r.Reasons...)
	return output
}

type rowInput struct {
	ID  int64 `path:"id" minimum:"1" doc:"The import's number."`
	Row int   `path:"row" minimum:"1" doc:"The row's number."`
}

type rowOutput struct{ Body ImportRow }

func (h *Handler) undoRow(ctx context.Context, in *rowInput) (*rowOutput, error) {
	rest.EventOf(ctx).Record = in.ID
	undone, err := h.imports.UndoRow(ctx, session.Viewer(ctx), in.ID, in.Row)
	if err != nil {
		return nil, err
	}
	return &rowOutput{row(&undone)}, nil
}
