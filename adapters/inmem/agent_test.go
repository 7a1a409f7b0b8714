package inmem_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestWorkTree(t *testing.T) {
	t.Parallel()
	porttest.WorkTree(t, func(testing.TB) porttest.Code {
		c := &inmem.Code{}
		c.Commit("main", "README.md", "een\n")
		c.Commit("main", "src/a.go", "package a\n")
		return porttest.Code{
			WorkTree: c, From: agent.Repository{CloneURL: "memory", Default: "main"},
			Edit:   func(_, name, text string) { c.Edit(name, text) },
			Commit: c.Commit, Files: c.Files,
		}
	})
}

func TestFeedbackQueue(t *testing.T) {
	t.Parallel()
	porttest.FeedbackQueue(t, func(testing.TB) porttest.Reports {
		q := &inmem.FeedbackQueue{}
		return porttest.Reports{FeedbackQueue: q, Report: q.Report, Show: q.Show}
	})
}
