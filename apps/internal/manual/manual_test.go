package manual_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/clubhuis/clubhuis/apps/internal/manual"
)

// program is one with what a manual must tell: commands below others, flags of all and of one, arguments, and what is hidden.
type program struct {
	Verbose bool `help:"Say more."`
	Backup  struct {
		Make struct {
			To     string `placeholder:"PLACE" help:"Where it goes."`
			Secret string `hidden:"" help:"Nobody's business."`
		} `cmd:"" help:"Make one now."`
		Verify struct {
			From string `arg:"" help:"The backup."`
		} `cmd:"" help:".starts like a request of roff, and costs it's reader nothing \\ at all."`
	} `cmd:"" help:"Keep what there is."`
	Inner struct{} `cmd:"" hidden:"" help:"For ourselves."`
}

func written(t *testing.T, form string) string {
	t.Helper()
	app, err := kong.New(&program{}, kong.Name("tool"), kong.Description("Does it."))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := manual.Write(&b, app.Model, form); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTheManPageTellsCommandsAndFlags(t *testing.T) {
	t.Parallel()
	text := written(t, "man")
	for _, want := range []string{
		".TH TOOL 8\n", "tool \\- Does it.\n", ".SH FLAGS OF ALL COMMANDS\n", ".B \\-\\-verbose\nSay more.\n",
		".SS tool backup make\nMake one now.\n.TP\n.B \\-\\-to\n\\fIPLACE\\fR. Where it goes.\n", ".SS tool backup verify FROM\n",
		"\\&.starts like a request of roff, and costs it's reader nothing \\e at all.\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
	for _, hidden := range []string{"inner", "secret", "business"} {
		if strings.Contains(text, hidden) {
			t.Errorf("it tells of %s, which is hidden", hidden)
		}
	}
}

// bash completes what it would in a terminal.
func TestBashCompletes(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]string{
		"": "backup", "backup ": "make verify", "backup v": "verify", "backup make --t": "--to", "--verbose backup m": "make",
		"backup verify --": "--help --verbose", "backup make --se": "", "in": "",
	} {
		words := strings.Split("tool "+typed, " ")
		script := written(t, "bash") + `
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tool; echo "${COMPREPLY[@]}"`
		out, err := exec.CommandContext(t.Context(), shell, append([]string{"-c", script, "bash"}, words...)...).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%q is completed by %q, not %q (%v)", typed, got, want, err)
		}
	}
}

func TestOtherShellsAreToldTheSame(t *testing.T) {
	t.Parallel()
	if zsh := written(t, "zsh"); !strings.HasPrefix(zsh, "#compdef tool\n") || !strings.HasSuffix(zsh, written(t, "bash")) {
		t.Errorf("zsh: %s", zsh)
	}
	fish := written(t, "fish")
	for _, want := range []string{
		"complete -c tool -f -n '__fish_use_subcommand' -a backup -d ''\n",
		"complete -c tool -f -n '__fish_seen_subcommand_from backup' -a make -d 'Make one now.'\n",
		"complete -c tool -n '__fish_seen_subcommand_from make' -l to -d 'Where it goes.'\n",
		`costs it\'s reader nothing \\ at all.'`,
	} {
		if !strings.Contains(fish, want) {
			t.Errorf("fish lacks %q:\n%s", want, fish)
		}
	}
	if n := strings.Count(fish, "-a backup "); n != 1 {
		t.Errorf("backup is offered %d times", n)
	}
	if strings.Contains(fish, "inner") || strings.Contains(fish, "secret") {
		t.Errorf("it tells what is hidden:\n%s", fish)
	}
}
