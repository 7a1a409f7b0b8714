package payments_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
)

// told are papers that say which code they were asked for.
type told struct{ inmem.Papers }

func (told) QR(content, colour string, _ []byte) ([]byte, error) {
	return []byte(colour + " " + content), nil
}

func (told) TransferQR(content string) ([]byte, error) { return []byte("transfer " + content), nil }

// contract: club §4.9; facts §1.8
func TestTheCodesOfThePage(t *testing.T) {
	t.Parallel()
	c := open(t)
	c.Papers = told{}
	if _, err := c.TransferCode(t.Context(), c.token); !errors.Is(err, invoice.ErrAbsent) {
		t.Errorf("without an account number: %v", err)
	}
	c.Payee = func(context.Context) (payments.Payee, error) {
		return payments.Payee{Name: "vv De Proef", IBAN: "NL91ABNA0417164300", Accent: "#0d687d"}, nil
	}
	c.Offered = func(context.Context) (bool, error) { return false, nil }
	code, err := c.TransferCode(t.Context(), c.token)
	if err != nil || !strings.HasPrefix(string(code), "transfer BCD\n002\n1\nSCT\n\nvv De Proef\nNL91ABNA0417164300\nEUR") {
		t.Errorf("the transfer: %q, %v", code, err)
	}
	code, err = c.PageCode(t.Context(), c.token)
	if err != nil || string(code) != "#0d687d https://club.example/betaling/"+c.token {
		t.Errorf("the page: %q, %v", code, err)
	}
}
