package main

import (
	"archive/tar"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// nobody is the user in the image, who owns the data.
const nobody = 65532

// repository is where images are published, and what compose.yaml names.
const repository = "ghcr.io/clubhuis/clubhuis"

// contain makes the images of clubhuis: the program alone, on nothing. They are for `docker load`, and for publish.
func (r *release) contain(context.Context) error {
	tag, err := name.NewTag(repository + ":" + r.version)
	if err != nil {
		return err
	}
	for _, architecture := range architectures {
		image, err := r.image(architecture)
		if err != nil {
			return fmt.Errorf("for %s: %w", architecture, err)
		}
		if err := tarball.WriteToFile(r.imageFile(r.version, architecture), tag, image); err != nil {
			return err
		}
	}
	return nil
}

func (r *release) imageFile(version, architecture string) string {
	return filepath.Join(r.out, fmt.Sprintf("clubhuis-%s-image-%s.tar", version, architecture))
}

// publish puts the images that were made into a registry, as one image for all architectures under their version, and returns
// how that is named for ever: by its digest.
func (r *release) publish(ctx context.Context, repository string) (string, error) {
	made, err := filepath.Glob(r.imageFile("*", architectures[0]))
	if err != nil || len(made) != 1 {
		return "", fmt.Errorf("%s holds %d images for %s, not one (%v)", r.out, len(made), architectures[0], err)
	}
	version := strings.TrimPrefix(filepath.Base(made[0]), "clubhuis-")
	version = strings.TrimSuffix(version, "-image-"+architectures[0]+".tar")
	tag, err := name.NewTag(repository + ":" + version)
	if err != nil {
		return "", err
	}
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, architecture := range architectures {
		image, err := tarball.ImageFromPath(r.imageFile(version, architecture), nil)
		if err != nil {
			return "", err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add: image, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: "linux", Architecture: architecture}},
		})
	}
	if err := remote.WriteIndex(tag, index, remote.WithContext(ctx), remote.WithAuthFromKeychain(authn.DefaultKeychain)); err != nil {
		return "", err
	}
	digest, err := index.Digest()
	return tag.Digest(digest.String()).String(), err
}

func (r *release) image(architecture string) (v1.Image, error) {
	program, err := os.ReadFile(r.binary("clubhuis", architecture))
	if err != nil {
		return nil, err
	}
	files, err := r.layer(program)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(files)), nil })
	if err != nil {
		return nil, err
	}
	image, err := mutate.AppendLayers(empty.Image, layer)
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = "linux", architecture, v1.Time{Time: r.at}
	for i := range config.History {
		config.History[i].Created = v1.Time{Time: r.at}
	}
	config.Config = v1.Config{
		Entrypoint: []string{"/usr/bin/clubhuis"}, Cmd: []string{"serve"}, WorkingDir: "/data", User: fmt.Sprint(nobody, ":", nobody),
		ExposedPorts: map[string]struct{}{"8080/tcp": {}}, Volumes: map[string]struct{}{"/data": {}},
		Env: []string{
			"CLUBHUIS_DATABASE=sqlite:/data/club.db", "CLUBHUIS_FILES=/data/files", "CLUBHUIS_SECRET_KEY_FILE=/data/clubhuis.key",
			"CLUBHUIS_MAIL=dir:/data/mail", "CLUBHUIS_LISTEN=0.0.0.0:8080",
		},
		Labels: map[string]string{"org.opencontainers.image.version": r.version, "org.opencontainers.image.licenses": "Apache-2.0"},
	}
	return mutate.ConfigFile(image, config)
}

// layer returns the files of the image.
func (r *release) layer(program []byte) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	add := func(h tar.Header, data []byte) error {
		h.Size, h.ModTime, h.Format = int64(len(data)), r.at, tar.FormatPAX
		if err := w.WriteHeader(&h); err != nil {
			return err
		}
		_, err := w.Write(data)
		return err
	}
	for _, f := range []struct {
		h    tar.Header
		data []byte
	}{
		{tar.Header{Typeflag: tar.TypeDir, Name: "data/", Mode: 0o700, Uid: nobody, Gid: nobody}, nil},
		{tar.Header{Typeflag: tar.TypeDir, Name: "tmp/", Mode: 0o1777}, nil},
		{tar.Header{Typeflag: tar.TypeDir, Name: "usr/bin/", Mode: 0o755}, nil},
		{tar.Header{Typeflag: tar.TypeReg, Name: "usr/bin/clubhuis", Mode: 0o755}, program},
	} {
		if err := add(f.h, f.data); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), w.Close()
}
