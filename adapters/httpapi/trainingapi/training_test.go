package trainingapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// object is JSON as a test writes it.
type object = apitest.Object

const (
	pitches   = "/api/club/v1/training/pitches"
	blocks    = "/api/club/v1/training/blocks"
	copying   = "/api/club/v1/training/copy"
	workspace = "/api/club/v1/dashboard/workspace"
)

// contract: club §2.11-9
func TestTheTrainingScheduleIsKeptAndRead(t *testing.T) {
	t.Parallel()
	s := apitest.New(t) // 15 June 2026
	admin := s.Admin()
	own, other := s.Team(admin, "JO9-1"), s.Team(admin, "JO10-1")
	s.User("teams", access.SectionRole(access.Teams))
	s.User("bestuur", access.Board)
	s.User("niemand")
	coordinator := s.User("coordinator")
	s.Send("PUT", fmt.Sprintf("/api/club/v1/users/%d/scope", coordinator.ID), object{"teams": []int64{own}, "age_groups": []string{}},
		admin).Is(200)
	keeper, reader, board, nobody := s.Program("teams"), s.Program("coordinator"), s.Program("bestuur"), s.Program("niemand")

	pitch := s.Post(pitches, object{"name": " Veld 1 "}, keeper).Is(201).Has("name", "Veld 1").ID()
	s.Post(pitches, object{"name": "veld 1"}, keeper).Refuses(400, "rest_invalid_param", "name")
	s.Post(pitches, object{"name": ""}, keeper).Is(400)
	s.Send("PUT", apitest.At(pitches, pitch), object{"name": "Hoofdveld"}, keeper).Is(200).Has("name", "Hoofdveld")
	for _, id := range []int64{0, -1, 999} {
		s.Send("PUT", apitest.At(pitches, id), object{"name": "x"}, keeper).Refuses(404, "rest_not_found")
	}
	training := object{
		"day": 2, "start": "18:00", "end": "19:30", "pitch_id": pitch, "team_ids": []int64{other, own, own}, "label": "Samen",
		"valid_from": "2025-07-01", "valid_until": "2026-06-30", "cancelled_on": []string{"2026-05-05"},
	}
	id := s.Post(blocks, training, keeper).Is(201).Has("team_ids", []any{float64(own), float64(other)}).Has("label", "Samen").
		Has("valid_until", "2026-06-30").Has("cancelled_on", []any{"2026-05-05"}).Has("clashes", []any{}).ID()
	second := s.Post(blocks, object{"day": 2, "start": "19:00", "end": "20:00", "pitch_id": pitch}, keeper).Is(201).
		Has("clashes", []any{float64(id)}).ID()
	s.Send("PUT", apitest.At(blocks, second), object{"label": "Bestuur", "valid_from": "2026-07-01"}, keeper).Is(200).
		Has("start", "19:00").Has("clashes", []any{})
	for _, wrong := range []object{
		{}, {"day": 2}, {"day": 0, "start": "18:00", "end": "19:00", "pitch_id": pitch},
		{"day": 2, "start": "18:00", "end": "17:00", "pitch_id": pitch}, {"day": 2, "start": "18:00", "end": "19:00", "pitch_id": 999},
		{"day": 2, "start": "18:00", "end": "19:00", "pitch_id": pitch, "team_ids": []int64{999}},
		{"day": 2, "start": "18:00", "end": "19:00", "pitch_id": pitch, "valid_from": "gisteren"},
		{"day": 2, "start": "18:00", "end": "19:00", "pitch_id": pitch, "cancelled_on": []string{""}},
		{"day": 2, "start": "18:00", "end": "19:00", "pitch_id": pitch, "label": strings.Repeat("x", 101)},
		{"day": "x"},
	} {
		s.Post(blocks, wrong, keeper).Is(400)
	}
	s.Send("DELETE", apitest.At(pitches, pitch), nil, keeper).Refuses(409, "pitch_in_use")

	s.Get(blocks, reader).Is(200).Has("", []any{object{
		"id": float64(id), "day": 2.0, "start": "18:00", "end": "19:30", "pitch_id": float64(pitch), "team_ids": []any{float64(own)},
		"valid_from": "2025-07-01", "valid_until": "2026-06-30", "cancelled_on": []any{"2026-05-05"}, "clashes": []any{},
	}})
	s.Get(blocks, board).Is(200).Has("", []any{})
	s.Get(pitches, board).Is(200).Has("0.name", "Hoofdveld")
	for _, path := range []string{pitches, blocks} {
		s.Get(path, nobody).Refuses(403, "rest_forbidden")
		s.Get(path).Is(401)
		for _, as := range []apitest.Call{reader, board, nobody} {
			s.Post(path, object{"name": "x"}, as).Refuses(403, "rest_forbidden")
			s.Send("DELETE", apitest.At(path, 1), nil, as).Refuses(403, "rest_forbidden")
		}
	}
	a := s.Get(workspace, reader).Is(200).Has("has_training_schedule", true).Has("pitches.0.name", "Hoofdveld")
	a.Has("training", []any{object{
		"id": float64(id), "day": 2.0, "start": "18:00", "end": "19:30", "pitch_id": float64(pitch), "team_ids": []any{float64(own)},
	}})
	s.Get(workspace, board).Is(200).Has("training", []any{}).Has("pitches", []any{}).Has("has_training_schedule", true)

	s.Post(copying, object{"season": "2026-2027"}, keeper).Is(200).Has("added", 1.0)
	s.Post(copying, object{"season": "2026-2027"}, keeper).Is(200).Has("added", 0.0)
	s.Post(copying, object{"season": "2026"}, keeper).Refuses(400, "rest_invalid_param", "season")
	s.Post(copying, object{"season": "2026-2027"}, board).Refuses(403, "rest_forbidden")
	if got := len(s.Get(blocks, keeper).Is(200).List("")); got != 3 {
		t.Errorf("%d blocks", got)
	}
	s.Send("DELETE", apitest.At(blocks, id), nil, keeper).Is(200).Has("deleted", true)
	s.Send("DELETE", apitest.At(blocks, id), nil, keeper).Refuses(404, "rest_not_found")
}

// Two keepers open the same training; the second one saves what the first one never saw.
func TestASecondKeeperTakesNothingBack(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	a, b, c := s.Team(admin, "JO9-1"), s.Team(admin, "JO9-2"), s.Team(admin, "JO9-3")
	pitch := s.Post(pitches, object{"name": "Veld 1"}, admin).Is(201).ID()
	id := s.Post(blocks, object{
		"day": 2, "start": "18:00", "end": "19:00", "pitch_id": pitch, "team_ids": []int64{a}, "cancelled_on": []string{"2026-05-05"},
	}, admin).Is(201).ID()
	change := func(change object) apitest.Answer { return s.Send("PUT", apitest.At(blocks, id), change, admin) }
	change(object{"cancelled_on_add": []string{"2026-06-16"}, "team_ids_add": []int64{b}}).Is(200)
	change(object{
		"cancelled_on_add": []string{"2026-06-23", "2026-06-16"}, "cancelled_on_remove": []string{"2026-05-05", "2026-05-12"},
		"team_ids_add": []int64{c}, "team_ids_remove": []int64{a},
	}).Is(200).Has("cancelled_on", []any{"2026-06-16", "2026-06-23"}).Has("team_ids", []any{float64(b), float64(c)})
	change(object{"cancelled_on_add": []string{""}}).Refuses(400, "rest_invalid_param", "cancelled_on_add")
	change(object{"cancelled_on_remove": []string{"gisteren"}}).Refuses(400, "rest_invalid_param", "cancelled_on_remove")
	change(object{"team_ids_add": []int64{999}}).Refuses(400, "rest_invalid_param", "team_ids")
}
