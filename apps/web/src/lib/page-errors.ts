const most = 5;
const longest = 300;
const lines: string[] = [];

/** The last errors of this page, a line each, the latest last: who reports a fault sees them before they go along. */
export const pageErrors = (): string => lines.join('\n');

/** Remembers errors that nobody caught. */
export function watchErrors(): void {
  const note = (what: unknown) => {
    lines.push(String(what).split('\n', 1).join().slice(0, longest));
    if (lines.length > most) lines.shift();
  };
  window.addEventListener('error', ({ error, message }) => note(error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => note(reason));
}
