package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/matchfeed"
)

// matchesOf is a club data service in this process, and the flags by which a server asks it.
type matchesOf struct {
	server *http.Server
	flags  []string
}

// matches lets the teams of a club play. Larger clubs play as much: it is the matches of seven days that are shown.
func (w *environment) matches(of club.Club) (*matchesOf, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	var teams []matchfeed.Team
	for _, g := range of.Groups {
		if g.PublicID != "" {
			teams = append(teams, matchfeed.Team{Name: g.Title, Code: g.PublicID})
		}
	}
	provider := matchfeed.New(matchfeed.Options{Teams: func() []matchfeed.Team { return teams }})
	m := &matchesOf{server: &http.Server{Handler: provider, ReadHeaderTimeout: time.Minute}}
	go func() { _ = m.server.Serve(listener) }() // it ends when it is closed
	key := filepath.Join(w.folder, "matches.key")
	m.flags = []string{"--matches-url", "http://" + listener.Addr().String(), "--matches-key-file", key}
	return m, os.WriteFile(key, []byte(provider.Key), 0o600)
}

func (m *matchesOf) close() { _ = m.server.Close() }

// givenTeams is how many teams the board member coordinates.
const givenTeams = 10

// giveDay gives the board member ten teams that play matches, and makes so many users who each have a team and the people of an
// age. The server reads it when it starts.
func (s *stand) giveDay(ctx context.Context, users int) (teams []int64, err error) {
	pool, err := s.open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	found, err := pool.QueryContext(ctx, "SELECT id FROM groups WHERE removed_at = 0 AND document LIKE '%\"publicteamid\":\"%' "+
		"AND document NOT LIKE '%\"publicteamid\":\"\"%' ORDER BY id LIMIT $1", givenTeams)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, found.Close()) }()
	for found.Next() {
		var id int64
		if err := found.Scan(&id); err != nil {
			return nil, err
		}
		teams = append(teams, id)
	}
	if err := found.Err(); err != nil {
		return nil, err
	}
	if len(teams) < givenTeams {
		return nil, fmt.Errorf("only %d teams play matches", len(teams))
	}
	chairs, err := json.Marshal(map[string]any{"teams": teams})
	if err != nil {
		return nil, err
	}
	var given strings.Builder // what the i-th user was given
	given.WriteString("CASE i % 10")
	for i, team := range teams {
		fmt.Fprintf(&given, " WHEN %d THEN '{\"teams\":[%d],\"age_groups\":[\"%s\"]}'", i, team, givenAges[i%len(givenAges)])
	}
	given.WriteString(" END")
	for _, statement := range []string{
		"UPDATE users SET given = '" + string(chairs) + "' WHERE username = '" + accounts[chair] + "'",
		"INSERT INTO users (username, email, display_name, name_key, search_key, roles, demo, password_hash, registered_at, active_at, " +
			fmt.Sprintf("given) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", users) +
			"SELECT 'lezer' || i, 'lezer' || i || '@voorbeeld.example', 'Lezer ' || i, 'lezer ' || i, 'lezer ' || i, roles, demo, " +
			"password_hash, registered_at, active_at, " + given.String() + " FROM n, users WHERE username = '" + accounts[few] + "'",
	} {
		if _, err := pool.ExecContext(ctx, statement); err != nil {
			return nil, err
		}
	}
	return teams, nil
}

// planDay lets the teams train, plans shifts that lack people, gives the board member tasks, and waits until the matches are there.
func (s *stand) planDay(ctx context.Context, teams []int64) error {
	type object = map[string]any
	const shifts, pitches, blocks = "/api/club/v1/shifts/series", "/api/club/v1/training/pitches", "/api/club/v1/training/blocks"
	const daysOfShifts, tasks, overdue = 28, 20, 5
	for i := range givenTeams {
		first := today().AddDays(i % 7)
		shift := object{"title": fmt.Sprint("Dienst ", i), "date": first.String(), "start": "19:00", "end": "23:00", "capacity": 3,
			"published": true, "until": first.AddDays(daysOfShifts).String()}
		if err := s.post(ctx, administrator, shifts, shift, nil); err != nil {
			return err
		}
	}
	var pitch struct{ ID int64 }
	if err := s.post(ctx, administrator, pitches, object{"name": "Veld 1"}, &pitch); err != nil {
		return err
	}
	for i, team := range teams {
		block := object{"day": i%7 + 1, "start": "18:00", "end": "19:30", "pitch_id": pitch.ID, "team_ids": []int64{team}}
		if err := s.post(ctx, administrator, blocks, block, nil); err != nil {
			return err
		}
	}
	for i := range tasks {
		one := object{"content": fmt.Sprint("Taak ", i), "due_date": today().AddDays(i - overdue).String()}
		if err := s.post(ctx, chair, "/api/club/v1/todos", one, nil); err != nil {
			return err
		}
	}
	return s.matchesCome(ctx)
}

// matchesCome waits until the server has fetched the matches.
func (s *stand) matchesCome(ctx context.Context) error {
	const patience, pause = 2 * time.Minute, 50 * time.Millisecond
	for begin := time.Now(); ctx.Err() == nil; time.Sleep(pause) {
		var shown struct{ Matches []json.RawMessage }
		if err := s.read(ctx, "/api/club/v1/dashboard/matches", &shown); err != nil {
			return err
		}
		if len(shown.Matches) > 0 {
			return nil
		}
		if time.Since(begin) > patience {
			return errors.New("no matches come")
		}
	}
	return ctx.Err()
}
