package erasure_test

import (
	"encoding/json"
	"testing"

	"github.com/clubhuis/clubhuis/core/erasure"
)

func TestJSONForgetsWhoIsErased(t *testing.T) {
	t.Parallel()
	of := erasure.Subject{Words: erasure.Words("Renée & Co")}
	for before, want := range map[string]string{
		`{"search":"ren\u00e9e \u0026 co","n":12345678901234567890}`: `{"n":12345678901234567890,"search":"(gewist)"}`,
		`[{"Renée & Co":["x","Renée & Co"]}]`:                        `[{"(gewist)":["x","(gewist)"]}]`,
		`{ "search": "Renée" }`:                                      `{ "search": "Renée" }`,
		`Renée & Co`:                                                 `(gewist)`,
		``:                                                           ``,
	} {
		after, named := erasure.ForgetJSON(json.RawMessage(before), of.Eraser())
		if string(after) != want || named != (want != before) {
			t.Errorf("%s: got %s, %v", before, after, named)
		}
	}
}

func TestATelephoneNumberIsFoundHoweverItIsWritten(t *testing.T) {
	t.Parallel()
	of := erasure.Subject{Phones: []string{erasure.Digits("+31612345678")}}
	for text, want := range map[string]bool{
		"06-12345678": true, "0031 6 123 456 78": true, "+31 (0)6 12345678": true, "0612345679": false, "12345678": false, "": false,
		"NL00 BANK 0612 3456 780": false, "0612345678 of 0687654321": false,
	} {
		if got := of.Phoned(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}
