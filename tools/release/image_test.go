package main

import (
	"net/http/httptest"
	"net/netip"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"go.yaml.in/yaml/v3"
)

// The image is published for all architectures under one name, and put into files for docker load.
func TestTheImageIsPublishedForAllArchitectures(t *testing.T) {
	server := httptest.NewServer(registry.New())
	t.Cleanup(server.Close)
	r := &release{out: t.TempDir(), version: "1.2.3", at: time.Unix(1e9, 0).UTC()}
	repository := strings.TrimPrefix(server.URL, "http://") + "/club/clubhuis"
	for _, architecture := range architectures {
		if err := os.WriteFile(r.binary("clubhuis", architecture), []byte("program of "+architecture), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.contain(t.Context()); err != nil {
		t.Fatal(err)
	}
	published, err := r.publish(t.Context(), repository)
	if err != nil {
		t.Fatal(err)
	}

	tag, err := name.NewTag(repository + ":1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	index, err := remote.Index(tag)
	if err != nil {
		t.Fatal(err)
	}
	if digest, err := index.Digest(); err != nil || published != repository+"@"+digest.String() {
		t.Errorf("it was published as %s, and is %s (%v)", published, digest, err)
	}
	manifest, err := index.IndexManifest()
	if err != nil || len(manifest.Manifests) != len(architectures) {
		t.Fatal(manifest, err)
	}
	for i, architecture := range architectures {
		if got := manifest.Manifests[i].Platform; got == nil || got.String() != "linux/"+architecture {
			t.Errorf("image %d is for %v", i, got)
		}
		image, err := index.Image(manifest.Manifests[i].Digest)
		if err != nil {
			t.Fatal(err)
		}
		if config, err := image.ConfigFile(); err != nil || config.Architecture != architecture || config.Config.User == "" {
			t.Errorf("%s: %+v, %v", architecture, config, err)
		}
	}
}

// What a release starts is its own version, without anything being set.
func TestComposeStartsTheVersionOfTheRelease(t *testing.T) {
	source, err := os.ReadFile("../../deploy/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	compose, err := composed(source, "1.2.3")
	if err != nil || !strings.Contains(string(compose), "image: ghcr.io/clubhuis/clubhuis:${CLUBHUIS_VERSION:-1.2.3}") {
		t.Errorf("%v\n%s", err, compose)
	}
	if _, err := composed([]byte("services: {}"), "1.2.3"); err == nil {
		t.Error("a file that names no image was taken")
	}
}

// composeFile is what the tests below ask of compose.yaml.
type composeFile struct {
	Services map[string]struct {
		Environment map[string]string
		Volumes     []string
		Ports       []string
		Networks    any
	}
	Networks map[string]struct {
		IPAM struct {
			Config []struct{ Subnet, Gateway string }
		}
	}
}

// composeOf reads compose.yaml as it is when nothing is set, after edit.
func composeOf(t *testing.T, edit ...string) (f composeFile) {
	t.Helper()
	source, err := os.ReadFile("../../deploy/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer(edit...).Replace(string(source))
	for {
		before, rest, found := strings.Cut(text, "${")
		if !found {
			break
		}
		variable, after, _ := strings.Cut(rest, "}")
		_, value, _ := strings.Cut(variable, ":-")
		text = before + value + after
	}
	if err := yaml.Unmarshal([]byte(text), &f); err != nil {
		t.Fatal(err)
	}
	return f
}

// A proxy on the machine comes from the gateway of the network, and nothing else does: the port is this machine's alone.
func TestComposeTrustsTheProxyOfTheMachineAlone(t *testing.T) {
	f := composeOf(t)
	own, network := f.Services["clubhuis"], f.Networks["default"].IPAM.Config
	if len(network) != 1 || own.Networks != nil || own.Environment["CLUBHUIS_TRUSTED_PROXIES"] != network[0].Gateway {
		t.Fatalf("it trusts %q in the networks %+v", own.Environment["CLUBHUIS_TRUSTED_PROXIES"], network)
	}
	subnet, err := netip.ParsePrefix(network[0].Subnet)
	if err != nil {
		t.Fatal(err)
	}
	gateway, err := netip.ParseAddr(network[0].Gateway)
	if err != nil || !subnet.Contains(gateway) || !gateway.IsPrivate() || subnet.Masked() != subnet {
		t.Errorf("the gateway is %s of %s, %v", gateway, subnet, err)
	}
	if len(own.Ports) == 0 {
		t.Error("no port is published")
	}
	for _, port := range own.Ports {
		if !strings.HasPrefix(port, "127.0.0.1:") {
			t.Errorf("the port %s is everybody's, and the gateway is trusted", port)
		}
	}
}

// The backup of every day needs no more than that its lines count.
func TestComposeHasTheLinesOfABackup(t *testing.T) {
	if _, set := composeOf(t).Services["clubhuis"].Environment["CLUBHUIS_BACKUP_TO"]; set {
		t.Error("it makes backups in a folder that nobody made")
	}
	own := composeOf(t, "#CLUBHUIS_BACKUP", "CLUBHUIS_BACKUP", "#- ./backup", "- ./backup").Services["clubhuis"]
	to := own.Environment["CLUBHUIS_BACKUP_TO"]
	if to == "" || !slices.Contains(own.Volumes, "./backup:"+to) || own.Environment["CLUBHUIS_BACKUP_RECIPIENT"] == "" {
		t.Errorf("backups go to %q, and the volumes are %q", to, own.Volumes)
	}
}
