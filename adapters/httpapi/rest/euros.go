package rest

import (
	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/core/money"
)

// Euros is an amount as the API has it: a number of euros with two decimals. One with more is refused by its name.
type Euros struct {
	money.Cents
	wrong bool
}

// EurosOf is an amount as the API has it.
func EurosOf(amount money.Cents) Euros { return Euros{Cents: amount} }

// UnmarshalJSON implements json.Unmarshaler.
func (e *Euros) UnmarshalJSON(data []byte) error {
	e.wrong = e.Cents.UnmarshalJSON(data) != nil // Resolve says of which field
	return nil
}

// Resolve implements huma.ResolverWithPath.
func (e *Euros) Resolve(_ huma.Context, at *huma.PathBuffer) []error {
	if !e.wrong {
		return nil
	}
	return []error{&huma.ErrorDetail{Location: at.String(), Message: money.ErrNotAnAmount.Message}}
}

// Schema implements huma.SchemaProvider.
func (Euros) Schema(huma.Registry) *huma.Schema {
	most := float64(money.Most) / 100
	least := -most
	return &huma.Schema{Type: huma.TypeNumber, Minimum: &least, Maximum: &most, Description: "Euros, with two decimals."}
}
