package suppression

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/mail"
)

// News is what the provider tells: its number, and of which address.
type News struct {
	ID      string // "" for what a mail server says while it is handed a mail
	Kind    Kind
	Address string
}

// kindOf are the names by which the provider tells of what acts.
var kindOf = map[string]Kind{
	"message.hard_bounced": HardBounce, "message.soft_bounced": SoftBounce, "message.spam_complaint": Complaint,
}

// longestID is the length of the longest number of news.
const longestID = 200

// Read reads news, and reports whether it acts: of most events nothing is to be noted. What can't be read is ErrNews.
func Read(body []byte) (n News, acts bool, err error) {
	var told struct {
		ID    string
		Event string
		Data  struct{ Recipient string }
	}
	if err := json.Unmarshal(body, &told); err != nil || told.Event == "" {
		return News{}, false, ErrNews.Because(err)
	}
	kind, acts := kindOf[told.Event]
	if !acts {
		return News{}, false, nil
	}
	n = News{ID: told.ID, Kind: kind, Address: Address(told.Data.Recipient)}
	if n.ID == "" || len(n.ID) > longestID || !mail.ValidEmail(n.Address) {
		return News{}, false, ErrNews
	}
	return n, true, nil
}

// mostSignatures is how many signatures are looked at: while a secret is replaced, there are two.
const mostSignatures = 5

// Verify is ErrSignature unless a body was signed with the secret, not long before or after now (contract §6). signature is
// t=<seconds>,v1=<hexadecimal HMAC-SHA-256 of "<seconds>.<body>">, and delivery has to be the same seconds. Nobody signs with no
// secret.
func Verify(secret, signature, delivery string, body []byte, now time.Time, tolerance time.Duration) error {
	seconds, given := parseSignature(signature)
	sent, err := strconv.ParseInt(seconds, 10, 64)
	if secret == "" || err != nil || seconds != delivery {
		return ErrSignature
	}
	if away := now.Sub(time.Unix(sent, 0)); away > tolerance || away < -tolerance {
		return ErrSignature
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(seconds + "."))
	mac.Write(body)
	want, holds := mac.Sum(nil), false
	for _, one := range given {
		raw, err := hex.DecodeString(one)
		holds = hmac.Equal(raw, want) && err == nil || holds
	}
	if !holds {
		return ErrSignature
	}
	return nil
}

// parseSignature returns the seconds and the signatures of a header.
func parseSignature(header string) (seconds string, signatures []string) {
	for part := range strings.SplitSeq(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch {
		case name == "t" && seconds == "":
			seconds = value
		case name == "v1" && len(signatures) < mostSignatures:
			signatures = append(signatures, value)
		}
	}
	return seconds, signatures
}
