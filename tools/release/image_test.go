package main

import (
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/google/go-containerregistry/pkg/v1/remote"
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
