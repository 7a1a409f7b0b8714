package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/dustin/go-humanize"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/adapters/riverjobs"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/apps/server/internal/doctor"
)

type doctorCommand struct{ serveFlags }

// Help says what is looked at.
func (c *doctorCommand) Help() string {
	return "It takes the flags of serve and changes nothing. " +
		"Each line is ok, note (the club does without), warning (to be mended) " +
		"or fault (does not work), with what helps below it. The exit code is 1 when there is a fault."
}

// Run looks at everything that an operator can mend.
func (c *doctorCommand) Run(ctx context.Context, s streams) error {
	var problems settings.Problems
	config := c.parse(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	p := &patient{serveConfig: config}
	p.admit(ctx)
	checks := p.checks()
	faults, err := doctor.Print(s.stdout, checks, doctor.Examine(ctx, checks))
	if p.db != nil {
		err = errors.Join(err, p.db.Close())
	}
	if err == nil && faults > 0 {
		err = fmt.Errorf("doctor: what is a fault above must be mended (%d)", faults)
	}
	return err
}

// asService says how a command is run as the service of the package runs: by itself it has neither its user nor its settings.
func asService(command string) string { return " (with the package: clubhuis-run " + command + ")" }

// patient is an installation that is looked at.
type patient struct {
	serveConfig
	db       *gormstore.Store  // nil when there is none that this program can ask
	outbox   *riverjobs.Outbox // of the store
	health   gormstore.Health
	database []doctor.Finding
}

// checks are all matters, in the order in which they are told.
func (p *patient) checks() []doctor.Check {
	return []doctor.Check{
		{About: "settings", Look: p.settings},
		{About: "database", Look: func(context.Context) []doctor.Finding { return p.database }},
		{About: "files", Look: p.files},
		{About: "disk", Look: p.disk},
		{About: "clock", Look: p.clock},
		{About: "daily work", Look: p.work},
		{About: "backup", Look: p.backedUp},
		{About: "mail", Look: p.mail},
		{About: "payments", Look: p.payments},
		{About: "address", Look: doctor.Site{Base: p.BaseURL, Now: p.store.now}.Look},
		{About: "synchronization", Look: p.synchronization},
	}
}

// admit opens the database, if it is there and fits, and asks how it is.
func (p *patient) admit(ctx context.Context) {
	path, file := p.Path()
	if _, err := os.Stat(path); file && err != nil {
		p.database = []doctor.Finding{doctor.Fail("there is no database "+path,
			"start the server, which makes it, or name the right one with --database (relative to the folder that you are in)"+
				asService("doctor"))}
		return
	}
	store, err := gormstore.Open(ctx, string(p.URL))
	if err != nil {
		help := "look whether PostgreSQL runs (systemctl status postgresql) and whether the address, user and password are right"
		if file {
			help = "do this as the user of the server, who may read and write the file, and with its settings" + asService("doctor")
		}
		p.database = []doctor.Finding{doctor.Fail("the database can't be opened: "+err.Error(), help)}
		return
	}
	if p.database = p.examine(ctx, store); p.db == nil {
		_ = store.Close() // nothing was written
	}
}

// examine tells how the database is, and takes it when it can be asked.
func (p *patient) examine(ctx context.Context, store *gormstore.Store) []doctor.Finding {
	fits, err := current(ctx, store)
	_, postgres, poolErr := store.Pool()
	switch {
	case errors.Join(err, poolErr) != nil:
		return []doctor.Finding{doctor.Fail(errors.Join(err, poolErr).Error(),
			"use the program that migrated it, or bring back a backup of before")}
	case !fits && postgres:
		return []doctor.Finding{doctor.Fail("the database is not migrated",
			"stop all servers, then: clubhuis migrate"+asService("migrate"))}
	case !fits:
		return []doctor.Finding{doctor.Warn("the database is one of an earlier program", "start the server, which migrates it")}
	}
	if p.health, err = store.Health(ctx); err != nil {
		return []doctor.Finding{doctor.Fail("the database can't be read: "+err.Error(), "look into its log, and at the disk (dmesg)")}
	}
	if p.outbox, err = openOutbox(store, p.store.now); err != nil {
		return []doctor.Finding{doctor.Fail(err.Error(), "look into the log of the database")}
	}
	p.db = store
	size := humanize.Bytes(uint64(max(p.health.Bytes, 0))) //nolint:gosec // not below 0
	findings := []doctor.Finding{doctor.OK("%s, %s", p.URL, size)}
	for _, broken := range p.health.Broken {
		findings = append(findings, doctor.Fail("the file is damaged: "+broken,
			"stop the server, keep the file, and bring back the last backup"))
	}
	if err := store.TryWrite(ctx); err != nil {
		findings = append(findings, doctor.Fail("nothing can be written: "+err.Error(), "look at the disk, and at who owns the file"))
	}
	return append(findings, p.records(ctx)...)
}

// records tells of what can't be read in the database.
func (p *patient) records(ctx context.Context) (findings []doctor.Finding) {
	club := p.db.Stores().Directory
	if err := club.Load(ctx); err != nil {
		return []doctor.Finding{doctor.Fail("the club can't be read: "+err.Error(), "bring back the last backup, and report this")}
	}
	const keep = "open it on the page and save it again, or bring it back from a backup"
	if damaged := club.View().Damaged(); len(damaged) > 0 {
		findings = append(findings, doctor.Fail(fmt.Sprintf("people who can't be read stand in no list: %v", damaged), keep))
	}
	if damaged := club.View().DamagedGroups(); len(damaged) > 0 {
		findings = append(findings, doctor.Fail(fmt.Sprintf("teams that can't be read stand in no list: %v", damaged), keep))
	}
	if err := p.db.CheckSettings(ctx); err != nil {
		findings = append(findings, doctor.Warn(err.Error(), "it is as at first until somebody saves it again on the page"))
	}
	if findings == nil {
		findings = []doctor.Finding{doctor.OK("%d people, all of whom can be read", club.View().Size())}
	}
	return findings
}
