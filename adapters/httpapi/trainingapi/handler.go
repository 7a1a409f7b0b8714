// Package trainingapi is the HTTP area of the training schedule: /club/v1/training.
package trainingapi

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/core/usecase/trainings"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct{ trainings *trainings.Service }

// New makes the area.
func New(service *trainings.Service) *Handler { return &Handler{service} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const pitches, blocks, tag = "/club/v1/training/pitches", "/club/v1/training/blocks", "training"
	rest.Handle(api, rest.Operation{Name: "training.pitches.list", Method: http.MethodGet, Path: pitches, Tag: tag,
		Summary: "The pitches, for who has a dashboard or keeps the teams"}, h.listPitches)
	rest.Handle(api, rest.Operation{Name: "training.pitches.create", Method: http.MethodPost, Path: pitches, Tag: tag,
		Status: http.StatusCreated, Needs: access.Teams, Summary: "Add a pitch"}, h.addPitch)
	rest.Handle(api, rest.Operation{Name: "training.pitches.update", Method: http.MethodPut, Path: pitches + "/{id}", Tag: tag,
		Needs: access.Teams, Summary: "Give a pitch another name"}, h.namePitch)
	rest.Handle(api, rest.Operation{Name: "training.pitches.delete", Method: http.MethodDelete, Path: pitches + "/{id}", Tag: tag,
		Needs: access.Teams, Summary: "Remove a pitch on which nobody trains"}, h.removePitch)
	rest.Handle(api, rest.Operation{Name: "training.blocks.list", Method: http.MethodGet, Path: blocks, Tag: tag,
		Summary: "The weekly training: all of it for who keeps the teams, else that of the caller's teams, without labels"},
		h.listBlocks)
	rest.Handle(api, rest.Operation{Name: "training.blocks.create", Method: http.MethodPost, Path: blocks, Tag: tag,
		Status: http.StatusCreated, Needs: access.Teams, Summary: "Add a weekly training"}, h.addBlock)
	rest.Handle(api, rest.Operation{Name: "training.blocks.update", Method: http.MethodPut, Path: blocks + "/{id}", Tag: tag,
		Needs: access.Teams, Summary: "Change the given members of a weekly training"}, h.changeBlock)
	rest.Handle(api, rest.Operation{Name: "training.blocks.delete", Method: http.MethodDelete, Path: blocks + "/{id}", Tag: tag,
		Needs: access.Teams, Summary: "Remove a weekly training"}, h.removeBlock)
	rest.Handle(api, rest.Operation{Name: "training.copy", Method: http.MethodPost, Path: "/club/v1/training/copy", Tag: tag,
		Needs: access.Teams, Summary: "Repeat the training of the season before"}, h.copySeason)
}

// TrainingPitch is a place to train.
type TrainingPitch struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// TrainingBlock is a training that comes back every week.
type TrainingBlock struct {
	ID        int64    `json:"id"`
	Day       int      `json:"day" doc:"1 for Monday to 7 for Sunday."`
	Start     string   `json:"start" doc:"HH:MM in the club's zone."`
	End       string   `json:"end"`
	Pitch     int64    `json:"pitch_id"`
	Teams     []int64  `json:"team_ids"`
	Label     *string  `json:"label,omitempty" doc:"For who keeps the teams."`
	From      *string  `json:"valid_from" doc:"Y-m-d, null for always."`
	Until     *string  `json:"valid_until" doc:"The last day, null for always."`
	Cancelled []string `json:"cancelled_on"`
	Clashes   []int64  `json:"clashes" doc:"Other blocks on the pitch at the same time; for who keeps the teams."`
}

// BlockChange is what clients send of one.
type BlockChange struct {
	Day       *int      `json:"day,omitempty"`
	Start     *string   `json:"start,omitempty"`
	End       *string   `json:"end,omitempty"`
	Pitch     *int64    `json:"pitch_id,omitempty"`
	Teams     *[]int64  `json:"team_ids,omitempty"`
	Label     *string   `json:"label,omitempty"`
	From      *string   `json:"valid_from,omitempty" doc:"Y-m-d; empty for always."`
	Until     *string   `json:"valid_until,omitempty" doc:"Likewise."`
	Cancelled *[]string `json:"cancelled_on,omitempty" doc:"All days on which it does not take place."`
	// Of lists that several people keep at a time: the others' part stays.
	Join    []int64  `json:"team_ids_add,omitempty" doc:"Teams that come besides those that it has."`
	Leave   []int64  `json:"team_ids_remove,omitempty" doc:"Teams that come no more."`
	Cancel  []string `json:"cancelled_on_add,omitempty" doc:"Days on which it does not take place either."`
	Restore []string `json:"cancelled_on_remove,omitempty" doc:"Days on which it takes place after all."`
}

type pitchesOutput struct{ Body []TrainingPitch }

func (h *Handler) listPitches(ctx context.Context, _ *struct{}) (*pitchesOutput, error) {
	shown, err := h.trainings.Show(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &pitchesOutput{make([]TrainingPitch, len(shown.Pitches))}
	for i, p := range shown.Pitches {
		output.Body[i] = TrainingPitch(p)
	}
	return output, nil
}

type pitchInput struct {
	ID   int64 `path:"id"`
	Body PitchChange
}

// PitchChange is what clients send of a pitch.
type PitchChange struct {
	Name string `json:"name"`
}

type newPitchInput struct{ Body PitchChange }

type pitchOutput struct{ Body TrainingPitch }

func (h *Handler) setPitch(ctx context.Context, p training.Pitch) (*pitchOutput, error) {
	var kept training.Pitch
	err := h.trainings.Change(ctx, session.Viewer(ctx), func(s *training.Schedule, _ func(int64) bool) (err error) {
		kept, err = s.SetPitch(p)
		return err
	})
	return &pitchOutput{TrainingPitch(kept)}, err
}

func (h *Handler) addPitch(ctx context.Context, in *newPitchInput) (*pitchOutput, error) {
	return h.setPitch(ctx, training.Pitch{Name: in.Body.Name})
}

func (h *Handler) namePitch(ctx context.Context, in *pitchInput) (*pitchOutput, error) {
	if in.ID <= 0 {
		return nil, training.ErrNoPitch
	}
	return h.setPitch(ctx, training.Pitch{ID: in.ID, Name: in.Body.Name})
}

type idInput struct {
	ID int64 `path:"id"`
}

type removedOutput struct{ Body TrainingRemoved }

// TrainingRemoved says that something is gone.
type TrainingRemoved struct {
	Deleted bool `json:"deleted"`
}

func (h *Handler) remove(ctx context.Context, remove func(*training.Schedule) error) (*removedOutput, error) {
	err := h.trainings.Change(ctx, session.Viewer(ctx), func(s *training.Schedule, _ func(int64) bool) error { return remove(s) })
	return &removedOutput{TrainingRemoved{true}}, err
}

func (h *Handler) removePitch(ctx context.Context, in *idInput) (*removedOutput, error) {
	return h.remove(ctx, func(s *training.Schedule) error { return s.RemovePitch(in.ID) })
}

func (h *Handler) removeBlock(ctx context.Context, in *idInput) (*removedOutput, error) {
	return h.remove(ctx, func(s *training.Schedule) error { return s.RemoveBlock(in.ID) })
}

type blocksOutput struct{ Body []TrainingBlock }

func (h *Handler) listBlocks(ctx context.Context, _ *struct{}) (*blocksOutput, error) {
	shown, err := h.trainings.Show(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &blocksOutput{make([]TrainingBlock, len(shown.Blocks))}
	for i := range shown.Blocks {
		output.Body[i] = wire(&shown.Blocks[i], shown.Clashes[shown.Blocks[i].ID])
	}
	return output, nil
}

func day(d civil.Date) *string {
	if d.IsZero() {
		return nil
	}
	text := d.String()
	return &text
}

func wire(b *training.Block, clashes []int64) TrainingBlock {
	w := TrainingBlock{
		ID: b.ID, Day: b.Day, Start: b.Start, End: b.End, Pitch: b.Pitch, Teams: append([]int64{}, b.Teams...),
		From: day(b.From), Until: day(b.Until), Cancelled: []string{}, Clashes: append([]int64{}, clashes...),
	}
	if b.Label != "" {
		w.Label = &b.Label
	}
	for _, on := range b.Cancelled {
		w.Cancelled = append(w.Cancelled, on.String())
	}
	return w
}

// apply changes what is given.
func (c *BlockChange) apply(b *training.Block) error {
	var problems fault.Problems
	date := func(text, field string) civil.Date {
		d, ok := civil.Parse(text)
		if !ok {
			problems.Add(field, fault.NotADate)
		}
		return d
	}
	set(&b.Day, c.Day)
	set(&b.Start, c.Start)
	set(&b.End, c.End)
	set(&b.Pitch, c.Pitch)
	set(&b.Teams, c.Teams)
	set(&b.Label, c.Label)
	if c.From != nil {
		b.From = date(*c.From, "valid_from")
	}
	if c.Until != nil {
		b.Until = date(*c.Until, "valid_until")
	}
	days := func(texts []string, field string) (list []civil.Date) {
		for _, text := range texts {
			on := date(text, field)
			if on.IsZero() {
				problems.Add(field, fault.NotADate)
			}
			list = append(list, on)
		}
		return list
	}
	if c.Cancelled != nil {
		b.Cancelled = days(*c.Cancelled, "cancelled_on")
	}
	b.Cancelled = edited(b.Cancelled, days(c.Cancel, "cancelled_on_add"), days(c.Restore, "cancelled_on_remove"))
	b.Teams = edited(b.Teams, c.Join, c.Leave)
	return problems.Fault()
}

// edited is a list with some more, and without others.
func edited[T comparable](list, more, without []T) []T {
	list = append(slices.Clone(list), more...)
	return slices.DeleteFunc(list, func(one T) bool { return slices.Contains(without, one) })
}

func set[T any](field, given *T) {
	if given != nil {
		*field = *given
	}
}

type newBlockInput struct{ Body BlockChange }

type blockInput struct {
	ID   int64 `path:"id"`
	Body BlockChange
}

type blockOutput struct{ Body TrainingBlock }

func (h *Handler) addBlock(ctx context.Context, in *newBlockInput) (*blockOutput, error) {
	return h.setBlock(ctx, 0, &in.Body)
}

func (h *Handler) changeBlock(ctx context.Context, in *blockInput) (*blockOutput, error) {
	if in.ID <= 0 {
		return nil, training.ErrNoBlock
	}
	return h.setBlock(ctx, in.ID, &in.Body)
}

func (h *Handler) setBlock(ctx context.Context, id int64, change *BlockChange) (*blockOutput, error) {
	var answer TrainingBlock
	err := h.trainings.Change(ctx, session.Viewer(ctx), func(s *training.Schedule, isTeam func(int64) bool) (err error) {
		b := training.Block{}
		if id != 0 {
			if b, err = s.Block(id); err != nil {
				return err
			}
		}
		b.Teams = keep(b.Teams, isTeam) // a team that is gone meanwhile is no mistake of who changes something else
		if err := change.apply(&b); err != nil {
			return err
		}
		if b, err = s.SetBlock(b, isTeam); err != nil {
			return err
		}
		answer = wire(&b, s.Clashes(&b))
		return nil
	})
	return &blockOutput{answer}, err
}

func keep(teams []int64, isTeam func(int64) bool) (list []int64) {
	for _, id := range teams {
		if isTeam(id) {
			list = append(list, id)
		}
	}
	return list
}

type copyInput struct{ Body TrainingCopy }

// TrainingCopy says which season gets the training of the one before.
type TrainingCopy struct {
	Season string `json:"season" doc:"2026-2027"`
}

type copiedOutput struct{ Body TrainingCopied }

// TrainingCopied says how many blocks were added: those that the season did not have.
type TrainingCopied struct {
	Added int `json:"added"`
}

func (h *Handler) copySeason(ctx context.Context, in *copyInput) (*copiedOutput, error) {
	to, err := season.Parse(in.Body.Season)
	if err != nil {
		return nil, fault.Param("season", season.ErrNotASeason.Message)
	}
	added, err := h.trainings.Copy(ctx, session.Viewer(ctx), to)
	return &copiedOutput{TrainingCopied{added}}, err
}
