package syncpages

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// Who reads why the agent did not work reads what helps.
func TestTheAgentsFaultsHaveAdvice(t *testing.T) {
	t.Parallel()
	for _, err := range []*fault.Fault{
		agent.ErrDirty, agent.ErrSilent, agent.ErrRefused, agent.ErrGone, agent.ErrAgent, agent.ErrGit, agent.ErrRed, agent.ErrNotTaken,
		agent.ErrRejected, agent.ErrNotBrought,
	} {
		if text := advice(run.Cause{System: run.AgentSystem, Code: err.Code}); text != advices[err.Code] || text == "" {
			t.Errorf("%s: %q", err.Code, text)
		}
	}
	for _, code := range []string{"", agent.ErrOdd.Code, "application_odd"} {
		if text := advice(run.Cause{System: run.AgentSystem, Code: code}); text == otherAdvice {
			t.Errorf("%q has no advice of the agent", code)
		}
	}
}
