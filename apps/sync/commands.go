package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/alecthomas/kong"

	"github.com/clubhuis/clubhuis/adapters/github"
	"github.com/clubhuis/clubhuis/adapters/laposta"
	"github.com/clubhuis/clubhuis/adapters/lettermint"
	"github.com/clubhuis/clubhuis/apps/internal/manual"
)

// commands are the program's commands and their flags. Every flag can be set as CLUBSYNC_<FLAG> in the environment, and every
// command takes all of the settings.
type commands struct {
	syncFlags
	Run       runCommand       `cmd:"" help:"Run a pipeline now."`
	Serve     serveCommand     `cmd:"" help:"Serve the API and run the pipelines on their schedule."`
	Feedback  feedbackCommand  `cmd:"" help:"Let the coding agent work at approved feedback; without --run print the item that it would take."`
	Unlock    unlockCommand    `cmd:"" help:"Remove the lock that an interrupted run left."`
	Verify    verifyCommand    `cmd:"" help:"Compare the club site, the application and the e-mail lists with what is remembered of them."`
	Runs      runsCommand      `cmd:"" help:"List the newest runs."`
	Report    reportCommand    `cmd:"" help:"Print the summary of a run again."`
	Conflicts conflictsCommand `cmd:"" help:"List what was changed on the club site and in the application, and which value stayed."`
	Config    struct {
		Check   configCheckCommand   `cmd:"" help:"Check the settings and print them, secrets masked."`
		Profile configProfileCommand `cmd:"" help:"Print the site profile, to change it and name it with --site-profile."`
	} `cmd:"" help:"Configuration."`
	User struct {
		Add      userAddCommand      `cmd:"" help:"Add somebody who may sign in to the operators' pages; the password is read from standard input."`
		List     userListCommand     `cmd:"" help:"List who may sign in."`
		Password userPasswordCommand `cmd:"" help:"Give somebody another password, and end the sessions."`
		Remove   userRemoveCommand   `cmd:"" help:"Let somebody sign in no more, and end the sessions."`
	} `cmd:"" help:"Who may sign in to the operators' pages."`
	Backup struct {
		Make   backupMakeCommand   `cmd:"" default:"withargs" help:"Make a backup, and try it out."`
		Verify backupVerifyCommand `cmd:"" help:"Bring a backup back into a throw-away database, and compare."`
	} `cmd:"" help:"Backups."`
	Restore restoreCommand `cmd:"" help:"Bring a backup back into an empty database."`
	Copy    copyCommand    `cmd:"" help:"Move what is remembered to another database."`
	Migrate migrateCommand `cmd:"" help:"Bring the database to this program's schema."`
	Manual  manual.Command `cmd:"" hidden:"" help:"Print the man page, or the completions of a shell."`
}

// streams are what a command writes. stdout carries the command's own result alone.
type streams struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

// The exit codes beside 0.
const (
	exitFailed = 1 // also when a run had errors
	exitUsage  = 2
)

// errReported ends a command that failed and has said so.
var errReported = errors.New("failed")

// execute is the whole program. It returns the exit code.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var all commands
	exit := -1
	parser, err := newParser(&all, kong.Writers(stdout, stderr), kong.Exit(func(code int) { exit = code }),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(streams{os.Stdin, stdout, stderr}, &all.syncFlags))
	if err != nil {
		panic(err) // the struct above is wrong
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(withoutAddresses{stderr}, &slog.HandlerOptions{Level: slog.LevelWarn})))
	command, err := parser.Parse(args)
	if exit >= 0 {
		return exit // help was asked for
	}
	if err != nil {
		fmt.Fprintf(stderr, "clubsync: %v\nclubsync: see 'clubsync --help'\n", err)
		return exitUsage
	}
	switch err = command.Run(); {
	case errors.Is(err, errReported):
		return exitFailed
	case err != nil:
		fmt.Fprintf(stderr, "clubsync: %v\n", err)
		return exitFailed
	}
	return 0
}

// newParser returns the parser of the program's arguments.
func newParser(all *commands, options ...kong.Option) (*kong.Kong, error) {
	return kong.New(all, append(options, kong.Name("clubsync"),
		kong.Description("Keeps the club application like the federation's club administration site."),
		kong.DefaultEnvars("CLUBSYNC"), kong.Vars{
			"lists": laposta.URL, "mail": lettermint.URL, "forge": github.URL,
			"database": "", "database_help": "default: clubsync.db in --data",
		})...)
}
