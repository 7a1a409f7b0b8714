package synchronizations

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// stopped returns what the mail about a failed run says first: cause, effect and the next step.
func stopped(r *run.Run, err error) []run.Line {
	effect := texts.StoppedEarly
	if len(r.Steps) == 0 {
		effect = texts.NothingBegun
	}
	cause, next := explain(r, err)
	return []run.Line{
		{Label: texts.Cause, Text: cause},
		{Label: texts.Effect, Text: fmt.Sprintf(effect, cmp.Or(texts.Subjects[r.Pipeline], string(r.Pipeline)))},
		{Label: texts.Next, Text: next},
	}
}

// explain returns why a run failed, and what helps.
func explain(r *run.Run, err error) (cause, next string) {
	var guard *engine.TooManyError
	var lock run.Locked
	var known *fault.Fault
	said := strings.Join(strings.Fields(fault.Sentence(err)), " ")
	if long := []rune(said); len(long) > run.MaxMessage {
		said = string(long[:run.MaxMessage])
	}
	switch {
	case errors.As(err, &guard):
		return fmt.Sprintf(texts.GuardCause, guard.Removals), fmt.Sprintf(texts.GuardNext, guard.Command)
	case errors.As(err, &lock):
		if command := lock.Unlock(); command != "" {
			return fmt.Sprintf(texts.LockCause, said), fmt.Sprintf(texts.LockNext, command)
		}
		return fmt.Sprintf(texts.LockCause, said), texts.LockAliveNext
	case errors.Is(err, federation.ErrSignIn):
		return texts.SignInCause, texts.SignInNext
	case errors.Is(err, federation.ErrShape):
		return texts.ShapeCause, texts.ShapeNext
	case errors.Is(err, federation.ErrAnswer):
		return texts.SiteCause, texts.SiteNext
	case errors.Is(err, context.Canceled):
		return texts.EndedCause, texts.EndedNext
	case errors.Is(err, texts.ErrNotOurs):
		return fmt.Sprintf(texts.RefusedCause, said), texts.RefusedNext
	case errors.As(err, &known) && strings.HasPrefix(known.Code, "contributions_"), errors.Is(err, texts.ErrNoContributions):
		return fmt.Sprintf(texts.ContributionsCause, said), texts.ContributionsNext
	case known != nil && strings.HasPrefix(known.Code, "helpdesk_"):
		return fmt.Sprintf(texts.HelpdeskCause, said), texts.HelpdeskNext
	case known != nil && (strings.HasPrefix(known.Code, "forge_") || strings.HasPrefix(known.Code, "agent_")):
		other := fmt.Sprintf(texts.AgentOtherNext, byHand(r.Pipeline))
		return fmt.Sprintf(texts.AgentCause, said), cmp.Or(texts.AgentNext[known.Code], other)
	case errors.As(err, &known) && (known.Kind == fault.Unauthenticated || known.Kind == fault.Forbidden):
		return fmt.Sprintf(texts.RefusedCause, said), texts.RefusedNext
	case known != nil && strings.HasPrefix(known.Code, "application_"):
		return fmt.Sprintf(texts.ApplicationCause, said), texts.ApplicationNext
	}
	return said, fmt.Sprintf(texts.OtherNext, byHand(r.Pipeline))
}

// byHand returns the command that runs a pipeline.
func byHand(p run.Pipeline) string {
	if p == run.Feedback {
		return texts.FeedbackCommand
	}
	return fmt.Sprintf(texts.RunCommand, p.Command())
}
