#!/bin/bash
# clubhuis-run COMMAND … runs a command of clubhuis as the service does: as its user, with its settings, in its folder. clubsync-run
# does the same for clubsync. Files are named by their whole path, and must be readable for that user.
set -eu
program=$(basename "$0" -run)
if [ "$(id -u)" != 0 ]; then
	echo "$0: only root becomes the user $program" >&2
	exit 1
fi
# What keeps a program from making a sandbox of its own holds here, too: else `config check` would try another one than the service
# has. The doctor looks at what the service may write.
protections=ProtectHostname,ProtectKernelLogs,ProtectKernelTunables
if [ "${1-}" = doctor ]; then
	protections=$protections,ProtectSystem,ReadWritePaths,PrivateTmp
fi
mapfile -t properties < <(systemctl show --property="$protections" "$program" | grep -v '=$' | sed 's/^/--property=/')
run=(systemd-run --quiet --pipe --wait --collect --service-type=exec
	--property=User="$program" --property=Group="$program" --property=EnvironmentFile=/etc/"$program"/env
	--setenv=TMPDIR=/var/tmp --property=UMask=0077
	--property=StateDirectory="$program" --property=StateDirectoryMode=0700 --property=WorkingDirectory=/var/lib/"$program"
	"${properties[@]}" -- /usr/bin/"$program" "$@")
if [ "$program" != clubhuis ]; then # it shows on a terminal how far it is
	exec "${run[@]}"
fi
# What a command changed about security is in the journal, as what the server did.
status=0
"${run[@]}" 2> >(tee >(grep --line-buffered security.what= | systemd-cat -t clubhuis) >&2) || status=$?
wait $!
exit $status
