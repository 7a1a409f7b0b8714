package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/apps/server/internal/demo"
	"github.com/clubhuis/clubhuis/core/usecase"
	"github.com/clubhuis/clubhuis/fixtures/matchfeed"
	"github.com/clubhuis/clubhuis/fixtures/payments"
)

// synthetic says which synthetic club to make.
type synthetic struct {
	People int    `default:"1500" help:"How many people (${default})."`
	Seed   uint64 `default:"1" help:"Which of the many clubs of that size (${default})."`
}

func (s synthetic) check(problems *settings.Problems) {
	if s.People < 0 || s.People > demo.MostPeople {
		problems.Add("people", "must be 0 to %d", demo.MostPeople)
	}
}

type seedCommand struct {
	storeFlags
	synthetic
}

// Run fills an empty database.
func (c *seedCommand) Run(ctx context.Context) error {
	var problems settings.Problems
	c.check(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	err := c.withNew(ctx, func(p *program) error {
		if err := p.load(ctx); err != nil {
			return err
		}
		if !p.maker().Empty() {
			return errors.New("the database already holds people; only an empty one can be seeded")
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.with(ctx, func(p *program) error { // which holds nothing in memory: half the time goes by otherwise
		if err := p.maker().Seed(ctx, demo.Size(c.synthetic)); err != nil {
			return err
		}
		return p.store.LeavePeople(ctx)
	})
}

type adornCommand struct{ serveFlags }

// Run goes on with a demo beside its server, whose key seals what the server reads.
func (c *adornCommand) Run(ctx context.Context) error {
	var problems settings.Problems
	config := c.parse(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	p, err := open(ctx, config.store, false, func(a *usecase.Adapters) (err error) {
		a.Key, err = readKey(config.SecretKeyFile)
		return err
	})
	if err != nil {
		return err
	}
	if err := p.load(ctx); err != nil {
		return errors.Join(err, p.close())
	}
	return errors.Join(p.maker().Adorn(ctx), p.close())
}

// maker returns what fills the program's database.
func (p *program) maker() demo.Maker {
	return demo.Maker{Stores: p.store.Stores(), Atomic: p.store, Club: p.club, Operator: p.operator}
}

// pretendPayments lets the members of a demo pay at a provider that is made up, unless the operator names one. It serves until
// stop.
func (c *serveConfig) pretendPayments() (stop func(), err error) {
	if c.Payments != "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	provider := payments.New(payments.Options{Now: c.store.now})
	server := &http.Server{Handler: provider, ReadHeaderTimeout: pretendedWithin}
	go func() { _ = server.Serve(listener) }() // it ends when it is closed
	c.Payments = settings.Address("http://" + listener.Addr().String())
	c.PaymentsKeyFile = settings.NewSecret(provider.Key)
	return func() { _ = server.Close() }, nil
}

// pretendedWithin is how long the provider of a demo waits for the head of a request.
const pretendedWithin = 10 * time.Second

type demoCommand struct {
	serveFlags
	synthetic
	Arrive bool `help:"Make the users and the labels alone: the people come by the synchronization, as the user synchronisatie."`
}

// Run fills an empty database, prints how to sign in, and serves.
func (c *demoCommand) Run(ctx context.Context, s streams) error {
	var problems settings.Problems
	config := c.parse(&problems)
	c.check(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	stop, err := config.pretendPayments()
	if err != nil {
		return err
	}
	defer stop()
	var p *program
	end, err := config.pretendMatches(func() []matchfeed.Team { return p.matchTeams() })
	if err != nil {
		return err
	}
	defer end()
	p, err = config.open(ctx, true)
	if err != nil {
		return err
	}
	if c.Arrive {
		err = p.maker().Prepare(ctx)
	} else {
		err = p.maker().Fill(ctx, demo.Size(c.synthetic))
	}
	if err != nil {
		return errors.Join(err, p.close())
	}
	return errors.Join(p.serve(ctx, config, s, func() error { return demo.Announce(s.stdout) }), p.close())
}
