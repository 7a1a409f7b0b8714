import { queryOptions } from '@tanstack/react-query';

import { api, take } from './client';
import { keys } from './keys';
import { pageMeta } from './page-meta';

/** The club's name, known to everyone. */
export const clubNameQuery = queryOptions({
  queryKey: keys.club,
  queryFn: async ({ signal }) => (await take(api.GET('/', { signal }))).name,
  // A server that writes the name into the page saves the question.
  initialData: pageMeta('club-name'),
  staleTime: Infinity,
});

let loadedVersion: string | undefined;

/** The server's version beside the one that this page was loaded with. */
export const versionQuery = queryOptions({
  queryKey: keys.version,
  queryFn: async ({ signal }) => {
    const { version } = await take(api.GET('/club/v1/version', { signal }));
    // HTML is never cached, so the first answer is the version of this very page.
    loadedVersion ??= version;
    return { current: version, isNew: version !== loadedVersion };
  },
  staleTime: 60_000,
});
