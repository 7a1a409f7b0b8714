package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
)

var descriptions = map[string]string{
	"clubhuis": "Administration of an amateur sports club\n" +
		"People, teams, committees, invoices and tasks, in one program with its web page inside, on SQLite or PostgreSQL.",
	"clubsync": "Keeps clubhuis like the federation's administration\n" +
		"Reads the federation's club administration in a browser, and fills e-mail lists.",
}

// pack makes the packages for Debian.
func (r *release) pack(context.Context) error {
	for program := range programs {
		for _, architecture := range architectures {
			if err := r.deb(program, architecture); err != nil {
				return fmt.Errorf("%s for %s: %w", program, architecture, err)
			}
		}
	}
	return nil
}

func (r *release) debFile(program, architecture string) string {
	return filepath.Join(r.out, fmt.Sprintf("%s_%s_%s.deb", program, r.version, architecture))
}

func (r *release) deb(program, architecture string) error {
	source := func(name string) string { return filepath.Join(r.root, "deploy", name) }
	contents := files.Contents{
		r.file(r.binary(program, architecture), "/usr/bin/"+program, 0o755),
		r.file(source(program+".service"), "/usr/lib/systemd/system/"+program+".service", 0o644),
		r.file(source("run.sh"), "/usr/sbin/"+program+"-run", 0o755),
		r.file(r.manual(program, "man"), "/usr/share/man/man8/"+program+".8", 0o644),
		r.file(r.manual(program, "bash"), "/usr/share/bash-completion/completions/"+program, 0o644),
		r.file(r.manual(program, "zsh"), "/usr/share/zsh/vendor-completions/_"+program, 0o644),
		r.file(r.manual(program, "fish"), "/usr/share/fish/vendor_completions.d/"+program+".fish", 0o644),
		r.file(filepath.Join(r.root, "LICENSE"), "/usr/share/doc/"+program+"/copyright", 0o644),
	}
	contents = append(contents,
		r.file(source("alerts/"+program+".yaml"), "/usr/share/doc/"+program+"/alerts.yaml", 0o644),
		r.file(source("grafana/"+program+".json"), "/usr/share/doc/"+program+"/grafana.json", 0o644))
	settings := r.file(source(program+".env"), "/etc/"+program+"/env", 0o600)
	settings.Type = files.TypeConfigNoReplace
	contents = append(contents, settings)
	info := &nfpm.Info{
		Name: program, Arch: architecture, Platform: "linux", Version: r.version, Section: "web", Priority: "optional",
		Maintainer: "Clubhuis maintainers <maintainers@users.noreply.github.com>", Description: descriptions[program],
		Homepage: "https://github.com/clubhuis/clubhuis", License: "Apache-2.0", MTime: r.at,
		Overridables: nfpm.Overridables{
			Depends: []string{"passwd"}, Contents: contents,
			Scripts: nfpm.Scripts{PostInstall: source(program + ".postinst"), PreRemove: source(program + ".prerm")},
		},
	}
	if program == "clubhuis" {
		info.Contents = append(info.Contents, r.file(source("clubhuis-https.conf"), "/usr/share/doc/clubhuis/clubhuis-https.conf", 0o644))
		info.Suggests = []string{"postgresql"}
	} else {
		info.Contents = append(info.Contents, r.file(source("clubsync-agent.conf"), "/usr/share/doc/clubsync/clubsync-agent.conf", 0o644))
		info.Recommends = []string{"chromium"}
	}
	if err := nfpm.PrepareForPackager(info, "deb"); err != nil {
		return err
	}
	f, err := os.Create(r.debFile(program, architecture))
	if err != nil {
		return err
	}
	return errors.Join(deb.Default.Package(info, f), f.Close())
}

func (r *release) file(from, to string, mode os.FileMode) *files.Content {
	return &files.Content{
		Source: from, Destination: to, FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: mode, MTime: r.at},
	}
}
