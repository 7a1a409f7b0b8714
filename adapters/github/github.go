// Package github reaches a forge by GitHub's interface, through google/go-github: one repository and its pull requests. It merges
// nothing and pushes nothing (adapters/gittrees).
package github

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/go-github/v75/github"

	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports"
)

// URL is GitHub's own.
const URL = "https://api.github.com"

// Options say which repository it is.
type Options struct {
	URL        string // of the interface; URL when empty
	Token      string
	Repository string // OWNER/NAME
}

// Forge is one repository of a forge.
type Forge struct {
	client      *github.Client
	owner, name string
}

var _ ports.Forge = (*Forge)(nil)

// patience is how long one request may take.
const patience = 30 * time.Second

// New makes the client. It sends nothing.
func New(o Options) (*Forge, error) {
	owner, name, found := strings.Cut(o.Repository, "/")
	if !found || owner == "" || name == "" || strings.Contains(name, "/") {
		return nil, fmt.Errorf("the repository is no OWNER/NAME: %q", o.Repository)
	}
	if o.URL == "" {
		o.URL = URL
	}
	address, err := url.Parse(strings.TrimRight(o.URL, "/") + "/")
	if err != nil || address.Scheme != "https" && address.Scheme != "http" || address.Host == "" {
		return nil, fmt.Errorf("the address of the forge is no http or https address: %q", o.URL)
	}
	f := &Forge{owner: owner, name: name}
	f.through(http.DefaultTransport, address, o.Token)
	return f, nil
}

// through makes the client send by a transport.
func (f *Forge) through(transport http.RoundTripper, address *url.URL, token string) {
	client := github.NewClient(&http.Client{
		Timeout: patience, Transport: bounded{transport},
		// A redirect would take the token along.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	})
	if token != "" {
		client = client.WithAuthToken(token)
	}
	client.BaseURL, client.UserAgent = address, "clubsync"
	f.client = client
}

// mostBytes is how long an answer is that is read: the client itself reads any.
const mostBytes = 32 << 20

// bounded cuts answers off that are too long, which makes them no JSON.
type bounded struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.next.RoundTrip(r)
	if err == nil {
		answer.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(answer.Body, mostBytes), answer.Body}
	}
	return answer, err
}

// Repository implements ports.Forge.
func (f *Forge) Repository(ctx context.Context) (r agent.Repository, err error) {
	found, _, err := f.client.Repositories.Get(ctx, f.owner, f.name)
	if err != nil {
		return r, judged(ctx, err)
	}
	r = agent.Repository{CloneURL: found.GetCloneURL(), Default: found.GetDefaultBranch()}
	if r.CloneURL == "" || r.Default == "" {
		return r, agent.ErrOdd
	}
	return r, nil
}

// PullRequests implements ports.Forge.
func (f *Forge) PullRequests(ctx context.Context, branch string) ([]agent.PullRequest, error) {
	found, _, err := f.client.PullRequests.List(ctx, f.owner, f.name, &github.PullRequestListOptions{
		State: "all", Head: f.owner + ":" + branch, Sort: "created", Direction: "desc", ListOptions: github.ListOptions{PerPage: 100},
	})
	if err != nil {
		return nil, judged(ctx, err)
	}
	var list []agent.PullRequest
	for _, p := range found {
		if p.GetHead().GetRef() == branch { // a forge that does not know the question returns all
			list = append(list, read(p))
		}
	}
	return list, nil
}

// Open implements ports.Forge.
func (f *Forge) Open(ctx context.Context, p agent.Proposal) (agent.PullRequest, error) {
	made, _, err := f.client.PullRequests.Create(ctx, f.owner, f.name, &github.NewPullRequest{
		Title: &p.Title, Head: &p.Branch, Base: &p.Base, Body: &p.Body,
	})
	if err != nil {
		return agent.PullRequest{}, judged(ctx, err)
	}
	if made.GetHTMLURL() == "" || made.GetNumber() <= 0 {
		return agent.PullRequest{}, agent.ErrOdd
	}
	return read(made), nil
}

func read(p *github.PullRequest) agent.PullRequest {
	return agent.PullRequest{
		Number: p.GetNumber(), URL: p.GetHTMLURL(), Open: p.GetState() == "open", Merged: p.MergedAt != nil || p.GetMerged(),
		Head: p.GetHead().GetSHA(),
	}
}

// judged returns the fault of an error.
func judged(ctx context.Context, err error) error {
	if stopped := ctx.Err(); stopped != nil {
		return stopped
	}
	var said *github.ErrorResponse
	var busy *github.RateLimitError
	var abuse *github.AbuseRateLimitError
	switch {
	case errors.As(err, &busy), errors.As(err, &abuse):
		return agent.ErrSilent.Because(errors.New("it asks to wait"))
	case !errors.As(err, &said) || said.Response == nil:
		var network *url.Error
		if errors.As(err, &network) {
			return agent.ErrSilent.Because(network.Err)
		}
		return agent.ErrOdd.Because(err)
	}
	status := said.Response.StatusCode
	cause := fmt.Errorf("status %d: %s", status, agent.Short(said.Message, 200))
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return agent.ErrRefused.Because(cause)
	case status == http.StatusNotFound, status == http.StatusGone:
		return agent.ErrGone.Because(cause)
	case status >= 500, status == http.StatusTooManyRequests:
		return agent.ErrSilent.Because(cause)
	}
	for _, problem := range said.Errors {
		if strings.Contains(problem.Message, "already exists") {
			return agent.ErrExists.Because(cause)
		}
	}
	if status == http.StatusUnprocessableEntity {
		return agent.ErrRejected.Because(cause)
	}
	return agent.ErrOdd.Because(cause)
}
