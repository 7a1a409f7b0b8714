#!/bin/sh
# clubhuis-run COMMAND … runs a command of clubhuis as the service does: as its user, with its settings, in its folder. clubsync-run
# does the same for clubsync. Files are named by their whole path, and must be readable for that user.
set -eu
program=$(basename "$0" -run)
if [ "$(id -u)" != 0 ]; then
	echo "$0: only root becomes the user $program" >&2
	exit 1
fi
# What keeps a program from making a sandbox of its own holds here, too: else `config check` would try another one than the service has.
protections=$(systemctl show --property=ProtectHostname,ProtectKernelLogs,ProtectKernelTunables "$program" | sed 's/^/--property=/')
# shellcheck disable=SC2086 # one word each
exec systemd-run --quiet --pipe --wait --collect --service-type=exec \
	--property=User="$program" --property=Group="$program" --property=EnvironmentFile=/etc/"$program"/env \
	--setenv=TMPDIR=/var/tmp \
	--property=StateDirectory="$program" --property=StateDirectoryMode=0700 --property=WorkingDirectory=/var/lib/"$program" \
	--property=UMask=0077 $protections -- /usr/bin/"$program" "$@"
