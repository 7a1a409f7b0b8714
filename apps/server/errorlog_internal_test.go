package main

import (
	"bytes"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// The ordinary log has no addresses, of clients neither, and docs/operations.md says that it tells why there is no certificate.
func TestTheLogOfConnectionsHasNoAddresses(t *testing.T) {
	t.Parallel()
	const began = "http: TLS handshake error from "
	for line, want := range map[string]string{
		began + "127.0.0.1:42598: EOF":           `level=DEBUG msg="` + began + `***: EOF"`,
		began + "[2001:db8::1%eth0]:7: tls: bad": `level=DEBUG msg="` + began + `***: tls: bad"`,
		began + "192.0.2.7:1: read tcp 192.0.2.1:443->192.0.2.7:1: read: connection reset by peer": `level=DEBUG msg="` + began +
			`***: read tcp ***->***: read: connection reset by peer"`,
		began + "192.0.2.7:1: acme/autocert: no such name": `level=WARN msg="` + began + `***: acme/autocert: no such name"`,
		"http: Accept error: too many open files":          `level=WARN msg="http: Accept error: too many open files"`,
	} {
		var said bytes.Buffer
		logger := slog.New(slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelDebug}))
		log.New(connections{logger}, "", 0).Print(line)
		if !strings.HasSuffix(said.String(), want+"\n") {
			t.Errorf("%s: the log says %s", line, said.String())
		}
	}
}

// Go's server calls its lines as connections expects.
func TestAConnectionThatIsNotEncryptedIsNoWarning(t *testing.T) {
	t.Parallel()
	var said bytes.Buffer
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(connections{slog.New(slog.NewTextHandler(&said, nil))}, "", 0)
	server.StartTLS()
	for _, sent := range []string{"GET / HTTP/1.0\r\n\r\n", "nothing of TLS\r\n\r\n", ""} {
		connection, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.WriteString(connection, sent)
		if closing, is := connection.(*net.TCPConn); err == nil && is {
			err = closing.CloseWrite()
		}
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, connection) // until the server has closed it
		_ = connection.Close()
	}
	server.Close() // waits for what it says of them
	if said.Len() > 0 {
		t.Errorf("the log says %s", said.String())
	}
}
