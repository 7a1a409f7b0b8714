package settings

import "net/mail"

// Mail says how a program sends mail. Embed it with the prefix mail-; the variable mail of kong is the provider's own address.
type Mail struct {
	URL   Address `placeholder:"URL" empty:"(no mail)" help:"The provider that delivers mail (default: ${mail})."`
	Token Secret  `name:"token-file" placeholder:"FILE" help:"File that holds the token of that provider; none for no mail."`
	From  string  `placeholder:"ADDRESS" help:"Sender of reports."`
}

// Read reads the settings of mail: the provider, or else the usual one, and the sender. Without a token there is no mail.
func (m *Mail) Read(problems *Problems, usual string) {
	if !m.Token.Given() {
		m.URL = ""
		return
	}
	if m.URL == "" {
		m.URL = Address(usual)
	} else {
		problems.Read("mail-url", &m.URL)
	}
	problems.Read("mail-token-file", &m.Token)
	problems.RequireMailbox("mail-from", m.From)
}

// Works reports whether there is mail.
func (m *Mail) Works() bool { return m.Token.Text() != "" }

// RequireMailbox notes that mail needs an e-mail address which is missing or wrong.
func (p *Problems) RequireMailbox(flag, text string) {
	if _, err := mail.ParseAddress(text); err != nil {
		p.Add(flag, "mail needs it, and %q is no e-mail address", text)
	}
}
