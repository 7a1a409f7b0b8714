package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/apps/internal/program"
)

// site is what is attacked: the server, and the users that attack it.
type site struct {
	address string // http://…
	root    string // first part of the API's paths: "/api"
	log     string // file with the server's log, "" for none
	mails   string // folder with what was mailed, "" for none
	users   []*identity
	marks   marks

	stop func() error
}

func (s *site) close() error {
	if s.stop == nil {
		return nil
	}
	return s.stop()
}

// people is how many there are in the club before anybody is planted.
const people = 40

// startSite fills an empty database with a club and its users, and starts the server.
func startSite(ctx context.Context, binary, folder, database string, seed uint64) (*site, error) {
	places := []string{"--database", database, "--files", filepath.Join(folder, "files")}
	command := func(input string, args ...string) (string, error) {
		command := exec.CommandContext(ctx, binary, append(args, places...)...)
		var wrong bytes.Buffer
		command.Stdin, command.Stderr = strings.NewReader(input), &wrong
		out, err := command.Output()
		if err != nil {
			return "", fmt.Errorf("clubhuis %s: %w: %s", strings.Join(args[:min(2, len(args))], " "), err, bytes.TrimSpace(wrong.Bytes()))
		}
		return strings.TrimSpace(string(out)), nil
	}
	if _, err := command("", "migrate"); err != nil {
		return nil, err
	}
	if _, err := command("", "seed", "--people", strconv.Itoa(people), "--seed", strconv.FormatUint(seed, 10)); err != nil {
		return nil, err
	}
	s := &site{root: "/api", users: identities(), marks: newMarks(mathrand.New(mathrand.NewPCG(seed, 0)))}
	for _, user := range s.users {
		if user.role == "" {
			continue
		}
		user.password, user.mail = rand.Text(), s.marks.new(user)+"@voorbeeld.example"
		_, err := command(user.password, "user", "add", "--username", user.name, "--email", user.mail,
			"--display-name", "Gebruiker "+user.name, "--role", user.role, "--password-stdin")
		if err != nil {
			return nil, err
		}
		if user.browser {
			continue
		}
		user.renew = func() error {
			password, err := command("", "app-password", "add", "--username", user.name, "--name", s.marks.new(user))
			user.password = password
			return err
		}
		if err := user.renew(); err != nil {
			return nil, err
		}
	}
	server, err := program.Start(ctx, "server", folder, binary, append([]string{"serve", "--listen", "127.0.0.1:0",
		"--trusted-proxies", "127.0.0.1", "--secret-key-file", filepath.Join(folder, "clubhuis.key"),
		"--mail", "dir:" + filepath.Join(folder, "mail")}, places...)...)
	if err != nil {
		return nil, err
	}
	s.address, s.log, s.mails = server.Address, server.Log, filepath.Join(folder, "mail")
	s.stop = func() error { return errors.Join(server.Stop(), os.Remove(server.Log)) }
	return s, nil
}
