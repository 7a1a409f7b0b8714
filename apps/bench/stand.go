package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/apps/internal/program"
)

// stand is a program on a database of its own: a build of the server, or the floor.
type stand struct {
	target
	environment *environment
	binary      string
	kind        string        // of database
	name        string        // of the database, and of the folder with its files
	database    string        // where it is
	filling     time.Duration // how long `clubhuis seed` took
	ready       time.Duration // median time from the start of the process until it is ready
}

// seeded makes a database with a synthetic club by a build of the server, and lets each account have created its people.
func (w *environment) seeded(ctx context.Context, kind, binary, name string, size int) (*stand, error) {
	s := &stand{environment: w, binary: binary, kind: kind, name: name, target: target{passwords: map[account]string{}}}
	var err error
	if s.database, err = w.database(ctx, kind, name); err != nil {
		return nil, err
	}
	if kind == "postgres" {
		if _, err := s.command(ctx, "", "migrate"); err != nil {
			return nil, err
		}
	}
	begin := time.Now()
	if _, err := s.command(ctx, "", "seed", "--people", strconv.Itoa(size), "--seed", strconv.FormatUint(w.seed, 10)); err != nil {
		return nil, err
	}
	s.filling = time.Since(begin)
	for as, username := range accounts {
		if s.passwords[account(as)], err = s.addUser(ctx, username, roles[as]); err != nil {
			return nil, err
		}
	}
	if err := s.giveAuthors(ctx); err != nil {
		return nil, fmt.Errorf("say who created whom: %w", err)
	}
	if err := s.giveAccess(ctx); err != nil {
		return nil, fmt.Errorf("say who else sees whom: %w", err)
	}
	return s, s.tidied(ctx)
}

// addUser adds a user and returns an application password.
func (s *stand) addUser(ctx context.Context, username, role string) (string, error) {
	_, err := s.command(ctx, rand.Text(), "user", "add", "--username", username, "--email", username+"@voorbeeld.example",
		"--display-name", username, "--role", role, "--password-stdin")
	if err != nil {
		return "", err
	}
	password, err := s.command(ctx, "", "app-password", "add", "--username", username, "--name", "bench")
	return strings.TrimSpace(password), err
}

// giveAuthors has the accounts few and most have created their share of the people. The server reads it when it starts.
func (s *stand) giveAuthors(ctx context.Context) error {
	pool, err := s.open()
	if err != nil {
		return err
	}
	author := func(of account) string { return "(SELECT id FROM users WHERE username = '" + accounts[of] + "')" }
	people := fmt.Sprintf("CASE WHEN id %% 100 < %d THEN %s WHEN id %% 100 < %d THEN %s ELSE 0 END",
		fewEnd, author(few), mostEnd, author(most))
	statements := []string{"UPDATE people SET author = " + people}
	table := "SELECT COUNT(*) FROM sqlite_master WHERE name = 'person_keys'"
	if s.kind == "postgres" {
		table = "SELECT COUNT(*) FROM information_schema.tables WHERE table_name = 'person_keys'"
	}
	var keys int
	err = pool.QueryRowContext(ctx, table).Scan(&keys)
	if keys > 0 { // a build that keeps what lists are narrowed by in a table
		statements = append(statements,
			"UPDATE person_keys SET author_key = (SELECT CAST(author AS TEXT) FROM people WHERE id = person_id)")
	}
	for _, statement := range statements {
		if err == nil {
			_, err = pool.ExecContext(ctx, statement)
		}
	}
	return errors.Join(err, pool.Close())
}

// giveAccess gives the coordinator, the member of a workspace and the user of many shares what they see. An older build, which
// does not know these, keeps nothing of it.
func (s *stand) giveAccess(ctx context.Context) error {
	pool, err := s.open()
	if err != nil {
		return err
	}
	user := func(of account) string { return "(SELECT id FROM users WHERE username = '" + accounts[of] + "')" }
	ages, err := json.Marshal(map[string]any{"age_groups": givenAges})
	if err != nil {
		return err
	}
	for _, statement := range []string{
		"UPDATE users SET given = '" + string(ages) + "' WHERE id = " + user(coordinator),
		"INSERT INTO workspaces (id, author, author_name, created_at, modified_at, revision, editor, name, description) " +
			"VALUES (1, 0, '', 0, 0, 1, 0, 'Bench', '')",
		"INSERT INTO workspace_members (workspace_id, user_id, role, joined_at) VALUES (1, " + user(colleague) + ", 'owner', 0)",
		"UPDATE people SET document = replace(replace(document, '\"_visibility\":\"private\"', '\"_visibility\":\"workspace\"'), " +
			"'\"_assigned_workspaces\":[]', '\"_assigned_workspaces\":[1]') WHERE id % " + strconv.Itoa(together) + " = 0",
		"INSERT INTO person_shares (user_id, record_id, permission) SELECT " + user(shared) + ", id, 'view' FROM people WHERE id <= " +
			strconv.Itoa(sharedEnd),
	} {
		if err == nil {
			_, err = pool.ExecContext(ctx, statement)
		}
	}
	if s.binary != s.environment.binary {
		err = nil
	}
	return errors.Join(err, pool.Close())
}

func (s *stand) open() (*sql.DB, error) {
	if s.kind == "postgres" {
		return sql.Open("pgx", s.database)
	}
	return sql.Open("sqlite", "file:"+strings.TrimPrefix(s.database, "sqlite:")+"?_pragma=busy_timeout(10000)")
}

// tidied does what a PostgreSQL that runs for a while does by itself: its statistics are right, nothing is left to clean up.
// Nobody lies ready for the first start.
func (s *stand) tidied(ctx context.Context) error {
	if s.kind != "postgres" {
		return nil
	}
	var err error
	if s.postgres, err = mainProcess(s.database); err != nil {
		return err
	}
	pool, err := s.open()
	if err != nil {
		return err
	}
	if _, err = pool.ExecContext(ctx, forgetPeople); err == nil {
		_, err = pool.ExecContext(ctx, "VACUUM ANALYZE")
	}
	return errors.Join(err, pool.Close())
}

// forgetPeople lets a first start read everybody: those who lie ready for it on PostgreSQL were changed by hand here, which a
// server takes over only when it has served for a second (docs/decisions/0045).
const forgetPeople = "DO $$ BEGIN IF to_regclass('packed_people') IS NOT NULL THEN DELETE FROM packed_people; END IF; END $$"

// command runs one of the server's commands on its database, and returns what it prints.
func (s *stand) command(ctx context.Context, input string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, s.binary, append(args, s.places()...)...)
	var wrong bytes.Buffer
	command.Stdin, command.Stderr = strings.NewReader(input), &wrong
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", s.title(), args[0], err, bytes.TrimSpace(wrong.Bytes()))
	}
	return string(out), nil
}

// title returns what errors call the stand.
func (s *stand) title() string { return filepath.Base(s.binary) + " on " + s.name }

func (s *stand) folder() string { return filepath.Join(s.environment.folder, s.name) }

// key returns where the server's secret is.
func (s *stand) key() string { return filepath.Join(s.folder(), "clubhuis.key") }

// places returns the flags that every command of the server has.
func (s *stand) places() []string {
	return []string{"--database", s.database, "--files", filepath.Join(s.folder(), "files")}
}

// start starts the server and returns how long it takes until it is ready.
func (s *stand) start(ctx context.Context, more ...string) (time.Duration, error) {
	begin := time.Now()
	args := slices.Concat([]string{"serve", "--listen", "127.0.0.1:0", "--secret-key-file", s.key()}, s.places(), more)
	server, err := program.Start(ctx, "server", s.folder(), s.binary, args...)
	if err != nil {
		return 0, err
	}
	s.Process = server
	asking := client(1)
	defer asking.CloseIdleConnections()
	ready := get("/readyz", func(status int, _ http.Header, body []byte) error {
		if status != http.StatusOK {
			return unexpected(status, body)
		}
		return nil
	})
	const patience, pause = 5 * time.Minute, time.Millisecond
	for {
		err := s.ask(ctx, asking, administrator, ready, new(bytes.Buffer))
		if err == nil {
			return time.Since(begin), nil
		}
		if ctx.Err() != nil || time.Since(begin) > patience {
			return 0, fmt.Errorf("the server does not get ready: %w", err)
		}
		time.Sleep(pause)
	}
}

// leavePeople runs a server on PostgreSQL until people lie ready for its next start. An idle one does that by itself
// (docs/decisions/0045); one that does not within a minute, as an older build, is left alone.
func (s *stand) leavePeople(ctx context.Context) error {
	if s.kind != "postgres" {
		return nil
	}
	pool, err := s.open()
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	there := false
	if err := pool.QueryRowContext(ctx, "SELECT to_regclass('packed_people') IS NOT NULL").Scan(&there); err != nil || !there {
		return err
	}
	if _, err := s.start(ctx); err != nil {
		return err
	}
	const patience, pause = time.Minute, 100 * time.Millisecond
	for begin := time.Now(); time.Since(begin) < patience; time.Sleep(pause) {
		ready := false
		if err := pool.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM packed_people)").Scan(&ready); err != nil {
			return errors.Join(err, s.Stop())
		}
		if ready {
			break
		}
	}
	return s.Stop()
}

// timeStarts starts the server so many times and keeps the median of the times until it is ready. The last one stays.
func (s *stand) timeStarts(ctx context.Context, times int) error {
	if times > 1 {
		if err := s.leavePeople(ctx); err != nil {
			return err
		}
	}
	var took []time.Duration
	for n := range times {
		one, err := s.start(ctx)
		if err != nil {
			return err
		}
		took = append(took, one)
		if n < times-1 {
			if err := s.Stop(); err != nil {
				return err
			}
		}
	}
	s.ready = percentile(took, .5)
	return nil
}

// teams returns the numbers of some of the club's.
func (s *stand) teams(ctx context.Context) (teams []int64, err error) {
	asking := client(1)
	defer asking.CloseIdleConnections()
	asked := get(teamCollection+"?per_page=100&_fields=id", func(status int, _ http.Header, body []byte) error {
		var list []struct{ ID int64 }
		if err := json.Unmarshal(body, &list); err != nil || status != http.StatusOK || len(list) == 0 {
			return unexpected(status, body)
		}
		for _, team := range list {
			teams = append(teams, team.ID)
		}
		return nil
	})
	return teams, s.ask(ctx, asking, administrator, asked, new(bytes.Buffer))
}

// close stops the process and removes the database.
func (s *stand) close(ctx context.Context) error {
	var failures []error
	if s.Process != nil {
		failures = append(failures, s.Stop())
	}
	if s.kind == "postgres" {
		failures = append(failures, s.environment.postgres.DropDatabase(ctx, s.name))
	}
	return errors.Join(append(failures, os.RemoveAll(s.folder()))...)
}
