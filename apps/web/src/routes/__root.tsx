import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';

import { clubNameQuery } from '@/api/club';
import { preload } from '@/api/preload';

interface RouterContext {
  queryClient: QueryClient;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  // Not waited for: a page without the club's name is still a page.
  loader: ({ context }) => preload(context.queryClient, clubNameQuery),
});
