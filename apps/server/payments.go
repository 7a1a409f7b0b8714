package main

import (
	"context"
	"net"
	"net/url"
	"strings"

	"github.com/clubhuis/clubhuis/adapters/mollie"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/core/usecase"
)

// paymentFlags say where members pay.
type paymentFlags struct {
	Payments        settings.Address `placeholder:"URL" empty:"(Mollie's own)" help:"Where the provider of payments is; /v2 is appended when it is missing (default: Mollie's own address)."`
	PaymentsKeyFile settings.Secret  `placeholder:"FILE" help:"File that holds the key of the provider of payments; else the treasurer fills it in."`
}

func (c *serveConfig) parsePayments(problems *settings.Problems) {
	if c.Payments != "" {
		problems.Read("payments", &c.Payments)
	}
	if c.PaymentsKeyFile.Given() {
		problems.Read("payments-key-file", &c.PaymentsKeyFile)
	}
}

// payThrough adds the provider of payments to the adapters. Its key is that of the file, else the one that the treasurer gave.
func (c *serveConfig) payThrough(a *usecase.Adapters) {
	own, club := c.PaymentsKeyFile.Text(), a.Stores.Directory
	a.PaymentKey = own != ""
	a.PaymentCallback = callback(a.BaseURL, c.RestRoot, string(c.Payments))
	a.Payments = mollie.New(mollie.Options{URL: string(c.Payments), Key: func(ctx context.Context) (string, error) {
		if own != "" {
			return own, nil
		}
		if err := club.Refresh(ctx); err != nil {
			return "", err
		}
		sealed := club.View().Finance().ProviderKey
		if sealed == "" {
			return "", nil
		}
		return seal.Open(a.Key, seal.Payments, sealed)
	}})
}

// callback returns where the provider tells of news. There is no such address when we are on this machine alone and the
// provider is not: it would refuse everything with it.
func callback(base, root, provider string) string {
	if here(base) && (provider == "" || !here(provider)) {
		return ""
	}
	return base + "/" + root + "/club/v1/payment/webhook"
}

// here reports whether an address is one of this machine or its neighbourhood alone.
func here(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host, ip := strings.ToLower(u.Hostname()), net.ParseIP(u.Hostname())
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local") ||
		ip != nil && (ip.IsLoopback() || ip.IsPrivate() || ip.IsUnspecified())
}
