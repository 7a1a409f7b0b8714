import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { SignIn } from './environment';

const startTimeout = 60_000;

interface DemoOptions {
  people: number;
  /** Names the server's log beside the traces of failed tests. */
  log: string;
  flags?: readonly string[];
  env?: Record<string, string>;
}

/** A demo club on a free port, with a folder of its own that goes when it stops. */
export interface DemoServer {
  baseURL: string;
  admin: SignIn;
  user: SignIn;
  /** Runs another command of the program on the club. */
  run: (args: readonly string[], input: string) => void;
  /** Starts another server of the same club beside this one, for example at another time; answers its address. */
  beside: (name: string, flags: readonly string[]) => Promise<string>;
  /** Stops every server of the club and starts another one, for example at another time; answers its address. */
  again: (name: string, flags: readonly string[]) => Promise<string>;
  /** The mails that were sent, the oldest first, as their texts stand in the files. */
  mails: () => string[];
  stop: () => void;
}

export async function startDemo({ people, log, flags, env }: DemoOptions): Promise<DemoServer> {
  const binary = process.env.CLUBHUIS_BINARY;
  if (binary === undefined) {
    throw new Error('set CLUBHUIS_BINARY to a server that was built with the page in it');
  }
  const folder = mkdtempSync(join(tmpdir(), 'clubhuis-e2e-'));
  const storage = ['--database', `sqlite:${join(folder, 'club.db')}`, '--files', folder];
  const servers: ChildProcess[] = [];
  const start = (name: string, itsFlags: readonly string[]) => {
    const server = spawn(
      binary,
      [...['demo', '--people', String(people), '--listen', '127.0.0.1:0'], ...storage, ...itsFlags],
      {
        cwd: folder,
        stdio: ['ignore', 'pipe', serverLog(name)],
        env: { ...process.env, ...env },
      },
    );
    servers.push(server);
    return readAnnouncement(server);
  };
  const end = () =>
    servers.splice(0).map((server) => (server.kill('SIGTERM'), once(server, 'exit')));
  // What a server would still write goes, too.
  const stop = () => {
    for (const server of servers.splice(0)) {
      server.kill('SIGKILL');
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  try {
    return {
      ...(await start(log, flags ?? [])),
      beside: async (name, itsFlags) => (await start(name, itsFlags)).baseURL,
      again: async (name, itsFlags) => {
        await Promise.all(end());
        return (await start(name, itsFlags)).baseURL;
      },
      run: (args, input) =>
        execFileSync(binary, [...args, ...storage], {
          cwd: folder,
          input,
          stdio: ['pipe', 'ignore', 'inherit'],
        }),
      mails: () => mailsIn(join(folder, 'mail')),
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Long lines are folded in the files, and signs written as their numbers. */
const mailsIn = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith('.eml'))
    .sort()
    .map((file) =>
      readFileSync(join(folder, file), 'utf8')
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '='),
    );

function serverLog(name: string): number {
  mkdirSync('test-results', { recursive: true });
  return openSync(`test-results/${name}.log`, 'w');
}

type Announcement = Pick<DemoServer, 'baseURL' | 'admin' | 'user'>;

/** The demo prints who can sign in, and then where it listens. */
function readAnnouncement(server: ChildProcess): Promise<Announcement> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start')), startTimeout);
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`the server ended with ${String(code)}`)));
    if (server.stdout === null) throw new Error('the server has no output');
    const who: Record<string, SignIn> = {};
    createInterface({ input: server.stdout }).on('line', (line) => {
      const [, role, username, password] =
        /^(administrator|user): (\S+) \/ (\S+)$/.exec(line) ?? [];
      if (role !== undefined && username !== undefined && password !== undefined) {
        who[role] = { username, password };
      }
      const baseURL = /^listening on (http:\S+)$/.exec(line)?.[1];
      const { administrator, user } = who;
      if (baseURL !== undefined && administrator !== undefined && user !== undefined) {
        clearTimeout(timer);
        resolve({ baseURL, admin: administrator, user });
      }
    });
  });
}
