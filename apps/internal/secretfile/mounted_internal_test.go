package secretfile

import "testing"

func TestSecretsOfContainersAreThoseBelowTheirFolder(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"/run/secrets/key": true, "/run/secrets/kubernetes.io/x/key": true, "/run/x/../secrets/key": true,
		"/run/secrets": false, "/run/secretsx/key": false, "/run/secrets/../key": false, "/etc/run/secrets/key": false, "key": false,
	} {
		if got := isMounted(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}
