package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubapi"
	"github.com/clubhuis/clubhuis/adapters/gittrees"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/agents"
)

type feedbackCommand struct {
	One      bool            `name:"run" env:"-" help:"Work at one item."`
	Loop     bool            `env:"-" help:"Work at all that is approved."`
	Optimize bool            `env:"-" help:"When nothing is approved, look at one source file that was not looked at since it changed."`
	Status   feedback.Status `env:"-" default:"approved" enum:"new,approved,in_progress,needs_info,resolved,declined" placeholder:"STATUS" help:"Of which status the item is (${default}); others than approved are only printed."`
	Type     feedback.Type   `env:"-" enum:",bug,feature_request" default:"" placeholder:"TYPE" help:"bug or feature_request."`
	ID       int64           `name:"id" env:"-" placeholder:"N" help:"This one item."`
	JSON     bool            `name:"json" env:"-" help:"Print what is printed as JSON."`
	Verbose  bool            `env:"-" help:"Print what happens."`
}

// Validate implements kong's check of a command.
func (c *feedbackCommand) Validate() error {
	switch {
	case c.ID < 0:
		return errors.New("--id must be the number of an item")
	case c.ID > 0 && c.Loop:
		return errors.New("--id does not go with --loop")
	}
	return nil
}

func (c *feedbackCommand) options() agents.Options {
	return agents.Options{ID: c.ID, Wanted: agent.Wanted{Status: c.Status, Type: c.Type}, Optimize: c.Optimize}
}

// parseFeedback reads what the agent needs: nothing of the club site.
func (f syncFlags) parseFeedback(problems *settings.Problems, works bool) syncConfig {
	c := syncConfig{storeConfig: f.parseStore(problems), syncFlags: f}
	problems.Read("app-url", &c.AppURL)
	problems.Require("app-username", c.AppUsername)
	problems.Read("app-password-file", &c.AppPasswordFile)
	if works {
		c.parseAgent(problems)
	}
	c.checkRetention(problems)
	return c
}

// Run prints an item, or lets the agent work.
func (c *feedbackCommand) Run(ctx context.Context, flags *syncFlags, s streams) error {
	works := c.One || c.Loop || c.Optimize
	var problems settings.Problems
	config := flags.parseFeedback(&problems, works)
	if err := problems.Err(); err != nil {
		return err
	}
	if works {
		return c.work(ctx, &config, s)
	}
	return c.show(ctx, &config, s.stdout)
}

func (c *feedbackCommand) show(ctx context.Context, config *syncConfig, out io.Writer) error {
	application, err := config.application()
	if err != nil {
		return err
	}
	service := agents.Service{Queue: application.Feedback()}
	item, brief, err := service.Show(ctx, c.options())
	switch {
	case err != nil:
		return err
	case c.JSON && item.ID == 0:
		_, err = fmt.Fprintln(out, "null")
		return err
	case c.JSON:
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(map[string]any{
			"id": item.ID, "title": item.Title, "type": item.Type, "status": item.Status, "pr_url": item.PullRequest,
			"agent_branch": item.Branch, "agent_owner": item.Owner, "screenshots": len(item.Pictures), "brief": brief,
		})
	case item.ID == 0:
		_, err = fmt.Fprintln(out, noFeedback)
		return err
	}
	_, err = fmt.Fprintf(out, "Status: %s\n%s", item.Status, brief)
	return err
}

// application is that of the club.
func (c *syncConfig) application() (*clubapi.Client, error) {
	return clubapi.New(clubapi.Options{
		URL: string(c.AppURL), Username: c.AppUsername, Password: c.AppPasswordFile.Text(), Log: slog.Default(),
	})
}

// work lets the agent work at one item, or at all, and prints the summary of each run.
func (c *feedbackCommand) work(ctx context.Context, config *syncConfig, s streams) (err error) {
	e, err := config.storeConfig.open(ctx, openReady)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.close()) }()
	a, err := e.agent(config)
	if err != nil {
		return err
	}
	if c.Verbose {
		a.shown = s.stderr
	}
	failed, began := false, 0
	err = a.each(ctx, c.options(), c.Loop, func(done run.Run, log string, err error) error {
		if err != nil {
			fmt.Fprintf(s.stderr, "clubsync: %v\n", err)
		}
		failed = failed || err != nil || done.ID != 0 && done.Outcome != run.Success
		if done.ID == 0 {
			return nil
		}
		began++
		if c.JSON {
			return json.NewEncoder(s.stdout).Encode(map[string]any{
				"run": done.ID, "outcome": done.Outcome, "steps": done.Steps, "problems": done.Problems,
			})
		}
		return printSummary(s.stdout, &done, log)
	})
	if err != nil {
		return err
	}
	if failed {
		return errReported
	}
	if began == 0 && !c.JSON {
		_, err = fmt.Fprintln(s.stdout, noneBegun)
	}
	return err
}

// codingAgent is that of this installation.
type codingAgent struct {
	*environment
	service agents.Service
	keep    time.Duration // logs
	shown   io.Writer     // who looks; nil for nobody
}

func (e *environment) agent(c *syncConfig) (*codingAgent, error) {
	application, err := c.application()
	if err != nil {
		return nil, err
	}
	forge, err := c.forge()
	if err != nil {
		return nil, err
	}
	trees, err := gittrees.New(gittrees.Options{Folder: filepath.Join(e.data, "agent"), Token: c.ForgeTokenFile.Text()})
	if err != nil {
		return nil, err
	}
	stores := e.store.Stores()
	return &codingAgent{environment: e, keep: c.retention(), service: agents.Service{
		Queue: application.Feedback(), Forge: forge, Trees: trees, Agent: c.commands(), Memory: stores.Agent, Runs: stores.Runs,
		Settings: agents.Settings{
			RunsPerDay: c.RunsPerDay, PullRequestsPerDay: c.PullRequestsPerDay, Instructions: c.AgentInstructions,
			Bounds: agent.Bounds{Files: c.AgentFiles, Lines: c.AgentLines, Workflows: c.AllowWorkflows},
		},
		Now: time.Now, Zone: e.zone, Word: rand.Text, Process: os.Getpid(), Host: e.host, Tick: everyMinute,
	}}, nil
}

// everyMinute does something every minute until it is stopped.
func everyMinute(do func()) (stop func()) {
	ticker, ended := time.NewTicker(time.Minute), make(chan struct{})
	go func() {
		for {
			select {
			case <-ticker.C:
				do()
			case <-ended:
				return
			}
		}
	}()
	return func() { ticker.Stop(); close(ended) }
}

// each runs the agent once, or as long as there is something to do, under its lock: that of a process that died is taken over.
// each hears of every run; its error ends the work.
func (a *codingAgent) each(
	ctx context.Context, o agents.Options, all bool, hear func(done run.Run, log string, err error) error,
) (err error) {
	release, err := a.locks.TakeOver(run.Feedback.Type())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	return a.eachLocked(ctx, o, all, hear)
}

// eachLocked is each once the lock is taken.
func (a *codingAgent) eachLocked(
	ctx context.Context, o agents.Options, all bool, hear func(done run.Run, log string, err error) error,
) error {
	if err := forgetLogs(filepath.Join(a.data, "logs"), time.Now().Add(-a.keep)); err != nil {
		slog.WarnContext(ctx, "old logs stay", "cause", err)
	}
	items := o
	items.Optimize = o.Optimize && !all // in a loop the items come first, and then one file
	for {
		done, log, failed := a.one(ctx, items)
		if err := hear(done, log, failed); err != nil {
			return err
		}
		ended := !all || failed != nil || ctx.Err() != nil
		switch {
		case ended || done.ID == 0 && !o.Optimize:
			return nil
		case done.ID == 0:
			done, log, failed = a.one(ctx, o)
			return hear(done, log, failed)
		}
	}
}

// one is one run with a log of its own, which is made when there is something to say: the log of the pipelines belongs to
// whatever has the turn.
func (a *codingAgent) one(ctx context.Context, o agents.Options) (done run.Run, name string, err error) {
	var file *os.File
	o.Tell = func(text string) {
		if a.shown != nil {
			fmt.Fprintln(withoutAddresses{a.shown}, text)
		}
		if file == nil {
			name, file = a.log()
		}
		if file != nil {
			fmt.Fprintf(withoutAddresses{file}, "%s %s\n", time.Now().In(a.zone).Format(time.TimeOnly), text)
		}
	}
	done, err = a.service.Run(ctx, o)
	if file == nil {
		return done, "", err
	}
	if done.ID != 0 {
		_, written := io.WriteString(withoutAddresses{file}, done.Report().Text())
		err = errors.Join(err, written)
	}
	return done, name, errors.Join(err, file.Close())
}

// log opens the log of a run, nil when it can't.
func (a *codingAgent) log() (string, *os.File) {
	folder := filepath.Join(a.data, "logs")
	name := filepath.Join(folder, string(run.Feedback)+time.Now().In(a.zone).Format("-2006-01-02_15-04-05.log"))
	err := os.MkdirAll(folder, 0o700)
	if err == nil {
		var file *os.File
		if file, err = os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err == nil {
			return name, file
		}
	}
	slog.Warn("a run of the agent has no log", "cause", err)
	return "", nil
}
