package porttest

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/agent"
)

// AgentMemory is the contract of ports.AgentMemory.
func AgentMemory(t *testing.T, open OpenSync) {
	ctx := context.Background()
	today := civil.Of(at)

	t.Run("the first name stays", func(t *testing.T) {
		memory := open(t).Agent
		equal(t, "first", must(memory.Owner(ctx, "a"))(t), "a")
		equal(t, "second", must(memory.Owner(ctx, "b"))(t), "a")
	})

	t.Run("failures are counted by item until they are forgotten", func(t *testing.T) {
		memory := open(t).Agent
		equal(t, "first", must(memory.Fail(ctx, 7))(t), 1)
		equal(t, "second", must(memory.Fail(ctx, 7))(t), 2)
		equal(t, "another item", must(memory.Fail(ctx, 8))(t), 1)
		ok(t, memory.Forget(ctx, 7))
		ok(t, memory.Forget(ctx, 99))
		equal(t, "anew", must(memory.Fail(ctx, 7))(t), 1)
	})

	t.Run("a day has so much of a budget, however many spend it at once", func(t *testing.T) {
		memory := open(t).Agent
		equal(t, "of nothing", must(memory.Spend(ctx, today, agent.Runs, 0))(t), false)
		var wait sync.WaitGroup
		var spent atomic.Int32
		for range 8 {
			wait.Go(func() {
				if must(memory.Spend(ctx, today, agent.Runs, 3))(t) {
					spent.Add(1)
				}
			})
		}
		wait.Wait()
		equal(t, "spent", spent.Load(), 3)
		equal(t, "another budget", must(memory.Spend(ctx, today, agent.PullRequests, 1))(t), true)
		equal(t, "another day", must(memory.Spend(ctx, today.AddDays(1), agent.Runs, 1))(t), true)
		equal(t, "a raised budget", must(memory.Spend(ctx, today, agent.Runs, 4))(t), true)
		ok(t, memory.Return(ctx, today, agent.PullRequests))
		ok(t, memory.Return(ctx, today, agent.PullRequests))
		equal(t, "what was given back", must(memory.Spend(ctx, today, agent.PullRequests, 1))(t), true)
		equal(t, "no more than that", must(memory.Spend(ctx, today, agent.PullRequests, 1))(t), false)
	})

	t.Run("what was looked at is kept by path, the newest", func(t *testing.T) {
		memory := open(t).Agent
		first := agent.Review{Source: agent.Source{Path: "a.go", Blob: "1"}, Outcome: agent.NoChanges, At: civil.Instant(at)}
		ok(t, memory.Reviewed(ctx, first))
		ok(t, memory.Reviewed(ctx, agent.Review{Source: agent.Source{Path: "A.go", Blob: "1"}, At: at}))
		first.Blob, first.Outcome = "2", agent.Resolved
		ok(t, memory.Reviewed(ctx, first))
		known := must(memory.Reviews(ctx))(t)
		equal(t, "kept", len(known), 2)
		deepEqual(t, "the newest", known["a.go"], first)
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		memory := open(t).Agent
		if _, err := memory.Owner(cancelled(), "a"); err == nil {
			t.Error("it went on")
		}
		if _, err := memory.Fail(cancelled(), 1); err == nil {
			t.Error("it went on")
		}
	})
}
