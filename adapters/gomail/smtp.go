package gomail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"regexp"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports"
)

// Security says how a connection is kept secret.
type Security int

// The kinds of Security. A password is never sent without TLS.
const (
	StartTLS Security = iota // begun plainly; a server that does not offer TLS gets no mail
	TLS                      // from the start
	Plain                    // for a server on the same machine or in the same house
)

// Options say how the mail server is reached.
type Options struct {
	Host     string
	Port     int
	Security Security
	Username string // "" for a server that does not ask
	Password string
	From     mail.Address

	Roots   *x509.CertPool // of the certificates that are believed; nil for the system's
	Timeout time.Duration  // of one message; 0 is 15 seconds
}

// Server implements ports.Mailer: a mail server as its clients see it. It is safe for use by several goroutines; each
// message has its own connection.
type Server struct {
	options  Options
	settings []gomail.Option
}

var _ ports.Mailer = (*Server)(nil)

// NewServer makes a client. It connects to nothing.
func NewServer(o Options) (*Server, error) {
	if !mail.ValidEmail(o.From.Email) {
		return nil, fmt.Errorf("the sender %q is no e-mail address", o.From.Email)
	}
	if o.Timeout == 0 {
		o.Timeout = 15 * time.Second
	}
	settings := []gomail.Option{
		gomail.WithPort(o.Port), gomail.WithTimeout(o.Timeout), gomail.WithoutNoop(),
		gomail.WithTLSConfig(&tls.Config{ServerName: o.Host, RootCAs: o.Roots, MinVersion: tls.VersionTLS12}),
	}
	switch o.Security {
	case TLS:
		settings = append(settings, gomail.WithSSL())
	case StartTLS:
		settings = append(settings, gomail.WithTLSPolicy(gomail.TLSMandatory))
	case Plain:
		settings = append(settings, gomail.WithTLSPolicy(gomail.NoTLS))
	}
	if o.Username != "" {
		settings = append(
			settings,
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthPlain, gomail.SMTPAuthLogin),
			gomail.WithUsername(o.Username),
			gomail.WithPassword(o.Password),
		)
	}
	m := &Server{o, settings}
	if _, err := gomail.NewClient(o.Host, settings...); err != nil {
		return nil, fmt.Errorf("the mail server: %w", err)
	}
	return m, nil
}

// Once implements ports.Mailer.
func (m *Server) Once() bool { return false }

// Send implements ports.Mailer. The number of a message is its ID.
func (m *Server) Send(ctx context.Context, message mail.Message) (string, error) {
	if err := message.Validate(); err != nil {
		return "", mail.Refuse(err)
	}
	made, err := newMessage(message, m.options.From, time.Now())
	if err != nil {
		return "", mail.Refuse(errInvalid.Because(err))
	}
	ctx, cancel := context.WithTimeout(ctx, m.options.Timeout)
	defer cancel()
	client, conn, err := m.connect(ctx)
	if err != nil {
		return "", err
	}
	defer func() { _ = client.CloseWithSMTPClient(conn) }() // the server has answered, or will not
	err = client.SendWithSMTPClient(conn, made)
	if made.IsDelivered() {
		return made.GetMessageID(), nil
	}
	if err == nil {
		return "", errLost
	}
	return "", notTaken(err, func() []string { return withoutMailbox(conn, made, message.To) })
}

// Check signs in as for a message, and leaves again.
func (m *Server) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, m.options.Timeout)
	defer cancel()
	client, conn, err := m.connect(ctx)
	if err != nil {
		return err
	}
	_ = client.CloseWithSMTPClient(conn) // it let us in
	return nil
}

// connect signs in.
func (m *Server) connect(ctx context.Context) (*gomail.Client, *smtp.Client, error) {
	client, err := gomail.NewClient(m.options.Host, append(m.settings, gomail.WithDialContextFunc(m.dialed(ctx)))...)
	if err != nil {
		return nil, nil, mail.Refuse(errSilent.Because(err))
	}
	conn, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return nil, nil, mail.Refuse(m.notConnected(err))
	}
	return client, conn, nil
}

// dialed returns how a connection is made that stands still no longer than the context.
func (m *Server) dialed(ctx context.Context) gomail.DialContextFunc {
	return func(dialling context.Context, network, address string) (net.Conn, error) {
		dialer := &net.Dialer{Timeout: m.options.Timeout}
		conn, err := dialer.DialContext(dialling, network, address)
		if err != nil {
			return nil, err
		}
		stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
		watched := &watchedConn{Conn: conn, stop: stop}
		if m.options.Security != TLS {
			return watched, nil
		}
		encrypted := tls.Client(watched, &tls.Config{
			ServerName: m.options.Host, RootCAs: m.options.Roots, MinVersion: tls.VersionTLS12,
		})
		if err := encrypted.HandshakeContext(dialling); err != nil {
			return nil, errors.Join(err, watched.Close())
		}
		return encrypted, nil
	}
}

// watchedConn is a connection that its context closes.
type watchedConn struct {
	net.Conn
	stop func() bool
}

func (c *watchedConn) Close() error {
	c.stop()
	return c.Conn.Close()
}

// code returns the number of the server's answer in an error, 0 for none.
func code(err error) int {
	var said *textproto.Error
	if errors.As(err, &said) {
		return said.Code
	}
	return 0
}

// The answer to a wrong password, and the first of those that are for good.
const (
	wrongPassword = 535
	forGood       = 500
)

// notConnected returns the fault of a connection that did not come as far as a message.
func (m *Server) notConnected(err error) *fault.Fault {
	switch said := code(err); {
	case said == wrongPassword:
		return errSignIn.Because(err)
	case said != 0:
		return errLater.Because(err)
	}
	return errSilent.Because(err)
}

// notTaken returns the fault of a message that was not taken, or of which nobody knows. withoutMailbox returns which of its
// addresses have no mailbox.
func notTaken(err error, withoutMailbox func() []string) error {
	var failed *gomail.SendError
	if !errors.As(err, &failed) {
		return errLost.Because(err)
	}
	cause := fmt.Errorf("%v with answer %d", failed.Reason, failed.ErrorCode()) // what it says more may hold addresses
	if failed.Reason == gomail.ErrSMTPRcptTo {
		if addresses := withoutMailbox(); len(addresses) > 0 {
			return mail.RefuseNoMailbox(errInvalid.Because(cause), addresses)
		}
	}
	switch said := failed.ErrorCode(); {
	case said >= forGood:
		return mail.Refuse(errInvalid.Because(cause))
	case said != 0:
		return mail.Refuse(errLater.Because(cause))
	case failed.Reason == gomail.ErrSMTPDataClose, failed.Reason == gomail.ErrAmbiguous:
		return errLost.Because(cause)
	}
	return mail.Refuse(errSilent.Because(cause))
}

// noMailbox are the enhanced codes by which a server says that an address leads nowhere, and not that it does not take mail
// from us (RFC 3463, section 3.2; RFC 7505).
var noMailbox = regexp.MustCompile(`^5\.1\.(1|2|3|6|10)\b`)

// withoutMailbox asks a server about each address of a message of which it refused one: go-mail tells only the last answer.
func withoutMailbox(conn *smtp.Client, message *gomail.Msg, all []mail.Address) (addresses []string) {
	from, err := message.GetSender(false)
	if err != nil || conn.Mail(from) != nil {
		return nil
	}
	for _, to := range all {
		var said *textproto.Error
		if errors.As(conn.Rcpt("<"+to.Email+">"), &said) && noMailbox.MatchString(said.Msg) {
			addresses = append(addresses, to.Email)
		}
	}
	return addresses
}
