package main

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gomail"
	"github.com/clubhuis/clubhuis/adapters/lettermint"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports"
)

// mailFlags say how mail is sent.
type mailFlags struct {
	Mail          settings.Transport `placeholder:"URL" help:"How mail is sent: smtp://HOST, smtps://HOST, api:URL or dir:PATH (default: into the folder mail beside the database)."`
	MailTokenFile settings.Secret    `placeholder:"FILE" help:"File that holds the password of the mail server, or the token of the provider."`
	MailFrom      string             `placeholder:"ADDRESS" empty:"(as administrators set it)" help:"Sender of mail; without it administrators set it on the page."`

	MailerWebhookSecretFile settings.Secret `placeholder:"FILE" help:"File that holds the secret with which the provider signs what it tells of mail that came back; without one nothing is heard."`
	MailerWebhookTolerance  time.Duration   `default:"5m" help:"How old such a signature may be (${default})."`
}

// noSender is that of mails in a folder, which nobody gets; a mail server and a provider are given none with it.
const noSender = "clubhuis@localhost"

// parseMail reads how mail is sent: without a setting into a folder.
func (c *serveConfig) parseMail(problems *settings.Problems) {
	if !c.Mail.Given() {
		_ = c.Mail.UnmarshalText([]byte("dir:" + filepath.Join(c.keyFolder(), "mail")))
	}
	known := len(*problems)
	problems.Read("mail", &c.Mail)
	if c.MailTokenFile.Given() {
		problems.Read("mail-token-file", &c.MailTokenFile)
	}
	if c.MailerWebhookSecretFile.Given() {
		problems.Read("mailer-webhook-secret-file", &c.MailerWebhookSecretFile)
	}
	if c.MailerWebhookTolerance <= 0 {
		problems.Add("mailer-webhook-tolerance", "must be more than nothing")
	}
	if len(*problems) > known {
		return
	}
	if c.MailFrom != "" {
		var err error
		if c.sender, err = mail.ParseAddress(c.MailFrom); err != nil {
			problems.RequireMailbox("mail-from", c.MailFrom)
		}
	}
	if secret := c.MailTokenFile.Text(); secret == "" && (c.Mail.Provider != "" || c.Mail.Username != "") {
		problems.Add("mail", "needs the password of the server or the token of the provider: --mail-token-file")
	}
}

// mailer returns what sends the club's mail.
func (c *serveConfig) mailer(club string, now func() time.Time) (ports.Mailer, error) {
	sender := c.from(club)
	switch {
	case c.Mail.Folder != "":
		return gomail.NewFolder(c.Mail.Folder, sender, now)
	case c.Mail.Provider != "":
		return lettermint.New(lettermint.Options{URL: c.Mail.Provider, Token: c.MailTokenFile.Text(), From: sender.String()})
	}
	return c.mailServer(sender)
}

// from returns the sender of mail. Without a name it is the club.
func (c *serveConfig) from(club string) mail.Address {
	sender := c.sender
	if sender.Email == "" {
		sender.Email = noSender
	}
	if sender.Name == "" {
		sender.Name = mail.Line(club)
	}
	return sender
}

// mailServer returns the mail server that takes the club's mail.
func (c *serveConfig) mailServer(sender mail.Address) (*gomail.Server, error) {
	o := gomail.Options{
		Host: c.Mail.Host, Port: c.Mail.Port, Username: c.Mail.Username, Password: c.MailTokenFile.Text(), From: sender,
	}
	switch {
	case c.Mail.TLS:
		o.Security = gomail.TLS
	case c.Mail.Plain:
		o.Security = gomail.Plain
	}
	server, err := gomail.NewServer(o)
	if err != nil {
		return nil, fmt.Errorf("--mail: %w", err)
	}
	return server, nil
}
