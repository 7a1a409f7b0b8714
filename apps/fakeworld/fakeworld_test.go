package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// binary is the program that all tests run, built once.
var binary string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "fakeworld-*")
	if err == nil {
		binary = filepath.Join(folder, "fakeworld")
		build := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, ".")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		var output []byte
		if output, err = build.CombinedOutput(); err != nil {
			err = fmt.Errorf("%w: %s", err, output)
		}
	}
	code := 1
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		code = m.Run()
	}
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// line is what the program prints.
type line struct {
	Clubsite struct{ URL, Username, Password, Control string }
	Maillist struct {
		URL, Key, Control string
		Lists             []string
	}
	Maildelivery  struct{ URL, Token, Control string }
	Payments      struct{ URL, Key, Control string }
	Helpdesk      struct{ URL, Key, Control string }
	Contributions struct{ URL, Key, Control string }
	Matches       struct{ URL, Key, Control string }
	Forge         struct{ URL, Token, Repository, Control string }
}

// start runs the program and reads its line.
func start(t *testing.T, flags ...string) (line, *exec.Cmd) {
	t.Helper()
	program := exec.Command(binary, flags...)
	program.Stderr = os.Stderr
	stdout, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = program.Process.Kill() }) // one that has ended already cannot be killed
	text, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	for _, member := range []string{`"otp_secret":"`, `"webhook_secret":"`, `"lists":["`} {
		if !strings.Contains(text, member) {
			t.Errorf("the line has no %s: %s", member, text)
		}
	}
	var read line
	if err := json.Unmarshal([]byte(text), &read); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return read, program
}

func statusOf(t *testing.T, url string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

func ask(t *testing.T, method, url, body string, header ...string) (int, map[string]any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var answer map[string]any
	if strings.Contains(response.Header.Get("Content-Type"), "json") {
		if err := json.Unmarshal(text, &answer); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	return response.StatusCode, answer
}

func TestProgram(t *testing.T) {
	world, program := start(t, "--people", "150", "--seed", "3", "--listen-base", "0")

	if status, _ := ask(t, "GET", world.Clubsite.URL+"/", ""); status != 200 {
		t.Errorf("the site answers %d", status)
	}
	list := world.Maillist.Lists[0]
	r, err := http.NewRequestWithContext(t.Context(), "GET", world.Maillist.URL+"/v2/field?list_id="+list, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth(world.Maillist.Key, "")
	fields := func() int {
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response.StatusCode
	}
	if fields() != 200 || len(world.Maillist.Lists) != 4 {
		t.Error("the lists do not answer")
	}
	message := `{"from":"a@b.example","to":["c@d.example"],"subject":"x","text":"y"}`
	delivery := world.Maildelivery
	if status, _ := ask(t, "POST", delivery.URL+"/v1/send", message, "x-lettermint-token", delivery.Token); status != 202 {
		t.Errorf("the delivery answers %d", status)
	}

	paying := world.Payments
	if status, _ := ask(t, "GET", paying.URL+"/v2/payment-links", "", "Authorization", "Bearer "+paying.Key); status != 200 {
		t.Errorf("the payments answer %d", status)
	}

	desk := world.Helpdesk
	status, asked := ask(t, "GET", desk.URL+"/api/conversations", "", "X-FreeScout-API-Key", desk.Key)
	if page, _ := asked["page"].(map[string]any); status != 200 || page["totalElements"] != 9.0 {
		t.Errorf("the helpdesk answers %d %v", status, asked)
	}

	collecting := world.Contributions
	status, answer := ask(t, "GET", fmt.Sprintf("%s/contributions?year=%d", collecting.URL, time.Now().Year()-1), "",
		"Authorization", "Bearer "+collecting.Key)
	if items, _ := answer["items"].([]any); status != 200 || len(items) == 0 {
		t.Errorf("the contributions answer %d %v", status, answer)
	}

	if status := statusOf(t, world.Matches.URL+"/programma?clientId="+world.Matches.Key); status != 200 { // a list
		t.Errorf("the matches answer %d", status)
	}

	code := world.Forge
	status, repository := ask(t, "GET", code.URL+"/repos/"+code.Repository, "", "Authorization", "Bearer "+code.Token)
	if status != 200 || repository["default_branch"] != "main" {
		t.Errorf("the forge answers %d %v", status, repository)
	}

	for _, control := range []string{
		world.Clubsite.Control, world.Maillist.Control, world.Maildelivery.Control, paying.Control,
		desk.Control, collecting.Control, world.Matches.Control, code.Control,
	} {
		walk(t, control)
	}
	if _, _ = ask(t, "POST", world.Maillist.Control+"/switch", `{"name":"server-error","on":true}`); fields() != 500 {
		t.Error("the switch does nothing")
	}
	for _, script := range []string{"join", "leave", "rejoin", "move", "new-team", "role-ends", "photo-changes", "everything"} {
		if status, answer := ask(t, "POST", world.Clubsite.Control+"/change", `{"script":"`+script+`"}`); status != 200 ||
			answer["changes"] == nil {
			t.Errorf("%s answers %d %v", script, status, answer)
		}
	}
	// The program stops although somebody waits for what never comes.
	go func() {
		if response, err := http.Get(world.Maillist.URL); err == nil {
			response.Body.Close()
		}
	}()
	if err := program.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- program.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("the program ended with %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the program does not stop")
	}
}

// walk asks every request of a control address.
func walk(t *testing.T, control string) {
	t.Helper()
	status, received := ask(t, "GET", control+"/received", "")
	if requests, _ := received["requests"].([]any); status != 200 || len(requests) == 0 {
		t.Errorf("%s/received answers %d %v", control, status, received)
	}
	_, list := ask(t, "GET", control+"/switches", "")
	var names []string
	for _, s := range list["switches"].([]any) {
		names = append(names, s.(map[string]any)["name"].(string))
	}
	for _, name := range names {
		for _, on := range []bool{true, false} {
			status, answer := ask(t, "POST", control+"/switch", fmt.Sprintf(`{"name":%q,"on":%v}`, name, on))
			if status != 200 || answer["on"] != on {
				t.Errorf("%s: %s answers %d %v", control, name, status, answer)
			}
		}
	}
	_, listed := ask(t, "GET", control+"/scripts", "")
	scripts, _ := listed["scripts"].([]any)
	for _, wrong := range []struct {
		method, path, body string
		status             int
	}{
		{"POST", "switch", `{"name":"nonsense","on":true}`, 404},
		{"POST", "switch", `{"name":"slow"}`, 400},
		{"POST", "switch", `nonsense`, 400},
		{"POST", "change", `{"script":"nonsense"}`, 404},
		{"GET", "nonsense", "", 404},
		{"GET", "switch", "", 405},
	} {
		status, answer := ask(t, wrong.method, control+"/"+wrong.path, wrong.body)
		known, _ := answer["known"].([]any)
		if status != wrong.status || answer["error"] == "" || wrong.path != "change" && len(known) == 0 ||
			wrong.path == "change" && len(known) != len(scripts) {
			t.Errorf("%s: %+v answers %d %v", control, wrong, status, answer)
		}
	}
	_, answer := ask(t, "POST", control+"/switch", `{"name":"nonsense","on":true}`)
	if !slices.Equal(texts(answer["known"]), names) {
		t.Errorf("the known switches are %v", answer["known"])
	}
	if status, _ := ask(t, "POST", control+"/reset", ""); status != 200 {
		t.Errorf("reset answers %d", status)
	}
	if _, received := ask(t, "GET", control+"/received", ""); len(received["requests"].([]any)) != 0 {
		t.Errorf("after a reset: %v", received)
	}
}

func texts(list any) []string {
	var found []string
	for _, value := range list.([]any) {
		found = append(found, value.(string))
	}
	return found
}

func TestListenBase(t *testing.T) {
	const base = 21310
	world, _ := start(t, "--people", "10", "--listen-base", fmt.Sprint(base), "--today", "2026-03-14")
	want := [6]string{"http://127.0.0.1:21310", "http://127.0.0.1:21311", "http://127.0.0.1:21312",
		"http://127.0.0.1:21313/clubsite", "http://127.0.0.1:21315", "http://127.0.0.1:21316"}
	if got := [6]string{world.Clubsite.URL, world.Maillist.URL, world.Maildelivery.URL, world.Clubsite.Control,
		world.Helpdesk.URL, world.Contributions.URL}; got != want {
		t.Errorf("addresses %v", got)
	}
	for _, wrong := range [][]string{{"--listen-base", fmt.Sprint(base)}, {"--people", "-1"}, {"--today", "gisteren"},
		{"--listen-base", "65530"}, {"--nonsense"}} {
		var said bytes.Buffer
		program := exec.Command(binary, wrong...)
		program.Stderr = &said
		if err := program.Run(); err == nil || !strings.HasPrefix(said.String(), "fakeworld: ") {
			t.Errorf("%v: %v, %s", wrong, err, said.String())
		}
	}
}
