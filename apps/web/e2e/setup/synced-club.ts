import { startDemo, type DemoServer } from './demo-server';
import { test as base } from './fixtures';
import { SyncService } from './sync-service';

interface WorkerFixtures {
  syncService: SyncService;
  /** A small club of its own that has a synchronization service. */
  club: DemoServer;
}

export const test = base.extend<object, WorkerFixtures>({
  syncService: [
    async ({}, use) => {
      const service = await SyncService.start();
      await use(service);
      service.stop();
    },
    { scope: 'worker' },
  ],
  club: [
    async ({ syncService }, use, { workerIndex }) => {
      const club = await startDemo({
        people: 5,
        log: `server-synced-${workerIndex}`,
        flags: ['--sync-url', syncService.address],
        env: { SYNC_API_KEY: syncService.key },
      });
      await use(club);
      club.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ club }, use) => use(club.baseURL),
});

export { expect } from './fixtures';
