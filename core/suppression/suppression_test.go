package suppression_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/suppression"
)

var now = time.Date(2026, 6, 15, 12, 30, 45, 0, time.UTC)

const body = `{"id":"gebeurtenis-1","event":"message.hard_bounced","data":{"recipient":" Jan@Club.example "}}`

// sign signs as the contract says; that the fake of the provider does so too is a test of adapters/httpapi/suppressionsapi.
func sign(secret string, at time.Time, body string) string {
	seconds := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(seconds + "." + body))
	return "t=" + seconds + ",v1=" + hex.EncodeToString(mac.Sum(nil))
}

// contract: club §5-6, §6
func TestOnlyWhatTheProviderSignedIsHeard(t *testing.T) {
	t.Parallel()
	const secret = "geheim"
	seconds := strconv.FormatInt(now.Unix(), 10)
	right := sign(secret, now, body)
	hash := strings.SplitN(right, "v1=", 2)[1]
	for _, c := range []struct {
		name, secret, signature, delivery, body string
		later                                   time.Duration
		holds                                   bool
	}{
		{"as the provider signs", secret, right, seconds, body, 0, true},
		{"just within the tolerance", secret, right, seconds, body, 300 * time.Second, true},
		{"of a clock that is behind", secret, right, seconds, body, -300 * time.Second, true},
		{"with an older secret beside it", secret, "t=" + seconds + ",v1=00ff,v1=" + hash, seconds, body, 0, true},
		{"too old", secret, right, seconds, body, 301 * time.Second, false},
		{"of the future", secret, right, seconds, body, -301 * time.Second, false},
		{"no secret is set", "", sign("", now, body), seconds, body, 0, false},
		{"another secret", "ander", right, seconds, body, 0, false},
		{"another body", secret, right, seconds, body + " ", 0, false},
		{"another moment", secret, right, strconv.FormatInt(now.Unix()+1, 10), body, 0, false},
		{"a moved moment", secret, strings.Replace(right, seconds, seconds[:9]+"9", 1), seconds[:9] + "9", body, 0, false},
		{"no delivery", secret, right, "", body, 0, false},
		{"no signature", secret, "", seconds, body, 0, false},
		{"a signature that is none", secret, "t=" + seconds + ",v1=zz", seconds, body, 0, false},
		{"an empty signature", secret, "t=" + seconds + ",v1=", seconds, body, 0, false},
		{"no moment", secret, "v1=" + hash, "", body, 0, false},
		{"a moment that is none", secret, "t=x,v1=" + hash, "x", body, 0, false},
	} {
		err := suppression.Verify(c.secret, c.signature, c.delivery, []byte(c.body), now.Add(c.later), 300*time.Second)
		if (err == nil) != c.holds || err != nil && !errors.Is(err, suppression.ErrSignature) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// contract: club §6
func TestThreeKindsOfNewsAct(t *testing.T) {
	t.Parallel()
	for event, want := range map[string]suppression.Kind{
		"message.hard_bounced": suppression.HardBounce, "message.soft_bounced": suppression.SoftBounce,
		"message.spam_complaint": suppression.Complaint, "message.delivered": "", "message.opened": "",
	} {
		n, acts, err := suppression.Read([]byte(strings.Replace(body, "message.hard_bounced", event, 1)))
		if err != nil || acts != (want != "") || n.Kind != want ||
			acts && (n.Address != "jan@club.example" || n.ID != "gebeurtenis-1") {
			t.Errorf("%s: %+v %v %v", event, n, acts, err)
		}
	}
	for _, broken := range []string{
		"", "{", "[]", "{}", strings.Replace(body, "gebeurtenis-1", "", 1), strings.Replace(body, "Jan@", "", 1),
		strings.Replace(body, "gebeurtenis-1", strings.Repeat("x", 201), 1), `{"id":3,"event":"message.hard_bounced"}`,
	} {
		if _, acts, err := suppression.Read([]byte(broken)); acts || !errors.Is(err, suppression.ErrNews) {
			t.Errorf("%q: %v %v", broken, acts, err)
		}
	}
}

func TestWhatBlocksAnAddress(t *testing.T) {
	t.Parallel()
	const hard, soft, spam = suppression.HardBounce, suppression.SoftBounce, suppression.Complaint
	for _, c := range []struct {
		name    string
		kinds   []suppression.Kind
		days    []int
		blocked bool
		kind    suppression.Kind
	}{
		{"a hard bounce", []suppression.Kind{hard}, []int{0}, true, hard},
		{"a complaint", []suppression.Kind{spam}, []int{0}, true, spam},
		{"a soft bounce", []suppression.Kind{soft}, []int{0}, false, soft},
		{"two soft ones", []suppression.Kind{soft, soft}, []int{0, 1}, false, soft},
		{"three within 30 days", []suppression.Kind{soft, soft, soft}, []int{0, 1, 30}, true, soft},
		{"three within 31 days", []suppression.Kind{soft, soft, soft}, []int{0, 1, 31}, false, soft},
		{"four, of which three", []suppression.Kind{soft, soft, soft, soft}, []int{0, 20, 40, 45}, true, soft},
		{"what blocked it stays", []suppression.Kind{spam, soft}, []int{0, 60}, true, spam},
	} {
		s := suppression.Suppression{}
		for i, kind := range c.kinds {
			s.Note(kind, now.AddDate(0, 0, c.days[i]))
		}
		if s.Blocked != c.blocked || s.Kind != c.kind || s.First != now || s.Last != now.AddDate(0, 0, c.days[len(c.days)-1]) {
			t.Errorf("%s: %+v", c.name, s)
		}
	}
}

func TestTheTaskNamesWhomItIsAbout(t *testing.T) {
	t.Parallel()
	s := suppression.Suppression{Address: "jan<@club.example", Kind: suppression.Complaint}
	holder, today := &account.User{ID: 7, DisplayName: "Anna"}, civil.Date{Year: 2026, Month: 6, Day: 15}
	for name, want := range map[string]string{
		"Jan de Kok": "Controleer de contactgegevens van Jan de Kok",
		"":           "Controleer de contactgegevens van jan<@club.example",
	} {
		task := s.Task(holder, name, []int64{3}, now, today)
		if task.Content != want || task.Author != 7 || task.AuthorName != "Anna" || task.Due.String() != "2026-06-22" ||
			!strings.Contains(task.Notes, "jan&lt;@club.example") || strings.Contains(task.Notes, "<@") {
			t.Errorf("%+v", task)
		}
	}
}
