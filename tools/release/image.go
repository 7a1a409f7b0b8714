package main

import (
	"archive/tar"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

// nobody is the user in the image, who owns the data.
const nobody = 65532

// contain makes the images of clubhuis: the program alone, on nothing. They are for `docker load`.
func (r *release) contain(context.Context) error {
	for _, architecture := range architectures {
		image, err := r.image(architecture)
		if err != nil {
			return fmt.Errorf("for %s: %w", architecture, err)
		}
		tag, err := name.NewTag("clubhuis:" + r.version)
		if err != nil {
			return err
		}
		file := filepath.Join(r.out, fmt.Sprintf("clubhuis-%s-image-%s.tar", r.version, architecture))
		if err := tarball.WriteToFile(file, tag, image); err != nil {
			return err
		}
	}
	return nil
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
