package main

import (
	"os"

	"github.com/clubhuis/clubhuis/adapters/contributions"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/ports"
)

// notConfigured is what is shown of a provider that a club does not have.
const notConfigured = "niet ingesteld"

// providerFlags are the flags of one provider that a club may have or not.
type providerFlags struct {
	name     string // of its flags, before -url and -key-file
	variable string // that holds the key itself, when no file is named
	url      *settings.Address
	key      *settings.Secret
}

// providers are those of the pipelines that a club may go without.
func (c *syncConfig) providers() map[run.Pipeline]providerFlags {
	return map[run.Pipeline]providerFlags{
		run.Contributions: {"contributions", "NIKKI_API_KEY", &c.ContributionsURL, &c.ContributionsKeyFile},
	}
}

// parseProviders reads the providers that are there. Of one there is all or nothing.
func (c *syncConfig) parseProviders(problems *settings.Problems) {
	for _, name := range run.Scheduled() {
		p, optional := c.providers()[name]
		if !optional {
			continue
		}
		if text := os.Getenv(p.variable); !p.key.Given() && text != "" {
			*p.key = settings.NewSecret(text)
		}
		if *p.url != "" || p.key.Given() || p.key.Text() != "" {
			p.read(problems)
		}
	}
}

// read notes what is missing or wrong.
func (p *providerFlags) read(problems *settings.Problems) {
	problems.Read(p.name+"-url", p.url)
	if p.key.Given() || p.key.Text() == "" {
		problems.Read(p.name+"-key-file", p.key)
	}
}

// need notes what is missing of the provider of a pipeline that was asked for by name.
func (c *syncConfig) need(problems *settings.Problems, asked run.Pipeline) {
	if p, optional := c.providers()[asked]; optional && !c.configured(asked) {
		p.read(problems)
	}
}

// configured reports whether a pipeline has its provider, or needs none.
func (c *syncConfig) configured(name run.Pipeline) bool {
	p, optional := c.providers()[name]
	return !optional || *p.url != "" && p.key.Text() != ""
}

// contributions is nil for a club without a provider of contributions.
func (c *syncConfig) contributions() ports.Contributions {
	if !c.configured(run.Contributions) {
		return nil
	}
	return contributions.New(contributions.Options{URL: string(c.ContributionsURL), Key: c.ContributionsKeyFile.Text()})
}
