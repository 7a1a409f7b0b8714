package account_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/account"
)

var (
	now = time.Date(2026, 3, 29, 12, 30, 15, 500_000_000, time.UTC)
	key = []byte("a key of this installation")
)

func session(token string) account.Session {
	return account.Session{ID: "id", Digest: account.DigestOf(token), User: 7, Created: now, LastSeen: now}
}

func TestADigestIsSHA256InHexadecimal(t *testing.T) {
	t.Parallel()
	if got := account.DigestOf("abc"); got != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("got %s", got)
	}
}

func TestASessionIdlesOutAfterFourteenDays(t *testing.T) {
	t.Parallel()
	s := session("token")
	for _, c := range []struct {
		name       string
		idle       time.Duration
		live, seen bool
	}{
		{"at once", 0, true, false},
		{"within the minute", time.Minute - 1, true, false},
		{"after a minute the use is worth storing", time.Minute, true, true},
		{"just before the end", account.SessionIdle - 1, true, true},
		{"at the end", account.SessionIdle, false, true},
		{"with a clock that went back", -time.Hour, true, false},
	} {
		at := s.LastSeen.Add(c.idle)
		if live, seen := s.LiveAt(at), s.SeenAt(at); live != c.live || seen != c.seen {
			t.Errorf("%s: live %v, seen %v", c.name, live, seen)
		}
	}
	if account.SessionIdle != 14*24*time.Hour {
		t.Errorf("sessions idle for %v", account.SessionIdle)
	}
}

func TestASessionLivesNinetyDaysAtMost(t *testing.T) {
	t.Parallel()
	s := session("token")
	for _, c := range []struct {
		name      string
		age, idle time.Duration
		left      time.Duration
	}{
		{"new", 0, 0, account.SessionIdle},
		{"idle for a day", 20 * 24 * time.Hour, 24 * time.Hour, account.SessionIdle - 24*time.Hour},
		{"used until the last minute", account.SessionLife - time.Minute, 0, time.Minute},
		{"at the end", account.SessionLife, 0, 0},
		{"idled away", account.SessionIdle + time.Hour, account.SessionIdle + time.Hour, -time.Hour},
	} {
		at := s.Created.Add(c.age)
		s.LastSeen = at.Add(-c.idle)
		if left, live := s.Left(at), s.LiveAt(at); left != c.left || live != (c.left > 0) {
			t.Errorf("%s: %v left, live %v", c.name, left, live)
		}
	}
	if account.SessionLife != 90*24*time.Hour {
		t.Errorf("sessions live for %v", account.SessionLife)
	}
}

func TestANonceIsGoodForItsSessionForADay(t *testing.T) {
	t.Parallel()
	s, other, renewed := session("token"), session("other"), session("token")
	renewed.ID, renewed.LastSeen = "x", now.Add(time.Hour)
	nonce, expires := s.Nonce(key, now)
	if life := expires.Sub(now); life > account.NonceLife || life <= account.NonceLife-time.Second ||
		account.NonceLife != 24*time.Hour {
		t.Errorf("a nonce lives %v", life)
	}
	raw, err := base64.RawURLEncoding.DecodeString(nonce)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	longer := slices.Clone(raw)
	longer[7]++ // one second later
	for _, c := range []struct {
		name    string
		session account.Session
		key     []byte
		nonce   string
		at      time.Time
		want    bool
	}{
		{"at once", s, key, nonce, now, true},
		{"just before the end", s, key, nonce, expires.Add(-1), true},
		{"at the end", s, key, nonce, expires, false},
		{"the same session later", renewed, key, nonce, now, true},
		{"another session", other, key, nonce, now, false},
		{"another key", s, []byte("another key"), nonce, now, false},
		{"no key", s, nil, nonce, now, false},
		{"a later end", s, key, encode(longer), now, false},
		{"nothing", s, key, "", now, false},
		{"no base64", s, key, "!" + nonce[1:], now, false},
		{"cut off", s, key, nonce[:len(nonce)-1], now, false},
		{"something behind it", s, key, nonce + "A", now, false},
		{"a line break in it", s, key, nonce[:9] + "\n" + nonce[9:], now, false},
		{"the end alone", s, key, encode(raw[:8]), now, false},
		{"zeros", s, key, encode(make([]byte, len(raw))), now, false},
		{"padding", s, key, nonce + "=", now, false},
	} {
		if got := c.session.NonceValid(c.key, c.nonce, c.at); got != c.want {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}

// Anybody can make the hash over an empty key: a program that was given none must let nobody through.
func TestWithoutAKeyNoNonceIsGood(t *testing.T) {
	t.Parallel()
	s := session("token")
	for _, empty := range [][]byte{nil, {}} {
		nonce, _ := s.Nonce(empty, now)
		if s.NonceValid(empty, nonce, now) {
			t.Errorf("good by the key %#v", empty)
		}
	}
}

func TestNoChangedLetterOfANonceIsGood(t *testing.T) {
	t.Parallel()
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	s := session("token")
	nonce, _ := s.Nonce(key, now)
	for i := range nonce {
		for _, letter := range letters {
			changed := nonce[:i] + string(letter) + nonce[i+1:]
			if changed != nonce && s.NonceValid(key, changed, now) {
				t.Fatalf("letter %d: %q is as good as %q", i, changed, nonce)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		if forged := rapid.String().Draw(t, "nonce"); s.NonceValid(key, forged, now) {
			t.Fatalf("%q is good", forged)
		}
	})
}

func TestAnApplicationPasswordIsSpelledInGroupsOfFour(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		random := rapid.SliceOfN(rapid.Byte(), 64, 64).Draw(t, "random")
		spelled, ok := account.SpellApplicationPassword(random)
		if !ok {
			return // most of the bytes were of the few that are skipped
		}
		groups := strings.Split(spelled, " ")
		if len(groups) != 6 || slices.ContainsFunc(groups, func(g string) bool { return len(g) != 4 }) {
			t.Fatalf("got %q", spelled)
		}
		for _, typed := range []string{strings.Join(groups, ""), " " + spelled + "\n", strings.Join(groups, "  ")} {
			if account.DigestOfApplicationPassword(typed) != account.DigestOfApplicationPassword(spelled) {
				t.Fatalf("%q is not %q", typed, spelled)
			}
		}
		if account.DigestOfApplicationPassword(strings.ToUpper(spelled)) == account.DigestOfApplicationPassword(spelled) &&
			strings.ToUpper(spelled) != spelled {
			t.Fatalf("the case of %q is ignored", spelled)
		}
	})
}

// Every letter must be as likely as every other: of all 256 bytes, each letter comes from equally many.
func TestNoLetterOfAnApplicationPasswordIsFavoured(t *testing.T) {
	t.Parallel()
	letters, skipped := map[byte]int{}, 0
	for b := range 256 {
		random := make([]byte, account.ApplicationPasswordLength)
		for i := range random {
			random[i] = byte(b)
		}
		spelled, ok := account.SpellApplicationPassword(random)
		if !ok {
			skipped++
			continue
		}
		letters[spelled[0]]++
	}
	for letter, count := range letters {
		if count != 4 {
			t.Errorf("%c comes from %d bytes", letter, count)
		}
	}
	if len(letters) != 62 || skipped != 256-4*62 {
		t.Errorf("%d letters, %d bytes skipped", len(letters), skipped)
	}
}

func TestTooFewRandomBytesGiveNoPassword(t *testing.T) {
	t.Parallel()
	if spelled, ok := account.SpellApplicationPassword(make([]byte, account.ApplicationPasswordLength-1)); ok || spelled != "" {
		t.Errorf("got %q", spelled)
	}
	if _, ok := account.SpellApplicationPassword(make([]byte, account.ApplicationPasswordLength)); !ok {
		t.Error("just enough did not suffice")
	}
}

func TestAUseOfAPasswordIsStoredOnceAMinute(t *testing.T) {
	t.Parallel()
	var p account.ApplicationPassword
	if !p.UsedAt(now) {
		t.Error("the first use is not worth storing")
	}
	p.LastUsed = now
	if p.UsedAt(now.Add(time.Minute-1)) || !p.UsedAt(now.Add(time.Minute)) {
		t.Error("not once a minute")
	}
}
