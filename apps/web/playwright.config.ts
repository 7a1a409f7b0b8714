import { defineConfig } from '@playwright/test';

/**
 * Runs against a real server that serves the built page: the program named by CLUBHUIS_BINARY, started by
 * e2e/setup/global-setup.ts, or one that already runs at E2E_BASE_URL. Tests of what only some clubs have start the program
 * themselves (e2e/setup/synced-club.ts).
 */
export default defineConfig({
  testDir: './e2e/tests',
  globalSetup: './e2e/setup/global-setup.ts',
  outputDir: './test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  workers: 2,
  // Far more than they take: on one busy processor a page came after a quarter of a minute.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: [['list'], ['html', { open: 'never' }]],
  use: {
    browserName: 'chromium',
    // What it keeps would come beside what tests answer; shell-worker.spec.ts lets it work.
    serviceWorkers: 'block',
    locale: 'nl-NL',
    // What fades in and out takes a tenth of the time.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Amsterdam',
    // A trace of what passes takes a fifth of the time: ask for one with --trace retain-on-failure.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // What draws works in the browser's own process: a tenth of the time, for nothing goes from one process to another.
        '--in-process-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No page lives long enough to earn back what its scripts cost to optimize: a tenth of the time.
        '--js-flags=--no-opt --no-maglev',
        // Each context still has a process of its own. Without this one more is started, for a page that may come next.
        '--renderer-process-limit=1',
      ],
    },
  },
});
