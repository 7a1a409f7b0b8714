package main

import (
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/adapters/contributions"
	"github.com/clubhuis/clubhuis/adapters/freescout"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/sync/customer"
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

// customerFields are the numbers that the fields of the club's own have at the helpdesk; 0 for one that it does not have.
type customerFields struct {
	UnionTeams     int `env:"CLUBSYNC_HELPDESK_FIELD_UNION_TEAMS,FREESCOUT_FIELD_UNION_TEAMS" default:"1" placeholder:"N" help:"Number of the helpdesk's field for the teams of a customer (${default}); 0 for none, and so for the others."`
	PublicPersonID int `name:"public-person-id" env:"CLUBSYNC_HELPDESK_FIELD_PUBLIC_PERSON_ID,FREESCOUT_FIELD_PUBLIC_PERSON_ID" default:"4" placeholder:"N" help:"… for the member code (${default})."`
	MemberSince    int `env:"CLUBSYNC_HELPDESK_FIELD_MEMBER_SINCE,FREESCOUT_FIELD_MEMBER_SINCE" default:"5" placeholder:"N" help:"… for the day on which the membership began (${default})."`
	NikkiSaldo     int `env:"CLUBSYNC_HELPDESK_FIELD_NIKKI_SALDO,FREESCOUT_FIELD_NIKKI_SALDO" default:"7" placeholder:"N" help:"… for what is left to pay of the newest contribution (${default})."`
	NikkiStatus    int `env:"CLUBSYNC_HELPDESK_FIELD_NIKKI_STATUS,FREESCOUT_FIELD_NIKKI_STATUS" default:"8" placeholder:"N" help:"… for its status (${default})."`
	RelationEnd    int `env:"CLUBSYNC_HELPDESK_FIELD_RELATION_END,FREESCOUT_FIELD_RELATION_END" default:"9" placeholder:"N" help:"… for the day on which the last function ended (${default})."`
}

func (f *customerFields) numbers() customer.Numbers {
	return customer.Numbers{
		customer.UnionTeams: f.UnionTeams, customer.PublicPersonID: f.PublicPersonID, customer.MemberSince: f.MemberSince,
		customer.NikkiBalance: f.NikkiSaldo, customer.NikkiStatus: f.NikkiStatus, customer.RelationEnd: f.RelationEnd,
	}
}

// read notes numbers that are none, and those that two fields have.
func (f *customerFields) read(problems *settings.Problems) {
	taken := map[int]customer.Field{}
	numbers := f.numbers()
	for _, field := range slices.Sorted(maps.Keys(numbers)) {
		number, flag := numbers[field], "helpdesk-field-"+strings.ReplaceAll(string(field), "_", "-")
		switch other, twice := taken[number]; {
		case number < 0:
			problems.Add(flag, "must be 0 or more")
		case number > 0 && twice:
			problems.Add(flag, "has the number of %s", strings.ReplaceAll(string(other), "_", "-"))
		}
		taken[number] = field
	}
}

// providers are those of the pipelines that a club may go without.
func (c *syncConfig) providers() map[run.Pipeline]providerFlags {
	return map[run.Pipeline]providerFlags{
		run.Contributions: {"contributions", "NIKKI_API_KEY", &c.ContributionsURL, &c.ContributionsKeyFile},
		run.Helpdesk:      {"helpdesk", "FREESCOUT_API_KEY", &c.HelpdeskURL, &c.HelpdeskKeyFile},
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
	c.HelpdeskField.read(problems)
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

// helpdesk is nil for a club without a helpdesk.
func (c *syncConfig) helpdesk() ports.Helpdesk {
	if !c.configured(run.Helpdesk) {
		return nil
	}
	return freescout.New(freescout.Options{URL: string(c.HelpdeskURL), Key: c.HelpdeskKeyFile.Text()})
}
