package main

import (
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/apps/server/internal/demo"
	"github.com/clubhuis/clubhuis/fixtures/club"
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
	err := c.with(ctx, func(p *program) error {
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
		return p.maker().Seed(ctx, demo.Size(c.synthetic))
	})
}

// maker returns what fills the program's database.
func (p *program) maker() demo.Maker {
	return demo.Maker{Stores: p.store.Stores(), Atomic: p.store, Club: p.club, Operator: p.operator}
}

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
	if config.ClubName == "Clubhuis" {
		config.ClubName, config.store.ClubName = club.Name, club.Name
	}
	p, err := config.open(ctx, true)
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
