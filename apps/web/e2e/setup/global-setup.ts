import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const startTimeout = 60_000;

const spare = { username: 'e2e', password: 'een-eigen-wachtwoord-voor-e2e' };

/** Starts a demo club on a free port, unless E2E_BASE_URL names a server that already runs. */
export default async function globalSetup(): Promise<(() => void) | undefined> {
  if (process.env.E2E_BASE_URL !== undefined) return undefined;
  const binary = process.env.CLUBHUIS_BINARY;
  if (binary === undefined) {
    throw new Error('set CLUBHUIS_BINARY to a server that was built with the page in it');
  }

  const folder = mkdtempSync(join(tmpdir(), 'clubhuis-e2e-'));
  const storage = ['--database', `sqlite:${join(folder, 'club.db')}`, '--files', folder];
  const server = spawn(binary, ['demo', '--people', '300', '--listen', '127.0.0.1:0', ...storage], {
    cwd: folder,
    stdio: ['ignore', 'pipe', serverLog()],
  });
  const stop = () => {
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await readAnnouncement(server);
    addSpareUser(binary, storage, folder);
  } catch (error) {
    stop();
    throw error;
  }
  return stop;
}

/** What the server says of itself, kept beside the traces of failed tests. */
function serverLog(): number {
  mkdirSync('test-results', { recursive: true });
  return openSync('test-results/server.log', 'w');
}

/** The demo prints who can sign in, and then where it listens. */
function readAnnouncement(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start')), startTimeout);
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`the server ended with ${String(code)}`)));
    if (server.stdout === null) throw new Error('the server has no output');
    createInterface({ input: server.stdout }).on('line', (line) => {
      const signIn = /^(administrator|user): (\S+) \/ (\S+)$/.exec(line);
      if (signIn !== null) {
        const name = signIn[1] === 'administrator' ? 'E2E_ADMIN' : 'E2E_USER';
        process.env[name] = signIn[2];
        process.env[`${name}_PASSWORD`] = signIn[3];
      }
      const listening = /^listening on (http:\S+)$/.exec(line);
      if (listening !== null) {
        process.env.E2E_BASE_URL = listening[1];
        clearTimeout(timer);
        resolve();
      }
    });
  });
}

/** The demo's own users cannot change their password. */
function addSpareUser(binary: string, storage: readonly string[], cwd: string): void {
  const { username, password } = spare;
  execFileSync(
    binary,
    [
      ...['user', 'add', '--username', username, '--email', `${username}@clubhuis.example`],
      ...['--display-name', 'Eva Eigen', '--role', 'administrator', '--password-stdin'],
      ...storage,
    ],
    { cwd, input: password, stdio: ['pipe', 'ignore', 'inherit'] },
  );
  process.env.E2E_SPARE = username;
  process.env.E2E_SPARE_PASSWORD = password;
}
