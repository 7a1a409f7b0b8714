package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// synchronize lets the club arrive: members and parents, teams, committees, contributions, cases, customers of the helpdesk. What
// fails is told; what there is stays, and the next run goes on from there.
func (d *arrival) synchronize(ctx context.Context) error {
	for _, kind := range []string{"people", "teams", "functions", "contributions", "discipline", "helpdesk",
		"former-members", "individual"} {
		// Of a demo that was killed. Without a lock there is nothing to unlock, and
		// the run says so when one stays.
		_ = quiet(d.syncCommand(ctx, "unlock", kind))
	}
	runs := [][]string{
		{"run", "people"}, {"run", "teams"}, {"run", "functions", "--all"}, {"run", "contributions"}, {"run", "discipline"},
		{"run", "helpdesk"},
	}
	if d.memory.Arrived {
		runs[2] = []string{"run", "functions"}
	}
	whole := true
	for _, words := range runs {
		d.tell("de club komt binnen: clubsync %s", strings.Join(words, " "))
		c, err := d.startSync(ctx, append(words, "--verbose")...)
		if err != nil {
			return err
		}
		select {
		case <-c.ended:
			err = c.err
		case <-d.server.ended:
			return errors.New("the server ended")
		}
		var exit exitError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &exit):
			d.tell("clubsync %s ended with exit code %d: see %s", strings.Join(words, " "), exit, d.shown("clubsync.log"))
			whole = false
		case err != nil:
			return err
		}
	}
	if !whole || d.memory.Arrived {
		return nil
	}
	d.tell("er gebeurt iets in de club: notities, taken, diensten, facturen")
	adorn := d.commandOf(ctx, "adorn")
	if names(d.args, "--secret-key-file") {
		adorn.Args = append(adorn.Args, "--secret-key-file", setting(d.args, "--secret-key-file"))
	}
	if err := quiet(adorn); err != nil {
		return fmt.Errorf("let something happen in the club: %w", err)
	}
	d.memory.Arrived = true
	return d.remember(d.memory)
}

// Who signs in to the operators' pages of the demo.
const (
	operatorName     = "beheer"
	operatorPassword = "oranje paraplu kiest dinsdag"
)

// addOperator lets somebody sign in to the operators' pages, and tells where and
// how. A demo that goes on has the account already.
func (d *arrival) addOperator(ctx context.Context) {
	cmd := d.syncCommand(ctx, "user", "add", "--username", operatorName, "--display-name", "Beheerder", "--password-stdin")
	cmd.Stdin = strings.NewReader(operatorPassword + "\n")
	if err := quiet(cmd); err != nil { // it is there
		cmd = d.syncCommand(ctx, "user", "password", operatorName, "--password-stdin")
		cmd.Stdin = strings.NewReader(operatorPassword + "\n")
		err = quiet(cmd)
		if err != nil {
			d.tell("nobody can sign in to the pages of the synchronization: %v", err)
			return
		}
	}
	d.tell("beheer van de synchronisatie: http://%s (gebruiker %s, wachtwoord: %s)", d.listen, operatorName, operatorPassword)
}

// startSync starts the synchronization with these words.
func (d *arrival) startSync(ctx context.Context, words ...string) (*child, error) {
	cmd := d.syncCommand(ctx, words...)
	told := &arriving{tell: d.tell, every: 5 * time.Second}
	cmd.Stdout, cmd.Stderr = d.syncLog, &lineWriter{line: func(line string) {
		fmt.Fprintln(d.syncLog, line)
		told.hear(line)
	}}
	c, err := d.launch(ctx, cmd)
	if err != nil {
		return nil, err
	}
	d.others = append(d.others, c)
	return c, nil
}

// syncCommand returns the synchronization with these words, set up for the made-up world.
func (d *arrival) syncCommand(ctx context.Context, words ...string) *exec.Cmd {
	cmd := d.command(ctx, ".", d.program("clubsync"), words...)
	for _, setting := range [][2]string{
		{"DATABASE", "sqlite:" + d.place("clubsync.db")}, {"DATA", d.place("data")}, {"LISTEN", d.listen},
		{"SITE_URL", d.world.Clubsite.URL}, {"SITE_USERNAME", d.world.Clubsite.Username},
		{"SITE_PASSWORD_FILE", d.place("site-password")}, {"SITE_OTP_SECRET_FILE", d.place("site-secret")},
		{"APP_URL", d.restRoot()}, {"APP_USERNAME", "synchronisatie"}, {"APP_PASSWORD_FILE", d.place("app-password")},
		{"LIST_URL", d.world.Maillist.URL}, {"LIST_KEY_FILE", d.place("list-key")},
		{"LISTS", strings.Join(d.world.Maillist.Lists, ",")},
		{"MAIL_URL", d.world.Maildelivery.URL}, {"MAIL_TOKEN_FILE", d.place("mail-token")},
		{"CONTRIBUTIONS_URL", d.world.Contributions.URL}, {"CONTRIBUTIONS_KEY_FILE", d.place("contributions-key")},
		{"HELPDESK_URL", d.world.Helpdesk.URL}, {"HELPDESK_KEY_FILE", d.place("helpdesk-key")},
		{"MAIL_FROM", "synchronisatie@clubhuis.example"}, {"OPERATOR", "beheer@clubhuis.example"},
		{"BROWSER", d.chromium}, {"PAUSES", "none"}, {"CLUB_NAME", "vv Elzendam"},
	} {
		cmd.Env = append(cmd.Env, fmt.Sprintf("CLUBSYNC_%s=%s", setting[0], setting[1]))
	}
	cmd.Env = append(cmd.Env, d.agentSettings(ctx)...)
	cmd.Env = append(cmd.Env, "SYNC_API_KEY="+d.key)
	return cmd
}
