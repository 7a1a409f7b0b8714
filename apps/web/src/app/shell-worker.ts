/** Lets the browser keep the frame of the page, so that it opens without a connection, too: see src/shell-worker.js. */
export function keepShell(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    // Without it the page is as it was.
    navigator.serviceWorker.register('/shell-worker.js').catch(() => undefined);
  });
}
