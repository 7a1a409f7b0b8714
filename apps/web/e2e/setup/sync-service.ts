import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Reply {
  status: number;
  body: object;
}

/** What the service does when it is asked for a member; 'down' hangs up. */
export type Script = () => Promise<Reply> | Reply | 'down';

/** A synchronization service that does as it is told, by member code. */
export class SyncService {
  readonly key = 'een-sleutel-van-twee-programmas';
  /** The codes that were asked for with the right key, in order. */
  readonly asked: string[] = [];
  private readonly scripts = new Map<string, Script>();
  /** The members who are being brought up to date. */
  private readonly running = new Set<string>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      void this.serve(request, response);
    });
  }

  static async start(): Promise<SyncService> {
    const service = new SyncService();
    await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Says what happens to a member from now on. */
  on(code: string, script: Script): void {
    this.scripts.set(code, script);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await textOf(request);
    if (request.headers['x-sync-api-key'] !== this.key) {
      answer(response, refusal(403, 'Invalid API key'));
      return;
    }
    if (request.method === 'GET') {
      const asked = request.url?.split('/').at(-1) ?? '';
      const body = { ok: true, assoc_id: asked, state: 'reading' };
      answer(
        response,
        this.running.has(asked)
          ? { status: 200, body }
          : refusal(404, 'No individual sync of this member'),
      );
      return;
    }
    const { assoc_id: code } = JSON.parse(text) as { assoc_id: string };
    this.asked.push(code);
    this.running.add(code);
    const reply = await (this.scripts.get(code)?.() ?? refusal(422, 'Member not found'));
    this.running.delete(code);
    if (reply === 'down') request.socket.destroy();
    else answer(response, reply);
  }
}

export const success = (code: string, action: string, club_record_id: number): Reply => ({
  status: 200,
  body: { ok: true, assoc_id: code, action, club_record_id },
});

export const refusal = (status: number, error: string): Reply => ({
  status,
  body: { ok: false, error },
});

function answer(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
