package suppression_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/suppression"
)

// FuzzNews lets a provider of mail send anything: what acts is about an address, and nothing unsigned is taken.
func FuzzNews(f *testing.F) {
	f.Add("t=1,v1=00", "1", []byte(`{"id":"x","event":"message.hard_bounced","data":{"recipient":"jan@club.example"}}`))
	f.Add("v1=,t=,,", "", []byte(`{"event":"message.spam_complaint","data":null}`))
	f.Add("t=99999999999999999999", "99999999999999999999", []byte(`[]`))
	f.Fuzz(func(t *testing.T, signature, delivery string, body []byte) {
		news, acts, err := suppression.Read(body)
		if acts && (err != nil || !mail.ValidEmail(news.Address) || news.ID == "" || news.Kind == "") {
			t.Fatalf("%+v, %v", news, err)
		}
		if suppression.Verify("a secret that nobody guesses", signature, delivery, body, time.Unix(1, 0), time.Hour) == nil {
			t.Fatal("a forged signature")
		}
	})
}
