package main_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestTheServerLeadsBrowsersToHTTPS(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	s := c.start("serve", "--tls-domain", "leden.mijnclub.example", "--tls-listen", "127.0.0.1:0", "--tls-redirect", "127.0.0.1:0",
		"--tls-directory", "https://127.0.0.1:1/directory")
	if len(s.before) != 2 || !strings.Contains(s.before[0], "https://leden.mijnclub.example/eerste-start/") {
		t.Fatalf("printed %q", s.before)
	}
	encrypted, plain, ok := strings.Cut(strings.TrimPrefix(s.before[1], "speaking https on "), ", led there from ")
	if !ok {
		t.Fatalf("printed %q", s.before)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Get("http://" + plain + "/leden?a=b")
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if to := answer.Header.Get("Location"); to != "https://leden.mijnclub.example/leden?a=b" {
		t.Errorf("%d to %q", answer.StatusCode, to)
	}
	if answer, err := client.Get("https://" + encrypted + "/"); err == nil {
		_ = answer.Body.Close()
		t.Error("it is answered under no name")
	}
	if hsts := s.get("/healthz").header.Get("Strict-Transport-Security"); !strings.Contains(hsts, "max-age=31536000") {
		t.Errorf("browsers are told %q", hsts)
	}
	c.run("", "config", "check", "--tls-domain", "127.0.0.1").fails("--tls-domain")
	c.run("", "config", "check", "--tls-domain", "leden.mijnclub.example", "--base-url", "https://elders.example").
		fails("--base-url")
	c.run("", "config", "check", "--tls-domain", "leden.mijnclub.example").
		tells("base-url: https://leden.mijnclub.example\n", "tls-directory: (Let's Encrypt)\n", "certificates\n")
}
