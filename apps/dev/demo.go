package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// lookForBrowser finds or installs the browser that the synchronization needs. A
// demo without one has a club that is there from the start.
func (s *session) lookForBrowser(ctx context.Context) (string, error) {
	if err := s.need(ctx, chromiumTool); err != nil {
		if ctx.Err() != nil {
			return "", err
		}
		s.noBrowser = err
		return "none", nil
	}
	return s.chromium, nil
}

// serveDemo starts the demo: the server, and around it a made-up world from which
// the club arrives.
func (s *session) serveDemo(ctx context.Context) error {
	args := s.args
	if setting(args, "--database") == "" && setting(args, "--database-file") == "" {
		args = append([]string{"--database", "sqlite:var/demo.db"}, args...)
	}
	store := s.demoStore(args)
	switch made, err := store.madeThere(); {
	case err != nil:
		return s.say(err)
	case s.noBrowser != nil:
		s.tell("without a browser the club cannot arrive: it is there already")
		s.tell("%v", s.noBrowser)
	case made:
		s.tell("the club of this database did not arrive: to see one arrive, remove %s", store.database)
	default:
		return s.serveArrival(ctx, args, store)
	}
	return s.foreground(ctx, s.command(ctx, ".", s.binary(), append([]string{"demo"}, args...)...))
}

// tell writes a line beside what the programs write.
func (s *session) tell(format string, args ...any) {
	fmt.Fprintf(s.stderr, "==> "+format+"\n", args...)
}

// say tells an error, which ends the demo.
func (s *session) say(err error) error {
	fmt.Fprintf(s.stderr, "dev: %v\n", err)
	return err
}

// arrival is a demo whose club arrives.
type arrival struct {
	*session
	demoStore
	args   []string // of the server
	memory demoMemory
	key    string // that the server and the synchronization share
	listen string // where the synchronization does

	server      *child
	application string // address of the server
	world       world
	syncLog     *os.File
	others      []*child // beside the server
}

// world is the line that fakeworld prints.
type world struct {
	Clubsite struct {
		URL      string `json:"url"`
		Username string `json:"username"`
		Password string `json:"password"`
		Secret   string `json:"otp_secret"`
	} `json:"clubsite"`
	Maillist struct {
		URL   string   `json:"url"`
		Key   string   `json:"key"`
		Lists []string `json:"lists"`
	} `json:"maillist"`
	Maildelivery struct {
		URL   string `json:"url"`
		Token string `json:"token"`
	} `json:"maildelivery"`
	Helpdesk struct {
		URL string `json:"url"`
		Key string `json:"key"`
	} `json:"helpdesk"`
	Contributions struct {
		URL string `json:"url"`
		Key string `json:"key"`
	} `json:"contributions"`
	Forge struct {
		URL        string `json:"url"`
		Token      string `json:"token"`
		Repository string `json:"repository"`
	} `json:"forge"`
}

// serveArrival serves until the server ends, and then ends what stands around it.
// What fails around the server is told, and the server goes on.
func (s *session) serveArrival(ctx context.Context, args []string, store demoStore) error {
	d := &arrival{session: s, demoStore: store, args: args, key: rand.Text() + rand.Text()}
	var err error
	if d.memory, err = store.open(args, time.Now()); err != nil {
		return s.say(err)
	}
	if err := store.remember(d.memory); err != nil {
		return s.say(err)
	}
	if d.memory.other(args) {
		s.tell("this demo goes on with its club of %d people; for another one remove %s", d.memory.People, store.database)
	}
	if d.listen, err = freeAddress(ctx); err != nil {
		return s.say(err)
	}
	if d.syncLog, err = store.log("clubsync"); err != nil {
		return s.say(err)
	}
	around, stop := context.WithCancel(ctx)
	defer func() {
		stop()
		for _, c := range d.others {
			<-c.ended
		}
		_ = d.syncLog.Close() // what stands in it was written long ago
	}()
	up, err := d.startServer(ctx)
	if err != nil {
		return err
	}
	select {
	case d.application = <-up:
	case <-d.server.ended:
		return d.server.err // it said why, or it was asked for its flags
	}
	if err := d.arrive(around); err != nil && ctx.Err() == nil && !d.server.over() {
		var failed *commandError
		if errors.As(err, &failed) {
			fmt.Fprintf(s.stderr, "%s\n", failed.output)
		}
		s.tell("de club komt niet verder binnen: %v", err)
		s.tell("what the programs said is in %s", store.shown("*.log"))
	}
	return d.server.wait()
}

// startServer starts the server, and returns where its address comes.
func (d *arrival) startServer(ctx context.Context) (<-chan string, error) {
	log, err := d.log("clubhuis")
	if err != nil {
		return nil, d.say(err)
	}
	args := append([]string{"demo", "--arrive", "--sync-url", "http://" + d.listen}, d.args...)
	cmd := d.command(ctx, ".", d.binary(), args...)
	cmd.Env = append(cmd.Env, "SYNC_API_KEY="+d.key)
	up := make(chan string, 1)
	cmd.Stdout = &lineWriter{line: func(line string) {
		fmt.Fprintln(d.stdout, line)
		if address, found := strings.CutPrefix(line, "listening on "); found {
			up <- address
		}
	}}
	// A club that arrives is many requests a second, and nobody could read
	// anything between their lines.
	cmd.Stderr = &lineWriter{line: func(line string) {
		fmt.Fprintln(log, line)
		if !strings.Contains(line, "level=INFO") {
			fmt.Fprintln(d.stderr, line)
		}
	}}
	d.server, err = d.launch(ctx, cmd)
	return up, errors.Join(err, closeAfter(d.server, log))
}

// arrive starts what stands around the server, lets the club arrive, and serves the
// synchronization until the server ends.
func (d *arrival) arrive(ctx context.Context) error {
	if err := d.startWorld(ctx); err != nil {
		return err
	}
	if err := d.keepSecrets(ctx); err != nil {
		return err
	}
	if err := d.synchronize(ctx); err != nil {
		return err
	}
	d.tell("de club is binnen")
	d.addOperator(ctx)
	if d.world.Forge.URL != "" {
		worked := make(chan struct{})
		go func() { defer close(worked); d.workAtFeedback(ctx) }()
		defer func() { <-worked }()
	}
	c, err := d.startSync(ctx, "serve")
	if err != nil {
		return err
	}
	select {
	case <-c.ended:
		return fmt.Errorf("clubsync serve ended: %w", cmp.Or(c.err, errors.New("by itself")))
	case <-d.server.ended:
		return nil
	}
}

// startWorld starts the fake site and providers. They make the club of the day on
// which the demo was first started, and remember what was written to them, so that
// tomorrow's demo goes on where this one ended.
func (d *arrival) startWorld(ctx context.Context) error {
	log, err := d.log("fakeworld")
	if err != nil {
		return err
	}
	cmd := d.command(ctx, ".", d.program("fakeworld"), "--people", strconv.Itoa(d.memory.People),
		"--seed", strconv.FormatUint(d.memory.Seed, 10), "--today", d.memory.Today, "--state", d.place("world"))
	first := make(chan string, 1)
	cmd.Stderr, cmd.Stdout = log, &lineWriter{line: func(line string) {
		select {
		case first <- line:
		default:
		}
	}}
	c, err := d.launch(ctx, cmd)
	if err != nil {
		return errors.Join(err, log.Close())
	}
	d.others = append(d.others, c)
	if err := closeAfter(c, log); err != nil {
		return err
	}
	select {
	case line := <-first:
		if err := json.Unmarshal([]byte(line), &d.world); err != nil {
			return fmt.Errorf("read the line of fakeworld: %w", err)
		}
		return nil
	case <-c.ended:
		return fmt.Errorf("fakeworld does not start: %w", cmp.Or(c.err, errors.New("it ended")))
	}
}

// freeAddress returns an address of this machine at which nobody listens now.
func freeAddress(ctx context.Context) (string, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("find a free port: %w", err)
	}
	return listener.Addr().String(), listener.Close()
}

// restRoot returns the address of the server's API.
func (d *arrival) restRoot() string {
	root := setting(d.args, "--rest-root")
	if root == "" {
		root = "api"
	}
	return d.application + "/" + strings.Trim(root, "/")
}

// over says whether the program has ended.
func (c *child) over() bool {
	select {
	case <-c.ended:
		return true
	default:
		return false
	}
}

// closeAfter closes a log when its program has ended.
func closeAfter(c *child, log *os.File) error {
	if c == nil {
		return log.Close()
	}
	go func() {
		<-c.ended
		_ = log.Close() // nobody is left to tell
	}()
	return nil
}

// commandOf returns one of the server's commands on the demo's database.
func (d *arrival) commandOf(ctx context.Context, words ...string) *exec.Cmd {
	for _, flag := range []string{"--database", "--database-file", "--files"} {
		if names(d.args, flag) {
			words = append(words, flag, setting(d.args, flag))
		}
	}
	return d.command(ctx, ".", d.binary(), words...)
}
