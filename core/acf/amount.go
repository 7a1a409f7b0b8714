package acf

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/clubhuis/clubhuis/core/money"
)

// Amount is an amount of money in euros, zero or more, nil for none. Clients also send it as text.
func Amount[T any](key string, at func(*T) **money.Cents, options ...Option) Field[T] {
	return Field[T]{
		Description: describe(key, TypeAmount, options),
		decode: func(dst *T, raw json.RawMessage, path string, in *input) {
			raw = bytes.TrimSpace(raw)
			if *at(dst) = nil; cleared(raw) || len(raw) == 0 {
				return
			}
			amount, err := money.Parse(strings.Trim(string(raw), `"`))
			if err != nil || amount < 0 {
				in.problems.Add(path, money.ErrNotAnAmount.Message)
				return
			}
			*at(dst) = &amount
		},
		encode: func(dst []byte, src *T) []byte {
			if amount := *at(src); amount != nil {
				return append(dst, amount.String()...)
			}
			return append(dst, "null"...)
		},
	}
}
