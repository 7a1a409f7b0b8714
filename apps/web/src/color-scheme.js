// Runs before the first paint, so that a dark page never flashes white. It stands in a file of its own because the
// server's Content-Security-Policy refuses inline scripts. The key is the one that theme/color-scheme.ts uses.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('clubhuis-color-scheme');
  } catch {
    // Storage may be blocked; the system's preference is a fine answer.
  }
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
