package main

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"
)

// together returns a step that runs rows of steps at the same time, each row in its order. What waits (for the npm registry, for
// a browser) leaves its processor to the others. A failure ends its own row; the step ends when all rows have.
func together(rows ...[]step) step {
	var names []string
	for _, row := range rows {
		for _, step := range row {
			names = append(names, step.name)
		}
	}
	return step{name: strings.Join(names, ", "), run: func(s *session, ctx context.Context) (string, error) {
		details, failures := make([]string, len(rows)), make([]*stepError, len(rows))
		var running sync.WaitGroup
		for i, row := range rows {
			running.Go(func() { details[i], failures[i] = s.runRow(ctx, row) })
		}
		running.Wait()
		failures = slices.DeleteFunc(failures, func(e *stepError) bool { return e == nil })
		if len(failures) > 0 {
			return "", rowsError(failures)
		}
		return strings.Join(details, "; "), nil
	}}
}

// runRow runs steps up to the first that fails. It returns how long each took and what it said.
func (s *session) runRow(ctx context.Context, row []step) (string, *stepError) {
	var said []string
	for _, step := range row {
		begin := time.Now()
		detail, err := step.run(s, ctx)
		if err != nil {
			return "", &stepError{name: step.name, advice: step.advice, err: err}
		}
		if detail != "" {
			detail = ": " + detail
		}
		said = append(said, step.name+" "+round(time.Since(begin)).String()+detail)
	}
	return strings.Join(said, "; "), nil
}

// stepError is one of several steps that failed, with what to do about it.
type stepError struct {
	name, advice string
	err          error
}

func (e *stepError) Error() string { return e.name + ": " + e.err.Error() }

func (e *stepError) Unwrap() error { return e.err }

// rowsError is the steps that ended their rows.
type rowsError []*stepError

func (e rowsError) Error() string {
	said := make([]string, len(e))
	for i, failure := range e {
		said[i] = failure.Error()
	}
	return strings.Join(said, "; ")
}

// counted adds tests that ran; steps that run together count at the same time.
func (s *session) counted(tests tally, times []timing) {
	s.counting.Lock()
	defer s.counting.Unlock()
	s.count.add(tests)
	s.times = append(s.times, times...)
}
