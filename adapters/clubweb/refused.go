package clubweb

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// refusals remembers that the site refused to let somebody in, so that no account gets locked. The next process knows it, too.
type refusals struct {
	file    string
	account string      // tells an account, its password and the secret of its codes from others
	unkept  keptRefusal // one that could not be written down
}

type keptRefusal struct {
	At      time.Time `json:"at"`
	Account string    `json:"account"`
	What    string    `json:"what"` // was refused
}

// accountHash returns what tells these credentials from others, and nothing else: the secret, which is not guessed, is the key.
func accountHash(site string, o *Options) string {
	hash := hmac.New(sha256.New, []byte(o.OTPSecret))
	hash.Write([]byte(strings.Join([]string{site, o.Username, o.Password}, "\x00")))
	return hex.EncodeToString(hash.Sum(nil))
}

// last returns the newest refusal of the account; the zero value when there is none, or nobody can tell.
func (r *refusals) last() (keptRefusal, error) {
	var kept keptRefusal
	err := readFile(r.file, &kept)
	if err != nil || kept.Account != r.account || kept.At.Before(r.unkept.At) { // others may well be the right ones
		return r.unkept, err
	}
	return kept, nil
}

func (r *refusals) keep(what string, at time.Time) error {
	kept := keptRefusal{at.Round(0), r.account, what} // without the monotonic clock: the wall clock may be put right
	err := writeFile(r.file, kept)
	if err != nil {
		r.unkept = kept
	}
	return err
}

func (r *refusals) forget() error {
	r.unkept = keptRefusal{}
	if err := os.Remove(r.file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// resting returns an error as long as nothing is offered, because the site refused it a while ago. After a refusal in the future
// the clock was put back: that may be what was wrong.
func (s *Site) resting() error {
	last, err := s.refused.last()
	if err != nil {
		s.o.Log.Warn("cannot read whether the club site refused to let us in; signing in", "error", err)
	}
	passed := s.o.Now().Sub(last.At)
	if last.At.IsZero() || passed < 0 || passed >= s.limits.Refused {
		return nil
	}
	return federation.ErrSignIn.Because(
		fmt.Errorf("%s; nothing is offered again for %v", last.What, (s.limits.Refused - passed).Round(time.Minute)))
}

// refuse remembers what was refused, and returns it as an error with the text of the page.
func (s *Site) refuse(what string, now standing) error {
	if err := s.refused.keep(what, s.o.Now()); err != nil {
		s.o.Log.Warn("the next process will not know that the club site refused to let us in", "error", err)
	}
	return federation.ErrSignIn.Because(fmt.Errorf("%s: %s", what, s.profile.mask(now.Text)))
}
