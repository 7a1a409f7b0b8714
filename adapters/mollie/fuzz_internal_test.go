package mollie

import (
	"encoding/json"
	"testing"
)

// FuzzAnswers lets the provider of payments answer anything about a link and about a payment: nothing is read without its number.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{
		`{"id":"pl_1","amount":{"currency":"EUR","value":"12.50"},"_links":{"paymentLink":{"href":"https://pay.example/1"}}}`,
		`{"id":"tr_1","status":"paid","amount":{"currency":"EUR","value":"-0.01"},"paidAt":"2026-01-01T00:00:00Z"}`,
		`{"_embedded":{"payments":[{"id":"tr_1","status":"open","amount":{}}]},"_links":{"next":{"href":"::"}}}`,
		`{"_embedded":{"refunds":[{"paymentId":1}]}}`, `null`, `[]`, `{"amount":{"currency":"USD","value":"1e9"}}`, `{"id":`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var l link
		if json.Unmarshal(text, &l) == nil {
			if read, err := l.read(); err == nil && (read.ID == "" || read.URL == "") {
				t.Fatalf("%+v", read)
			}
		}
		var a attempt
		if json.Unmarshal(text, &a) == nil {
			if read, err := a.read(); err == nil && read.ID == "" {
				t.Fatalf("%+v", read)
			}
		}
	})
}
