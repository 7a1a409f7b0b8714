package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// watch packs the dashboards and the alert rules.
func (r *release) watch(context.Context) error {
	var b bytes.Buffer
	zipped := gzip.NewWriter(&b)
	w := tar.NewWriter(zipped)
	for _, folder := range []string{"alerts", "grafana"} {
		names, err := filepath.Glob(filepath.Join(r.root, "deploy", folder, "*"))
		if err != nil || len(names) < len(programs) {
			return fmt.Errorf("%s of both programs are missing (%v): %q", folder, err, names)
		}
		for _, name := range names { // Glob sorts them
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			header := tar.Header{
				Typeflag: tar.TypeReg, Name: folder + "/" + filepath.Base(name), Mode: 0o644, Size: int64(len(data)), ModTime: r.at,
				Format: tar.FormatPAX,
			}
			if err := w.WriteHeader(&header); err != nil {
				return err
			}
			if _, err := w.Write(data); err != nil {
				return err
			}
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := zipped.Close(); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(r.out, fmt.Sprintf("clubhuis-%s-monitoring.tar.gz", r.version)), b.Bytes(), 0o644)
}
