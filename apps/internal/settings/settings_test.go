package settings_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
)

// flags has a setting of every sort, with names that are not easily spelled.
type flags struct {
	settings.Database
	Zone        settings.Zone   `default:"Europe/Amsterdam"`
	Listen      settings.Listen `default:"127.0.0.1:1"`
	BaseURL     string          `empty:"(as it comes)"`
	APIKeyFile  settings.SharedKey
	OTPSecret   string
	LoginFile   settings.Secret
	HTTPOnly    bool `default:"true" negatable:""`
	MemoryLimit settings.Size
	Peers       []string
	Site        settings.Address
	Other       settings.Token `name:"token-file"`
	Mail        settings.Mail  `embed:"" prefix:"mail-"`
}

// parse reads arguments as programs do.
func parse(t *testing.T, arguments ...string) (f flags, names []string) {
	t.Helper()
	parser, err := kong.New(&f, kong.Vars{"database": "sqlite:club.db", "database_help": "a file", "mail": "the usual one"})
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := parser.Parse(arguments)
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range parsed.Flags()[1:] { // the first is help
		names = append(names, flag.Name)
	}
	return f, names
}

func secretFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestEverySettingIsPrintedByTheNameOfItsFlag(t *testing.T) {
	t.Parallel()
	f, names := parse(t)
	var printed strings.Builder
	if err := settings.Print(&printed, f); err != nil {
		t.Fatal(err)
	}
	const want = `database: sqlite:club.db
zone: Europe/Amsterdam
listen: 127.0.0.1:1
base-url: (as it comes)
api-key: (none)
otp-secret: 
login: (none)
http-only: true
memory-limit: 
peers: []
site: 
token-file: 
mail-url: (no mail)
mail-token: (none)
mail-from: 
`
	if printed.String() != want {
		t.Errorf("printed %s", printed.String())
	}
	lines := map[string]bool{}
	for line := range strings.Lines(want) {
		name, _, _ := strings.Cut(line, ":")
		lines[name] = true
	}
	for _, name := range names {
		if !lines[name] && !lines[strings.TrimSuffix(name, "-file")] {
			t.Errorf("kong calls a flag %s", name)
		}
	}
}

func TestSecretsAreNeverPrinted(t *testing.T) {
	t.Parallel()
	secret := secretFile(t, strings.Repeat("geheim", 6))
	address := secretFile(t, "postgres://jan:geheim@db.example/club?sslpassword=geheim")
	f, _ := parse(t, "--api-key-file", secret, "--login-file", secret, "--token-file", secret, "--mail-token-file", secret,
		"--mail-from", "jan@club.example", "--database-file", address)
	var problems settings.Problems
	f.Database.Read(&problems)
	f.Mail.Read(&problems, "http://mail.example")
	problems.Read("api-key-file", &f.APIKeyFile)
	problems.Read("login-file", &f.LoginFile)
	problems.Read("token-file", &f.Other)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	if err := settings.Print(&printed, f); err != nil {
		t.Fatal(err)
	}
	if f.LoginFile.Text() != strings.Repeat("geheim", 6) || f.Mail.Token.Text() != f.LoginFile.Text() {
		t.Error("the secrets were not read")
	}
	for _, text := range []string{printed.String(), fmt.Sprint(f), fmt.Sprintf("%+v", f), fmt.Sprintf("%#v", f.LoginFile)} {
		if strings.Contains(text, "geheim") || !strings.Contains(text, "xxxxx") {
			t.Errorf("printed %s", text)
		}
	}
}

func TestWhatIsWrongIsSaidInWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what      string
		arguments []string
		read      func(*flags, *settings.Problems)
		want      string // "" for nothing
	}{
		{"a zone", nil, zone, ""},
		{"no zone", []string{"--zone", "Mars"}, zone, `--zone: "Mars" is no zone of the IANA database`},
		{"the machine's zone", []string{"--zone", "Local"}, zone, `--zone: "Local" is no zone of the IANA database`},
		{"a port alone", []string{"--listen", "3000"}, listen, `--listen: "3000" is no host:port`},
		{"no port", []string{"--listen", "x:"}, listen, `--listen: "x:" is no host:port`},
		{"a size", []string{"--memory-limit", "1MiB"}, size, ""},
		{"no size", []string{"--memory-limit", "many"}, size, `--memory-limit: "many" is no size such as 200MB or 768MiB`},
		{"an address", []string{"--site", "https://club.example/pad//"}, site, ""},
		{"a missing address", nil, site, "--site: is required"},
		{"an address with a password", []string{"--site", "https://jan:geheim@club.example"}, site,
			"--site: this is no http:// or https:// address without a user and a query"},
		{"a missing secret", nil, login, "--login-file: is required"},
		{"another database", []string{"--database", "mysql:x"}, database, "--database: must be sqlite:FILE or postgres://…"},
		{"an address of a database that is none", []string{"--database", "postgres:geheim"}, database,
			"--database: this is no URL that can be read"},
	} {
		f, _ := parse(t, c.arguments...)
		var problems settings.Problems
		c.read(&f, &problems)
		if got := fmt.Sprint(problems.Err()); got != c.want && (c.want != "" || got != "<nil>") {
			t.Errorf("%s: %s", c.what, got)
		}
	}
	f, _ := parse(t, "--site", "https://club.example/pad//", "--memory-limit", "1MiB")
	var problems settings.Problems
	site(&f, &problems)
	size(&f, &problems)
	if f.Site != "https://club.example/pad" || f.MemoryLimit.Bytes() != 1<<20 {
		t.Errorf("read %s and %d", f.Site, f.MemoryLimit.Bytes())
	}
}

func zone(f *flags, p *settings.Problems)     { p.Read("zone", &f.Zone) }
func listen(f *flags, p *settings.Problems)   { p.Read("listen", &f.Listen) }
func size(f *flags, p *settings.Problems)     { p.Read("memory-limit", &f.MemoryLimit) }
func site(f *flags, p *settings.Problems)     { p.Read("site", &f.Site) }
func login(f *flags, p *settings.Problems)    { p.Read("login-file", &f.LoginFile) }
func database(f *flags, p *settings.Problems) { f.Database.Read(p) }

func TestAKeyIsLongAndOneWord(t *testing.T) {
	for _, c := range []struct{ what, file, environment, want, warning string }{
		{"long", strings.Repeat("k", 32), "x y", "", ""},
		{"short", strings.Repeat("k", 31), "", "has fewer than 32 characters; make one with: openssl rand -base64 32", ""},
		{"two words", strings.Repeat("kk ", 20), "", "the key (or SYNC_API_KEY) must be one word of ASCII", ""},
		{"none", "", "", "", ""},
		{"short in the environment", "", "kort", "", "SYNC_API_KEY has fewer than 32 characters"},
		{"two words in the environment", "", "x y", "must be one word", ""},
	} {
		t.Setenv("SYNC_API_KEY", c.environment)
		arguments := []string{}
		if c.file != "" {
			arguments = []string{"--api-key-file", secretFile(t, c.file)}
		}
		f, _ := parse(t, arguments...)
		err := f.APIKeyFile.Read()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.what, err)
		}
		if warning := f.APIKeyFile.Warning(); err == nil && (warning == "") != (c.warning == "") ||
			!strings.Contains(warning, c.warning) {
			t.Errorf("%s: warns %q", c.what, warning)
		}
	}
}
