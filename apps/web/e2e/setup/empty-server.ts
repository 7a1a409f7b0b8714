import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A server of an installation in which nobody is yet. */
export interface EmptyServer {
  /** Where it says that the first administrator is made. */
  firstStart: string;
  stop: () => Promise<void>;
}

export async function startEmpty(): Promise<EmptyServer> {
  const binary = process.env.CLUBHUIS_BINARY;
  if (binary === undefined) {
    throw new Error('set CLUBHUIS_BINARY to a server that was built with the page in it');
  }
  const folder = mkdtempSync(join(tmpdir(), 'clubhuis-e2e-'));
  const server = spawn(
    binary,
    [
      ...['serve', '--listen', '127.0.0.1:0', '--files', join(folder, 'files')],
      ...['--database', `sqlite:${join(folder, 'club.db')}`],
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  let firstStart: string | undefined;
  for await (const line of createInterface({ input: server.stdout })) {
    firstStart ??= /^make the first administrator at (http:\S+)$/.exec(line)?.[1];
    if (line.startsWith('listening on ')) break;
  }
  if (firstStart === undefined) {
    await stop();
    throw new Error('the server did not say where it begins');
  }
  return { firstStart, stop };
}
