package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/clubhuis/clubhuis/apps/internal/manual"
	"github.com/clubhuis/clubhuis/core/directory"
)

// commands are the program's commands and their flags. Every flag can be set as CLUBHUIS_<FLAG> in the environment.
type commands struct {
	Serve   serveCommand   `cmd:"" help:"Serve the application."`
	Demo    demoCommand    `cmd:"" help:"Serve a synthetic club, made in an empty database."`
	Seed    seedCommand    `cmd:"" help:"Fill an empty database with a synthetic club."`
	Adorn   adornCommand   `cmd:"" help:"Let something happen in a demo whose people arrived: notes, tasks, shifts, invoices. A second time it does nothing."`
	Migrate migrateCommand `cmd:"" help:"Bring the database to this program's schema."`
	User    struct {
		Add      userAddCommand         `cmd:"" help:"Add a user; the password is read from standard input."`
		Link     userLinkCommand        `cmd:"" help:"Say which person a user is."`
		List     userListCommand        `cmd:"" help:"List the users."`
		Block    userBlockCommand       `cmd:"" help:"Keep a user out from now on."`
		Unblock  userUnblockCommand     `cmd:"" help:"Let a blocked user sign in again."`
		Roles    userRolesCommand       `cmd:"" help:"Set the roles of a user."`
		Password userPasswordCommand    `cmd:"" help:"Give a user another password, and end the sessions."`
		Email    userEmailCommand       `cmd:"" help:"Give a user another e-mail address. The one before is told."`
		NoFactor userResetFactorCommand `cmd:"" name:"reset-second-factor" help:"Turn the second factor of a user off, whose phone and recovery codes are lost."`
		SignOut  userSignOutCommand     `cmd:"" help:"End all sessions of a user and revoke the application passwords."`
	} `cmd:"" help:"Users."`
	AppPassword struct {
		Add appPasswordAddCommand `cmd:"" help:"Make an application password and print it."`
	} `cmd:"" help:"Passwords of programs."`
	Job struct {
		Run    jobRunCommand    `cmd:"" help:"Run daily work now."`
		Failed jobFailedCommand `cmd:"" help:"List the jobs that did not succeed."`
		Retry  jobRetryCommand  `cmd:"" help:"Let a failed job run at once."`
	} `cmd:"" help:"Daily work, and jobs that the server does by itself."`
	Key struct {
		Rotate keyRotateCommand `cmd:"" help:"Give all sealed secrets a new key, while no server runs."`
	} `cmd:"" help:"The key of this installation."`
	Backup struct {
		Make   backupMakeCommand   `cmd:"" default:"withargs" help:"Make a backup while the server runs, and try it out."`
		Verify backupVerifyCommand `cmd:"" help:"Bring a backup back into a throw-away database, and compare."`
	} `cmd:"" help:"Backups."`
	Import struct {
		Predecessor importPredecessorCommand `cmd:"" help:"Bring a club from the application that it had before."`
		People      importPeopleCommand      `cmd:"" help:"Register and change people as a file says."`
		List        importListCommand        `cmd:"" help:"List the newest imports of files."`
		Undo        importUndoCommand        `cmd:"" help:"Take the import of a file back."`
	} `cmd:"" help:"Moving in."`
	Restore restoreCommand `cmd:"" help:"Bring a backup back into an empty database."`
	Copy    copyCommand    `cmd:"" help:"Move a club to another database."`
	Doctor  doctorCommand  `cmd:"" help:"Look whether everything is well, and say what helps."`
	Config  struct {
		Check configCheckCommand `cmd:"" help:"Check serve's flags and print them, secrets masked."`
	} `cmd:"" help:"Configuration."`
	Version versionCommand `cmd:"" help:"Print the version."`
	Manual  manual.Command `cmd:"" hidden:"" help:"Print the man page, or the completions of a shell."`
}

// streams are what a command reads and writes. stdout carries the command's own result alone.
type streams struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

// run is the whole program. It returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var all commands
	exit := -1
	parser, err := newParser(onlyCalled(&all, args), kong.Writers(stdout, stderr), kong.Exit(func(code int) { exit = code }),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(streams{stdin, stdout, stderr}))
	if err != nil {
		panic(err) // the struct above is wrong
	}
	slog.SetDefault(slog.New(slog.NewTextHandler(stderr, nil)))
	command, err := parser.Parse(args)
	if exit >= 0 {
		return exit // help was asked for
	}
	if err == nil {
		err = command.Run()
	}
	if err != nil {
		fmt.Fprintf(stderr, "clubhuis: %v\n", err)
		if own, ok := errors.AsType[exitError](err); ok {
			return own.code
		}
		return 1
	}
	return 0
}

// onlyCalled returns the definition of the command that args call. A parser reads the definition of each flag that it gets:
// those of all commands take a tenth of a start. When args call no command, or a hidden one, which may ask for the others, it
// returns all.
func onlyCalled(all *commands, args []string) any {
	if len(args) == 0 {
		return all
	}
	for field := range reflect.TypeFor[commands]().Fields() {
		_, hidden := field.Tag.Lookup("hidden")
		if !hidden && strings.EqualFold(field.Name, strings.ReplaceAll(args[0], "-", "")) {
			return reflect.New(reflect.StructOf([]reflect.StructField{field})).Interface()
		}
	}
	return all
}

// newParser returns the parser of the program's arguments, as commands, or some of them, define it.
func newParser(commands any, options ...kong.Option) (*kong.Kong, error) {
	const database = "sqlite:var/clubhuis.db"
	return kong.New(commands, append(options, kong.Name("clubhuis"),
		kong.Description("The administration of an amateur sports club."),
		kong.DefaultEnvars("CLUBHUIS"), kong.UsageOnError(), kong.Vars{
			"directory_limit": strconv.Itoa(directory.DefaultLimit), "database": database, "database_help": database,
		})...)
}
