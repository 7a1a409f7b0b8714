package main_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// stop ends the program, so that it writes down what it remembers, or kills it.
func stop(t *testing.T, program *exec.Cmd, with os.Signal) {
	t.Helper()
	if err := program.Process.Signal(with); err != nil {
		t.Fatal(err)
	}
	if err := program.Wait(); err != nil && with != syscall.SIGKILL {
		t.Fatal(err)
	}
}

// customers are how many customers the helpdesk has.
func customers(t *testing.T, world line) int {
	t.Helper()
	_, answer := ask(t, "GET", world.Helpdesk.URL+"/api/customers", "", "X-FreeScout-API-Key", world.Helpdesk.Key)
	page, _ := answer["page"].(map[string]any)
	n, _ := page["totalElements"].(float64)
	return int(n)
}

func addCustomer(t *testing.T, world line, email string) {
	t.Helper()
	status, answer := ask(t, "POST", world.Helpdesk.URL+"/api/customers",
		`{"firstName":"Nieuw","emails":[{"value":"`+email+`","type":"home"}]}`, "X-FreeScout-API-Key", world.Helpdesk.Key)
	if status != 201 {
		t.Fatalf("%d %v", status, answer)
	}
}

func TestTheWorldRemembersOverARestart(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "state")
	flags := []string{"--people", "40", "--seed", "3", "--today", "2026-03-14", "--state", folder}
	world, program := start(t, flags...)
	before := customers(t, world)
	addCustomer(t, world, "een@state.example")
	subscribe, err := http.NewRequestWithContext(t.Context(), "POST", world.Maillist.URL+"/v2/member",
		strings.NewReader("list_id="+world.Maillist.Lists[0]+"&ip=127.0.0.1&email=een@state.example"))
	if err != nil {
		t.Fatal(err)
	}
	subscribe.SetBasicAuth(world.Maillist.Key, "")
	subscribe.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := http.DefaultClient.Do(subscribe)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	for _, control := range []struct{ url, script string }{
		{world.Clubsite.Control, "leave"}, {world.Contributions.Control, "pay"}, {world.Helpdesk.Control, "ask"},
	} {
		if status, said := ask(t, "POST", control.url+"/change", `{"script":"`+control.script+`"}`); status != 200 {
			t.Fatalf("%s: %d %v", control.script, status, said)
		}
	}
	stop(t, program, syscall.SIGTERM)
	kept := read(t, folder)
	for _, name := range []string{"clubsite", "maillist", "helpdesk", "contributions"} {
		if len(kept[name]) == 0 {
			t.Errorf("nothing is kept of %s", name)
		}
	}

	// The day of the world is remembered too, and nothing that is only read changes it.
	world, program = start(t, "--people", "40", "--seed", "3", "--state", folder)
	if got := customers(t, world); got != before+1 {
		t.Errorf("%d customers, not %d", got, before+1)
	}
	addCustomer(t, world, "twee@state.example")
	stop(t, program, syscall.SIGTERM)
	after := read(t, folder)
	for _, name := range []string{"clubsite", "maillist", "contributions", "world"} {
		if !bytes.Equal(kept[name], after[name]) {
			t.Errorf("%s became another one: %.300s", name, after[name])
		}
	}

	// After a kill all is there that was written a moment before.
	world, program = start(t, flags...)
	addCustomer(t, world, "drie@state.example")
	for end := time.Now().Add(time.Minute); !bytes.Contains(read(t, folder)["helpdesk"], []byte("drie@state.example")); {
		if time.Now().After(end) {
			t.Fatal("it is never written down")
		}
		time.Sleep(10 * time.Millisecond)
	}
	stop(t, program, syscall.SIGKILL)
	world, program = start(t, flags...)
	if got := customers(t, world); got != before+3 {
		t.Errorf("%d customers, not %d", got, before+3)
	}
	stop(t, program, syscall.SIGTERM)

	for _, other := range []string{"--people 41 --seed 3", "--people 40 --seed 4", "--people 40 --seed 3 --today 2026-03-15"} {
		refused(t, append(strings.Fields(other), "--state", folder), "remembers another world")
	}
	if err := os.WriteFile(filepath.Join(folder, "helpdesk.json"), []byte(`{"Customers":`), 0o600); err != nil {
		t.Fatal(err)
	}
	refused(t, flags, "helpdesk.json")
}

// read is what the folder keeps, by name.
func read(t *testing.T, folder string) map[string]json.RawMessage {
	t.Helper()
	kept := map[string]json.RawMessage{}
	names, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if kept[strings.TrimSuffix(filepath.Base(name), ".json")], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return kept
}

func refused(t *testing.T, flags []string, why string) {
	t.Helper()
	var said bytes.Buffer
	program := exec.Command(binary, flags...)
	program.Stderr = &said
	if err := program.Run(); err == nil || !strings.Contains(said.String(), why) {
		t.Errorf("%v: %v, %s", flags, err, said.String())
	}
}
