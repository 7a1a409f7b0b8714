package syncstore

import (
	"encoding/json"
	"fmt"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// runRow is a run: what lists show in columns of its own, its parts as JSON.
type runRow struct {
	ID         int64 `gorm:"primaryKey"`
	Pipeline   string
	Scheduled  bool
	DryRun     bool
	Process    int
	Host       string
	StartedAt  int64
	BeatAt     int64
	FinishedAt int64
	Outcome    string
	Failed     bool // there are problems
	Steps      string
	Problems   string
	Plan       string
}

func (runRow) TableName() string { return "sync_runs" }

type stepText struct {
	Name     string     `json:"name"`
	Started  int64      `json:"started"`
	Finished int64      `json:"finished"`
	Counts   run.Counts `json:"counts"`
	Note     string     `json:"note"`
}

type problemText struct {
	Step     string `json:"step"`
	Key      string `json:"key"`
	System   string `json:"system"`
	Code     string `json:"code"`
	Message  string `json:"message"`
	Evidence string `json:"evidence"`
	At       int64  `json:"at"`
}

type plannedText struct {
	Step   string `json:"step"`
	Kind   string `json:"kind"`
	Key    string `json:"key"`
	Reason string `json:"reason"`
}

func newRunRow(r *run.Run) (row runRow, err error) {
	row = runRow{
		ID: r.ID, Pipeline: string(r.Pipeline), Scheduled: r.Scheduled, DryRun: r.DryRun, Process: r.Process, Host: r.Host,
		StartedAt: database.Micros(r.Started), BeatAt: database.Micros(r.Beat), FinishedAt: database.Micros(r.Finished),
		Outcome: string(r.Outcome), Failed: len(r.Problems) > 0,
	}
	row.Steps, err = encoded(r.Steps, func(s run.Step) stepText {
		return stepText{
			Name: s.Name, Started: database.Micros(s.Started), Finished: database.Micros(s.Finished), Counts: s.Counts, Note: s.Note,
		}
	})
	if err != nil {
		return row, err
	}
	row.Problems, err = encoded(r.Problems, func(p run.Problem) problemText {
		return problemText{
			Step: p.Step, Key: p.Key, System: p.System, Code: p.Code, Message: p.Message, Evidence: p.Evidence,
			At: database.Micros(p.At),
		}
	})
	if err != nil {
		return row, err
	}
	row.Plan, err = encoded(r.Plan, func(p run.Planned) plannedText { return plannedText(p) })
	return row, err
}

// head returns the run as lists have it: without problems and plan.
func (r *runRow) head() (run.Run, error) {
	steps, err := decoded(r.Steps, func(s stepText) run.Step {
		return run.Step{
			Name: s.Name, Started: database.Instant(s.Started), Finished: database.Instant(s.Finished), Counts: s.Counts, Note: s.Note,
		}
	})
	if err != nil {
		return run.Run{}, fmt.Errorf("the steps of run %d are damaged: %w", r.ID, err)
	}
	return run.Run{
		ID: r.ID, Pipeline: run.Pipeline(r.Pipeline), Scheduled: r.Scheduled, DryRun: r.DryRun, Process: r.Process, Host: r.Host,
		Started: database.Instant(r.StartedAt), Beat: database.Instant(r.BeatAt), Finished: database.Instant(r.FinishedAt),
		Outcome: run.Outcome(r.Outcome), Steps: steps,
	}, nil
}

// whole returns the run with everything.
func (r *runRow) whole() (run.Run, error) {
	whole, err := r.head()
	if err != nil {
		return whole, err
	}
	whole.Problems, err = decoded(r.Problems, func(p problemText) run.Problem {
		return run.Problem{
			Step: p.Step, Key: p.Key, System: p.System, Code: p.Code, Message: p.Message, Evidence: p.Evidence,
			At: database.Instant(p.At),
		}
	})
	if err != nil {
		return run.Run{}, fmt.Errorf("the problems of run %d are damaged: %w", r.ID, err)
	}
	whole.Plan, err = decoded(r.Plan, func(p plannedText) run.Planned { return run.Planned(p) })
	if err != nil {
		return run.Run{}, fmt.Errorf("the plan of run %d is damaged: %w", r.ID, err)
	}
	return whole, nil
}

// encoded returns a list as JSON; nil is null.
func encoded[T, Text any](list []T, text func(T) Text) (string, error) {
	out, err := json.Marshal(each(list, text))
	return string(out), err
}

func decoded[T, Text any](in string, value func(Text) T) ([]T, error) {
	var texts []Text
	err := json.Unmarshal([]byte(in), &texts)
	return each(texts, value), err
}

func each[A, B any](list []A, to func(A) B) []B {
	if list == nil {
		return nil
	}
	out := make([]B, len(list))
	for i, item := range list {
		out[i] = to(item)
	}
	return out
}
