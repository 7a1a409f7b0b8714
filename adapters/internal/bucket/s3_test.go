package bucket_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

func TestWhatConsolesMakeForAFolderIsNoFile(t *testing.T) {
	address := service(t, "prefix", "below/")
	u, err := url.Parse(address)
	ok(t, err)
	client, err := minio.NewCore(strings.TrimPrefix(u.Query().Get("endpoint"), "http://"),
		&minio.Options{Creds: credentials.NewStaticV4("test", "test", ""), Region: "eu-west-1"})
	ok(t, err)
	for _, key := range []string{"below/", "below/media/", "below/media/a"} {
		_, err := client.Client.PutObject(t.Context(), "club", key, bytes.NewReader(nil), 0,
			minio.PutObjectOptions{SendContentMd5: true, DisableContentSha256: true})
		ok(t, err)
	}
	if got := keysIn(t, open(t, address)); !slices.Equal(got, []string{"media/a"}) {
		t.Errorf("there are %q", got)
	}
}

// refusing is the address of a service that answers everything with an error.
func refusing(t *testing.T, status int, code string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/xml")
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, "<Error><Code>%s</Code><Message>no</Message></Error>", code)
	}))
	t.Cleanup(server.Close)
	return "s3://club?region=eu-west-1&use_path_style=true&endpoint=" + server.URL
}

func TestKeysThatAreMissingAreNamed(t *testing.T) {
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY", "AWS_SECRET_KEY"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", t.TempDir())
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	address := refusing(t, http.StatusForbidden, "AccessDenied")
	for options, named := range map[string]bool{"": true, "&anonymous=true": false} {
		err := open(t, address+options).Check(t.Context())
		if err == nil || strings.Contains(err.Error(), "AWS_ACCESS_KEY_ID") != named {
			t.Errorf("%q: %v", options, err)
		}
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "wrong")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "wrong")
	if err := open(t, address).Check(t.Context()); err == nil || strings.Contains(err.Error(), "AWS_ACCESS_KEY_ID") {
		t.Errorf("wrong keys: %v", err)
	}
}

// Who may read and write files need not be one who may list uploads, and not every service can.
func TestTidyingThatIsRefusedIsNoError(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	for code, status := range map[string]int{"AccessDenied": 403, "MethodNotAllowed": 405, "NoSuchBucket": 404} {
		err := open(t, refusing(t, status, code)).Tidy(t.Context(), 0)
		if wanted := code == "NoSuchBucket"; (err != nil) != wanted {
			t.Errorf("%s: %v", code, err)
		}
	}
}
