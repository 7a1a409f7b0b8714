package clubweb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/go-rod/rod/lib/proto"
	"github.com/pquerna/otp/totp"
)

// period is how long a one-time code is good.
const period = 30 * time.Second

// forgotten is how far in the future a kept step may lie; beyond that, the clock must have been put back since.
const forgotten = 10 * time.Minute

// codes makes one-time codes, each only once, whichever process asks: the clock step of the last one is kept.
type codes struct {
	secret string
	file   string
	now    func() time.Time
	pause  func(context.Context, time.Duration) error
}

type keptCode struct {
	Step int64 `json:"step"` // of 30 seconds since 1970
}

// next waits for a code that was not offered yet, marks it as offered, and returns it.
func (c *codes) next(ctx context.Context) (string, error) {
	var last keptCode
	var garbled *json.SyntaxError
	switch err := readFile(c.file, &last); {
	case errors.As(err, &garbled):
		last.Step = stepOf(c.now()) // as if this step's code was offered
	case err != nil:
		return "", fmt.Errorf("read the last one-time code's moment: %w", err)
	}
	for {
		now := c.now() // once: the step that is kept is the code's
		step := stepOf(now)
		again := time.Unix((last.Step+1)*int64(period/time.Second), 0)
		if wait := again.Sub(now); step <= last.Step && wait < forgotten {
			if err := c.pause(ctx, wait); err != nil {
				return "", err
			}
			continue
		}
		if err := writeFile(c.file, keptCode{Step: step}); err != nil {
			return "", fmt.Errorf("keep the one-time code's moment: %w", err)
		}
		code, err := totp.GenerateCode(c.secret, now)
		if err != nil {
			return "", fmt.Errorf("make a one-time code: %w", err)
		}
		return code, nil
	}
}

func stepOf(at time.Time) int64 { return at.Unix() / int64(period/time.Second) }

// jar keeps the cookies of the session between runs, of one account on one site.
type jar struct {
	file, site, username string
}

type keptSession struct {
	Site     string                 `json:"site"`
	Username string                 `json:"username"`
	Cookies  []*proto.NetworkCookie `json:"cookies"`
}

func (j *jar) keep(cookies []*proto.NetworkCookie) error {
	if err := writeFile(j.file, keptSession{j.site, j.username, cookies}); err != nil {
		return fmt.Errorf("keep the session: %w", err)
	}
	return nil
}

// read returns the kept cookies; none when they are another account's.
func (j *jar) read() ([]*proto.NetworkCookieParam, error) {
	var kept keptSession
	if err := readFile(j.file, &kept); err != nil || kept.Site != j.site || kept.Username != j.username {
		return nil, err
	}
	return proto.CookiesToParams(kept.Cookies), nil
}

// readFile reads a JSON file. A missing one leaves the value unchanged.
func readFile(name string, into any) error {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// writeFile writes a JSON file that nobody else may read, whole or not at all. One process at a time has the folder: what a dead
// one left half written is written over.
func writeFile(name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	begun := name + ".new"
	if err := os.WriteFile(begun, text, 0o600); err != nil {
		return err
	}
	return os.Rename(begun, name)
}
